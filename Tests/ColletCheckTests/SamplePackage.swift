import Foundation
import TestSupport

@testable import ColletCheck

/// A package with a target of each kind, and one that it depends on by its path.
struct SamplePackage {
    var place: BuildPlace
    /// The path of the package.
    private(set) var root: String
    private let system: String

    init(_ system: String) throws {
        self.system = system
        place = try BuildPlace("My App")
        root = place.path
        for (name, text) in Self.files { try place.write(name, text) }
    }

    /// A package that is built with its tests. All tests share it, one after the other,
    /// with the original sources: it takes a dozen seconds to build, and a few if there
    /// is nothing to do.
    static func built(_ system: String) async throws -> SamplePackage {
        let package = try shared.get()[system]!
        let changed = try files.filter { try package.text($0.key) != $0.value }
        for (name, text) in changed { try package.place.write(name, text) }
        try package.forgetSIL()
        let isBuilt = FileManager.default.fileExists(atPath: "\(package.root)/.build")
        if !isBuilt || !changed.isEmpty { try await package.build() }
        return package
    }

    /// Removes what the check has made, but not its cache for C modules, such as
    /// Foundation's, which take longer to compile than the package.
    private func forgetSIL() throws {
        for name in (try? names(in: "\(root)/check")) ?? [] {
            if !name.hasPrefix("modules-") { try place.remove("check/\(name)") }
        }
    }

    private static let shared = Result {
        let packages = try PackageTests.buildSystems.map { ($0, try SamplePackage($0)) }
        return Dictionary(uniqueKeysWithValues: packages)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
    }

    /// Builds the package: with its tests, unless the options say otherwise.
    func build(_ options: String...) async throws {
        let arguments =
            ["build", "--build-system", system, "--package-path", root]
            + Self.options + (options.isEmpty ? ["--build-tests"] : options)
        try await run(["swift"] + arguments)
    }

    /// The options of every build: an index of Foundation and the standard library would
    /// take half of the compiler's time.
    static let options = [
        "-j", "2", "--disable-sandbox", "-Xswiftc", "-index-ignore-system-modules",
    ]

    /// Runs a command of SwiftPM, and runs it again if SwiftPM itself crashes. With Swift
    /// Build it sometimes does: a signal ends it, or it says so.
    func run(_ command: [String]) async throws {
        var run = try await Run("env", command)
        for _ in 1...2
        where run.hasCrashed
            || (run.output + run.error).contains("*** Program crashed")
        {
            run = try await Run("env", command)
        }
        guard run.status == 0 else { throw Failure(text: run.output + run.error) }
    }

    func targets() throws -> [Compilation] {
        try BuildDirectory(path: "\(root)/.build", root: root).targets()
    }

    @discardableResult
    func read(
        _ change: (inout Pass) -> Void = { _ in }
    ) throws -> (files: [SILFile], unread: [UnreadTarget]) {
        var pass = Pass(directory: "\(root)/check")
        change(&pass)
        return try pass.read(targets()) { _ in }
    }

    func sil() throws -> PackageSIL {
        try PackageSIL(at: BuildLocation(packagePath: root, environment: [:])) { _ in }
    }

