import Foundation
import TestSupport
import Testing

@testable import ColletCheck

/// Packages that SwiftPM builds, by both build systems.
@Suite(.enabled(if: runsSlowTests), .serialized)
struct PackageTests {
    struct SandboxTests {}

    static let buildSystems = ["native", "swiftbuild"]

    /// A C target, resources, a plugin that generates sources, traits, unsafe flags, macros
    /// of Testing, a package by path, and a blank in the path.
    @Test(arguments: buildSystems)
    func targetsOfAllKindsAreRead(_ system: String) async throws {
        let package = try await SamplePackage.built(system)
        let reading = try package.read()
        #expect(reading.unread == [])
        let targets = reading.files.sorted { $0.module < $1.module }
        #expect(targets.map(\.module) == ["App", "Helper", "Kit", "KitTests", "Tool"])
        #expect(targets.map(\.hasMain) == [true, false, false, false, true])
        let kit = try #require(targets.first { $0.module == "Kit" })
        #expect(kit.imports.contains("Helper"))
        #expect(kit.sources.contains { $0.hasSuffix("/Generated.swift") })
        for word in ["@$s3Kit5extrayyF", "@$s3Kit6unsafeyyF", "loc \"\(package.root)/"] {
            #expect(kit.text.contains(string: word))
        }
        // The code that a macro has made.
        let tests = try #require(targets.first { $0.module == "KitTests" })
        #expect(tests.text.contains("__checkBinaryOperation"))
        // The same build is found from within a test.
        let location = try BuildLocation(
            testIn: "\(package.root)/Tests/KitTests/KitTests.swift",
            bundle: try await package.bundleOfTests(), environment: [:])
        #expect(location.root == package.root)
        #expect(location.build.path == "\(package.root)/.build")
        #expect(try location.targets().count == 5)
    }

    @Test(arguments: buildSystems)
    func programsHaveWhatTheyAreLinkedWith(_ system: String) async throws {
        #expect(throws: Refusal.self) { try SamplePackage(system).sil() }
        let files = try await SamplePackage.built(system).sil().files
        func modules(_ files: [SILFile]) -> [String] { files.map(\.module).sorted() }
        let programs = files.programs.map(modules).sorted { $0.count < $1.count }
        #expect(programs == [["Tool"], ["App", "Helper", "Kit"]])
        #expect(modules(files.tests) == ["App", "Helper", "Kit", "KitTests", "Tool"])
        #expect(modules(files.own) == ["App", "Helper", "Kit", "Tool"])
    }

    /// The SIL that a build writes along the way, with the line that the check proposes
    /// if it finds no arguments.
    @Test func theLineForOtherBuildsWorks() async throws {
        let package = try SamplePackage("swiftbuild")
        let problem = try #require(throws: Refusal.self) { try package.sil() }
        let lines = problem.description.split(separator: "\n").suffix(2)
            .map { $0.trimmingPrefix(/\s+/) }
        let build = ["cd '\(package.root)' && exec \(lines[0])"] + SamplePackage.options
        try await package.run(["sh", "-c", build.joined(separator: " ")])
        let directory = try #require(lines[1].split(separator: " ").last)
        let sil = try PackageSIL(sil: ["\(package.root)/\(directory)"])
        #expect(sil.unchecked.isEmpty)
        #expect(sil.files.programs.count == 2)
        #expect(sil.files.tests.contains { $0.path.hasSuffix("/KitTests.sil") })
    }

    @Test(arguments: buildSystems)
    func aSourceThatCameAfterTheBuildIsTold(_ system: String) async throws {
        let package = try await SamplePackage.built(system)
        #expect(try package.sil().files.programs.count == 2)
        // One is excluded, so the next build has nothing to do about it.
        let new = [
            try package.place.write("Sources/Kit/Excluded/New.swift", "func new() {}"),
            try package.place.write("Sources/Kit/New/New.swift", "func new() {}"),
        ]
        #expect(throws: Refusal.added(new)) { try package.sil() }
        try package.place.remove("Sources/Kit/New")
        #expect(throws: Refusal.added([new[0]])) { try package.sil() }
        try await package.build("--product", "App")
        #expect(try package.sil().files.programs.count == 2)
    }

