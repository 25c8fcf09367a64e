import Foundation
import TestSupport
import Testing

@testable import ColletCheck

/// Xcode is emulated: its directories, variables and arguments are made up, but the
/// compiler's results are real. Tests that change neither sources nor compilers share
/// what is built and read, one after the other.
@Suite(.serialized)
struct XcodeProjectTests {
    private let place: BuildPlace
    /// The path of the compiler.
    private let compiler: String

    private static let intermediates = "Derived/Shop-abc/Build/Intermediates.noindex"
    private static let products = "Derived/Shop-abc/Build/Products"

    init() async throws { self = try await Self.shared.value }

    private static let shared = Task { try await Self(in: BuildPlace("My Shop")) }

    /// Builds Kit and Shop for two destinations. Only release registers everything.
    private init(in place: BuildPlace) async throws {
        self.place = place
        let found = try await Run("sh", ["-c", "command -v swiftc"])
        compiler = String(found.output.dropLast())
        try place.write("Shop.xcodeproj/project.pbxproj")
        try place.write("Kit/Kit.swift", Self.kit)
        try place.write("Shop/Shop.swift", Self.shop)
        try writeCompiler("swiftc")
        for (number, name) in ["Debug-iphonesimulator", "Release-iphoneos"].enumerated() {
            try await build(name, number)
        }
    }

    private static let kit = """
        import Collet
        public struct Clock: Sendable { public init() {} }
        public struct Rate: Sendable { public init() {} }
        public struct Till {
            @Inject var clock: Clock
            @Inject var rate: Rate
            public init() {}
            public func open() { _ = (clock, rate) }
        }

        """

    private static let shop = """
        import Collet
        import Kit
        let dependencies = Dependencies {
            Module { Rate() }
            #if !DEBUG
                Module { Clock() }
            #endif
        }
        @main struct Shop {
            static func main() {
                dependencies.build()
                Till().open()
            }
        }

        """

    private func build(_ destination: String, _ number: Int) async throws {
        let products = place.path("\(Self.products)/\(destination)")
        try place.write("\(Self.products)/\(destination)/Shop.app/Shop")
        let options =
            ["-swift-version", "6", "-parse-as-library", "-g", "-I", products]
            + (try await CompiledLibrary.shared.importOptions)
            + (destination.hasPrefix("Debug") ? ["-DDEBUG"] : [])
        try await swiftc(
            options + ["-module-name", "Kit", "-emit-module", "-emit-module-path"]
                + ["\(products)/Kit.swiftmodule", place.path("Kit/Kit.swift")])
        // As if Xcode built modules explicitly, which Linux can't.
        let cache = place.path("Derived/ModuleCache")
        let all =
            options + ["-incremental", "-explicit-module-build"]
            + ["-module-cache-path", cache, "-clang-scanner-module-cache-path", cache]
        try place.writeStore(
            try ["Kit", "Shop"].map {
                try place.swiftBuildCommand(
                    $0, ["\($0)/\($0).swift"], destination: destination,
                    in: Self.intermediates, options: all)
            }, named: destination, at: Double(number), in: Self.intermediates)
    }

    /// A script that runs the compiler, wherever that is.
    private func writeCompiler(_ name: String) throws {
        chmod(try place.write(name, "#!/bin/sh\nexec '\(compiler)' \"$@\"\n"), 0o755)
    }

    /// Runs the command as a Run Script phase does, which has no options.
    private func check(
        _ configuration: String, _ platform: String, _ options: [String] = []
    ) async throws -> Run {
        let tool = try #require(Package.executable("collet-check"))
        let destination = configuration + platform
        return try await Run(
            "env",
            [
                "-i", "PATH=/usr/bin:/bin", "HOME=\(place.path)", "SDKROOT=/nowhere.sdk",
                "SRCROOT=\(place.path)", "CONFIGURATION=\(configuration)",
                "EFFECTIVE_PLATFORM_NAME=\(platform)",
                "OBJROOT=\(place.path(Self.intermediates))",
                "BUILT_PRODUCTS_DIR=\(place.path("\(Self.products)/\(destination)"))",
                "DT_TOOLCHAIN_DIR=\(place.path("Xcode.xctoolchain"))", tool.path,
            ] + options)
    }

    /// The only mistake, in whatever words.
    private func isFound(by run: Run) -> Bool {
        let findings = run.output.split(separator: "\n").filter {
            $0.contains(": error: ")
        }
        return findings.count == 1
            && findings[0].hasPrefix("\(place.path)/Kit/Kit.swift:5:")
            && findings[0].contains("Clock")
    }

    @Test func aRunScriptPhaseChecksWhatIsBeingBuilt() async throws {
        let debug = try await check("Debug", "-iphonesimulator")
        #expect(isFound(by: debug), "\(debug.output)\(debug.error)")
        #expect(debug.status == 1)
        let release = try await check("Release", "-iphoneos")
        #expect(
            !release.output.contains(": error: "), "\(release.output)\(release.error)")
        #expect(release.status == 0)
        let other = try await check("Debug", "-appletvos")
        #expect(
            other.error.hasPrefix(
                "error: the build has no Swift code for 'Debug-appletvos'"))
        #expect(other.status == 2)
    }

    /// As left by a build with `xcodebuild -derivedDataPath` in CI.
    @Test func theLastBuildInNamedDerivedDataIsChecked() async throws {
        let tool = try #require(Package.executable("collet-check"))
        let options = ["--package-path", place.path, "--build-path"]
        func check(_ path: String) async throws -> Run {
            try await Run(tool.path, options + [place.path(path)])
        }
        #expect(try await check("Derived/Shop-abc").status == 0)
        let store = "\(Self.intermediates)/XCBuildData/Debug-iphonesimulator.xcbuilddata"
        try place.setDate(store, 9)
        let debug = try await check("\(Self.products)/Debug-iphonesimulator")
        #expect(isFound(by: debug), "\(debug.output)\(debug.error)")
        #expect(debug.status == 1)
    }

    /// After an update of Xcode, another compiler builds.
    @Test func theToolchainOfThePhaseReadsForACompilerThatIsGone() async throws {
        let project = try await Self(in: BuildPlace("My Shop"))
        try project.place.remove("swiftc")
        let failed = try await project.check("Debug", "-iphonesimulator")
        let gone = project.place.path("swiftc")
        #expect(failed.error.contains("\(gone)', can't be started for"))
        #expect(failed.status == 2)
        try project.writeCompiler("Xcode.xctoolchain/usr/bin/swiftc")
        let debug = try await project.check("Debug", "-iphonesimulator")
        #expect(project.isFound(by: debug), "\(debug.output)\(debug.error)")
        #expect(debug.status == 1)
    }

    @Test func whatATestOfTheAppWasBuiltWithIsRead() throws {
        let bundle = "Release-iphoneos/Shop.app/PlugIns/ShopTests.xctest"
        try place.write("\(Self.products)/\(bundle)/binary")
        let sil = try PackageSIL(
            at: BuildLocation(
                testIn: place.path("Shop/Shop.swift"),
                bundle: place.path("\(Self.products)/\(bundle)"), environment: [:])
        ) { _ in }
        #expect(
            sil.files.programs.map { $0.map(\.module).sorted() } == [["Kit", "Shop"]])
        #expect(sil.unchecked.isEmpty)
    }
}