    /// The place from which a test says that it was loaded.
    func bundleOfTests() async throws -> String {
        let file = place.path("bundle")
        try await run(
            ["COLLET_BUNDLE=\(file)", "swift", "test", "--build-system", system]
                + ["--package-path", root, "--skip-build", "--disable-sandbox"])
        // That test run has planned a build without the sources from the plugin.
        try await build()
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    /// The date when the SIL of each target was written.
    func dates() throws -> [String: Date] {
        let names = try names(in: "\(root)/check").filter { $0.contains("-") }
        return names.reduce(into: [:]) { dates, name in
            let module = String(name.prefix { $0 != "-" })
            dates[module] = changeDate(of: "\(root)/check/\(name)/record.json")
        }
    }

    func changed(since dates: [String: Date]) throws -> [String] {
        try self.dates().filter { dates[$0.key] != $0.value }.keys.sorted()
    }

    mutating func move(to name: String) throws {
        let new = URL(filePath: root).deletingLastPathComponent().appending(path: name)
        try FileManager.default.moveItem(atPath: root, toPath: new.path)
        root = new.path
    }

    private struct Failure: Error { let text: String }

    private static let files = [
        "Package.swift": """
        // swift-tools-version: 6.1
        import PackageDescription
        let package = Package(
            name: "Shop",
            platforms: [.macOS(.v15), .iOS(.v18)],
            traits: ["Extra", .default(enabledTraits: ["Extra"])],
            dependencies: [.package(path: "Packages/Helper")],
            targets: [
                .target(name: "CKit"),
                .target(
                    name: "Kit",
                    dependencies: ["CKit", .product(name: "Helper", package: "Helper")],
                    exclude: ["Excluded"], resources: [.copy("words.txt")],
                    swiftSettings: [
                        .define("EXTRA", .when(traits: ["Extra"])),
                        .unsafeFlags(["-DUNSAFE"]),
                    ],
                    plugins: ["Generate"]
                ),
                .executableTarget(name: "Tool"),
                .plugin(
                    name: "Generate", capability: .buildTool(), dependencies: ["Tool"]),
                .executableTarget(name: "App", dependencies: ["Kit"]),
                .testTarget(name: "KitTests", dependencies: ["Kit", "App"]),
            ]
        )
        """,
        "Packages/Helper/Package.swift": """
        // swift-tools-version: 6.1
        import PackageDescription
        let package = Package(
            name: "Helper",
            products: [.library(name: "Helper", targets: ["Helper"])],
            targets: [.target(name: "Helper")]
        )
        """,
        "Packages/Helper/Sources/Helper/Helper.swift": "public func help() -> Int { 7 }",
        "Sources/CKit/include/CKit.h": "int add(int a, int b);",
        "Sources/CKit/CKit.c": """
        #include "CKit.h"
        int add(int a, int b) { return a + b; }

        """,
        "Sources/Kit/words.txt": "",
        "Sources/Kit/Excluded/words.txt": "",
        "Sources/Kit/Kit.swift": """
        import CKit
        import Foundation
        import Helper
        public func sum() -> Int { Int(add(1, 2)) + help() + generated }
        public func words() -> URL? { Bundle.module.resourceURL }
        #if EXTRA
            public func extra() {}
        #endif
        #if UNSAFE
            public func unsafe() {}
        #endif
        """,
        "Sources/Tool/main.swift": """
        import Foundation
        let file = CommandLine.arguments.last!
        try "let generated = 42".write(toFile: file, atomically: true, encoding: .utf8)
        """,
        "Plugins/Generate/Generate.swift": """
        import PackagePlugin
        @main struct Generate: BuildToolPlugin {
            func createBuildCommands(context: PluginContext, target: Target) throws
                -> [Command]
            {
                let file = context.pluginWorkDirectoryURL.appending(
                    path: "Generated.swift")
                return [
                    .buildCommand(
                        displayName: "Generate",
                        executable: try context.tool(named: "Tool").url,
                        arguments: [file.path], inputFiles: [], outputFiles: [file])
                ]
            }
        }
        """,
        "Sources/App/App.swift": """
        import Kit
        @main struct App { static func main() { print(sum()) } }
        """,
        "Tests/KitTests/KitTests.swift": """
        import Foundation
        import Testing
        @testable import App
        @testable import Kit
        @Test func sums() { #expect(sum() == 52) }
        @Test func saysWhereItIs() throws {
            guard let file = ProcessInfo.processInfo.environment["COLLET_BUNDLE"]
            else { return }
            try Bundle(for: Marker.self).bundlePath
                .write(toFile: file, atomically: true, encoding: .utf8)
        }
        class Marker {}
        """,
    ]
}
