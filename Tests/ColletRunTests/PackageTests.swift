import Foundation
import TestSupport
import Testing

@testable import ColletRun

/// Packages that SwiftPM builds, by both build systems.
@Suite(.enabled(if: runsSlowTests), .serialized)
struct PackageTests {
    static let buildSystems = ["native", "swiftbuild"]

    /// A C target, resources, a plugin that generates sources, traits, unsafe flags, macros
    /// of Testing, a package by path, and a blank in the path.
    @Test(arguments: buildSystems)
    func targetsOfAllKindsAreRead(_ system: String) async throws {
        let package = try SamplePackage(system)
        try await package.build()
        let reading = try package.read()
        #expect(reading.unread == [])
        let targets = reading.targets.sorted { $0.module < $1.module }
        #expect(targets.map(\.module) == ["App", "Helper", "Kit", "KitTests", "Tool"])
        #expect(
            targets.map(\.kind) == [.program, .library, .library, .tests, .program])
        #expect(Set(targets.map(\.isOfOtherPackage)) == [false])
        let kit = try #require(targets.first { $0.module == "Kit" })
        #expect(kit.imports.contains("Helper"))
        #expect(kit.sources.contains { $0.hasSuffix("/Generated.swift") })
        for word in ["@$s3Kit5extrayyF", "@$s3Kit6unsafeyyF", "loc \"\(package.root)/"] {
            #expect(kit.contains(word))
        }
        // What a macro has made.
        let tests = try #require(targets.first { $0.module == "KitTests" })
        #expect(tests.contains("__checkBinaryOperation"))
    }

    @Test(arguments: buildSystems)
    func afterAnEditOneTargetIsReadAgain(_ system: String) async throws {
        let package = try SamplePackage(system)
        try await package.build()
        try package.read()
        let first = try package.dates()
        try package.read()
        #expect(try package.dates() == first)

        let app = "Sources/App/App.swift"
        try package.place.write(app, package.text(app) + "\n// A line.\n")
        try await package.build()
        try package.read()
        #expect(try package.changed(since: first) == ["App"])

        // A function's body is no part of what others import; a new one is.
        let second = try package.dates()
        let kit = "Sources/Kit/Kit.swift"
        try package.place.write(kit, package.text(kit) + "\npublic func more() {}\n")
        try await package.build()
        try package.read()
        #expect(try package.changed(since: second) == ["App", "Kit", "KitTests"])
    }

    @Test(arguments: buildSystems)
    func whatDoesNotCompileIsTold(_ system: String) async throws {
        let package = try SamplePackage(system)
        try await package.build()
        let tests = "Tests/KitTests/KitTests.swift"
        try package.place.write(tests, package.text(tests) + "\nlet wrong: Int = \"\"\n")
        let reading = try package.read()
        #expect(reading.targets.count == 4)
        let unread = try #require(reading.unread.first)
        #expect(unread.name == "KitTests")
        let place = "\(package.root)/\(tests):5:18: error: "
        guard case .doesNotCompile(let lines) = unread.reason else {
            Issue.record("\(unread.reason)")
            return
        }
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix(place) == true)
    }

    /// What was cached is refused by the compiler, and by the build systems themselves.
    @Test(arguments: buildSystems)
    func aMovedPackageIsReadWhenItIsBuiltAnew(_ system: String) async throws {
        var package = try SamplePackage(system)
        try await package.build("--product", "App")
        try package.read()
        try package.move(to: "Moved here")
        #expect(throws: BuildProblem.self) { try package.targets() }
        try FileManager.default.removeItem(atPath: "\(package.root)/.build")
        try await package.build("--product", "App")
        let reading = try package.read()
        #expect(reading.targets.contains { $0.module == "App" })
        let paths = reading.targets.flatMap(\.sources)
        #expect(!paths.contains { $0.contains("/My App/") })
    }

    @Test(arguments: buildSystems)
    func aBuildOfOneProductLeavesTheOthers(_ system: String) async throws {
        let package = try SamplePackage(system)
        try await package.build()
        try await package.build("--product", "Tool")
        #expect(try package.read().targets.count == 5)
    }

    @Test(arguments: buildSystems)
    func optimisedBuildsAndThoseForSanitizersAreRead(_ system: String) async throws {
        let package = try SamplePackage(system)
        try await package.build("--product", "App", "-c", "release")
        let release = try package.read()
        #expect(release.unread.allSatisfy { $0.reason == .notBuilt })
        #expect(release.targets.contains { $0.module == "App" && $0.kind == .program })
        #expect(release.targets.allSatisfy { $0.contains("loc \"\(package.root)/") })
        try await package.build("--product", "App", "--sanitize", "thread")
        let sanitized = try package.read()
        #expect(sanitized.unread.allSatisfy { $0.reason == .notBuilt })
        let options = try package.targets().flatMap(\.arguments.options)
        #expect(options.contains("-sanitize=thread"))
        #expect(!options.contains("-O"))
    }

    /// Its modules have no bodies of functions, and their arguments say so.
    @Test func whatAnEditorHasBuiltIsReadInFull() async throws {
        let package = try SamplePackage("native")
        try await package.build(
            "--experimental-prepare-for-indexing", "--scratch-path",
            "\(package.root)/.build/index-build")
        let reading = try package.read()
        #expect(reading.unread.map(\.name) == ["KitTests"])
        let kit = try #require(reading.targets.first { $0.module == "Kit" })
        #expect(kit.contains("function_ref @$s6Helper4helpSiyF"))
    }

    @Test(arguments: buildSystems)
    func batchesSayTheSame(_ system: String) async throws {
        let package = try SamplePackage(system)
        try await package.build()
        let reading = try package.read { $0.linesOfBatches = 0 }
        #expect(reading.unread == [])
        let kit = try #require(reading.targets.first { $0.module == "Kit" })
        #expect(kit.files.count == kit.sources.count)
        #expect(kit.imports.contains("Helper"))
        #expect(kit.contains("@$s3Kit5extrayyF"))
        let kinds = reading.targets.sorted { $0.module < $1.module }.map(\.kind)
        #expect(kinds == [.program, .library, .library, .tests, .program])
    }
}

extension TargetSIL {
    func contains(_ text: String) -> Bool {
        files.contains { $0.text.range(of: Data(text.utf8)) != nil }
    }
}