    /// The compiler and the build systems themselves refuse what was cached.
    @Test(arguments: buildSystems)
    func aMovedPackageIsReadWhenItIsBuiltAnew(_ system: String) async throws {
        var package = try SamplePackage(system)
        try await package.build("--product", "App")
        try package.read()
        try package.move(to: "Moved here")
        #expect(throws: Refusal.self) { try package.targets() }
        try FileManager.default.removeItem(atPath: "\(package.root)/.build")
        try await package.build("--product", "App")
        let reading = try package.read()
        #expect(reading.files.contains { $0.module == "App" })
        let paths = reading.files.flatMap(\.sources)
        #expect(!paths.contains { $0.contains("/My App/") })
    }

    @Test(arguments: buildSystems)
    func aBuildOfOneProductLeavesTheOthers(_ system: String) async throws {
        let package = try await SamplePackage.built(system)
        try await package.build("--product", "Tool")
        #expect(try package.read().files.count == 5)
    }

    @Test(arguments: buildSystems)
    func optimisedBuildsAndThoseForSanitizersAreRead(_ system: String) async throws {
        let package = try SamplePackage(system)
        try await package.build("--product", "App", "-c", "release")
        let release = try package.read()
        #expect(release.unread.allSatisfy { $0.reason == .notBuilt })
        #expect(release.files.contains { $0.module == "App" && $0.hasMain })
        #expect(
            release.files.allSatisfy {
                $0.text.contains(string: "loc \"\(package.root)/")
            })
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
        let kit = try #require(reading.files.first { $0.module == "Kit" })
        #expect(kit.text.contains("function_ref @$s6Helper4helpSiyF"))
    }

    @Test(arguments: buildSystems)
    func batchesSayTheSame(_ system: String) async throws {
        let package = try await SamplePackage.built(system)
        let reading = try package.read { $0.sizeOfBatches = 0 }
        #expect(reading.unread == [])
        let kit = reading.files.filter { $0.module == "Kit" }
        #expect(kit.count == kit.first?.sources.count)
        #expect(kit.contains { $0.imports.contains("Helper") })
        #expect(kit.contains { $0.text.contains("@$s3Kit5extrayyF") })
        #expect(
            reading.files.filter(\.hasMain).map(\.module).sorted() == ["App", "Tool"])
    }

    // MARK: Edits

    @Test(arguments: buildSystems)
    func whatDoesNotCompileIsTold(_ system: String) async throws {
        let package = try await SamplePackage.built(system)
        let tests = "Tests/KitTests/KitTests.swift"
        try package.place.write(tests, package.text(tests) + "\nlet wrong: Int = \"\"\n")
        let reading = try package.read()
        #expect(reading.files.count == 4)
        let unread = try #require(reading.unread.first)
        #expect(unread.name == "KitTests")
        let place = "\(package.root)/\(tests):13:18: error: "
        guard case .doesNotCompile(let lines) = unread.reason else {
            Issue.record("\(unread.reason)")
            return
        }
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix(place) == true)

        let unchecked = try package.sil().unchecked
        #expect(unchecked.count == 1)
        #expect(unchecked.first?.message.contains("only the rest is checked") == true)
        let kit = "Sources/Kit/Kit.swift"
        try package.place.write(kit, package.text(kit) + "\nlet wrong: Int = \"\"\n")
        let problem = try #require(throws: Refusal.self) { try package.sil() }
        #expect(problem.description.hasPrefix("'Kit' doesn't compile, so nothing is "))
        #expect(problem.description.contains("\n    \(package.root)/\(kit):"))
    }

    @Test(arguments: buildSystems)
    func afterAnEditOneTargetIsReadAgain(_ system: String) async throws {
        let package = try await SamplePackage.built(system)
        try package.read()
        let first = try package.dates()
        try package.read()
        #expect(try package.dates() == first)

        let app = "Sources/App/App.swift"
        try package.place.write(app, package.text(app) + "\n// A line.\n")
        try await package.build()
        try package.read()
        #expect(try package.changed(since: first) == ["App"])

        // Other modules don't import a function's body, but they import a new function.
        let second = try package.dates()
        let kit = "Sources/Kit/Kit.swift"
        try package.place.write(kit, package.text(kit) + "\npublic func more() {}\n")
        try await package.build()
        try package.read()
        #expect(try package.changed(since: second) == ["App", "Kit", "KitTests"])

        // All targets that see a header read it again.
        let third = try package.dates()
        let header = "Sources/CKit/include/CKit.h"
        try package.place.write(header, package.text(header) + "\nint more(void);\n")
        try await package.build()
        try package.read()
        #expect(try package.changed(since: third).contains("Kit"))
        #expect(try !package.changed(since: third).contains("Helper"))
    }
}
