import Foundation
import Testing

@testable import ColletCheck

/// The place where a program was built, and the place of the check's own files.
struct BuildLocationTests {
    private let place: BuildPlace

    init() throws {
        place = try BuildPlace("My App")
        try place.write("Package.swift")
        try place.write("Sources/Kit/a.swift")
        try place.write("Tests/KitTests/b.swift")
    }

    private func location(
        _ buildPath: String? = nil, _ environment: [String: String] = [:]
    ) throws -> BuildLocation {
        try BuildLocation(
            packagePath: place.path, buildPath: buildPath.map(place.path(_:)),
            environment: environment)
    }

    private func writeStore(
        _ intermediates: String, _ destination: String = "Debug-linux",
        of modules: [String] = ["Kit"], named name: String = "a", at seconds: Double = 0
    ) throws {
        try place.writeStore(
            try modules.map {
                try place.swiftBuildCommand(
                    $0, ["Sources/Kit/a.swift"], destination: destination,
                    in: intermediates)
            }, named: name, at: 10_000_000_000 + seconds, in: intermediates)
    }

    // MARK: From products to the build

    /// The places from which a test's process was loaded, in each kind of build.
    @Test(arguments: [
        ("x86_64-linux/debug", ".build", ".build"),
        ("x86_64-linux/debug/ShopPackageTests.xctest/Contents/MacOS", ".build", ".build"),
        ("out/Products/Debug-linux-x86_64", ".build", ".build/out/Intermediates.noindex"),
        (
            "out/Products/Debug/ShopTests.xctest", "Scratch",
            "Scratch/out/Intermediates.noindex"
        ),
        // Derived data, with and without an app around the tests.
        (
            "Build/Products/Debug/ShopTests.xctest", "Derived/Shop-abc",
            "Derived/Shop-abc/Build/Intermediates.noindex"
        ),
        (
            "Build/Products/Debug/Shop.app/Contents/PlugIns/ShopTests.xctest",
            "Derived/Shop-abc", "Derived/Shop-abc/Build/Intermediates.noindex"
        ),
        (
            "Build/Products/Debug/PackageFrameworks/ColletCheck.framework/Versions/A",
            "Derived", "Derived/Build/Intermediates.noindex"
        ),
    ])
    func aTestBundleLeadsToItsBuild(_ bundle: String, _ build: String, _ store: String)
        throws
    {
        let isNative = store == build
        if isNative {
            try place.writeDescription(
                ["Kit": ["Sources/Kit/a.swift"]], products: ".build/x86_64-linux/debug")
        } else {
            try writeStore(store)
        }
        try place.write("\(build)/\(bundle)/binary")
        let location = try BuildLocation(
            testIn: place.path("Tests/KitTests/b.swift"),
            bundle: place.path("\(build)/\(bundle)"), environment: [:])
        #expect(location.root == place.path)
        #expect(location.build.path == place.path(build))
        #expect(try location.targets().map(\.module) == ["Kit"])
    }

    /// A package that is checked out in derived data, with a build of its own.
    @Test func theNearestBuildCounts() throws {
        try writeStore("Derived/Build/Intermediates.noindex", of: ["Kit"])
        let checkout = "Derived/SourcePackages/checkouts/Shop/.build"
        try writeStore("\(checkout)/out/Intermediates.noindex", of: ["Other"])
        let products = "\(checkout)/out/Products/Debug"
        try place.write("\(products)/binary")
        #expect(try location(products).build.path == place.path(checkout))
        #expect(try location("\(checkout)/out").build.path == place.path(checkout))
    }

    /// The directory around several scratch paths looks like one.
    @Test func aScratchPathBesideOthersIsABuildOfItsOwn() throws {
        try writeStore("Scratch/one/out/Intermediates.noindex")
        for name in ["one", "two"] {
            try place.write("Scratch/\(name)/debug/description.json", "{}")
        }
        let location = try location("Scratch/one/out/Products")
        #expect(location.build.path == place.path("Scratch/one"))
    }

    @Test func withoutAnyTheNamedDirectoryIsToldOf() throws {
        try place.write("Products/App")
        let problem = try #require(throws: Refusal.self) {
            try location("Products").targets()
        }
        let words = problem.description
        #expect(words.hasPrefix("no build of '\(place.path)' is found; build it first, "))
        let paths = words.split(separator: "\n").filter { $0.contains("*") }
        #expect(!paths.isEmpty)
        #expect(paths.allSatisfy { $0.hasPrefix("    " + place.path("Products/")) })
    }

    @Test func aPackagesBuildIsWhereSwiftPMPutsIt() throws {
        try writeStore(".build/out/Intermediates.noindex")
        #expect(try location().build.path == place.path(".build"))
        #expect(try location(nil, ["SRCROOT": "/"]).root == place.path)
        #expect(throws: Refusal.noDirectory(place.path("gone"))) {
            try BuildLocation(packagePath: place.path("gone"), environment: [:])
        }
    }

    /// The plugin's directory, in which SwiftPM lets it write.
    @Test func theSILIsWhereThePluginMayWrite() throws {
        try writeStore(".build/out/Intermediates.noindex")
        let cache = place.path(".build/plugins/CheckDependencies/outputs/sil")
        #expect(try location(".build/out/Products").cache == cache)
        let named = try BuildLocation(
            packagePath: place.path, cachePath: "/elsewhere", environment: [:])
        #expect(named.cache == "/elsewhere")
    }

    /// On another disk, as large as it is.
    @Test func whatXcodeBuildsMayBeLinked() throws {
        try writeStore("Elsewhere/Intermediates.noindex")
        try place.write("Derived/info.plist")
        try FileManager.default.createSymbolicLink(
            atPath: place.path("Derived/Build"), withDestinationPath: "../Elsewhere")
        #expect(try location("Derived").targets().map(\.module) == ["Kit"])
    }

    // MARK: In a test

    @Test func aTestWithoutSourcesIsTold() {
        let file = "/Volumes/workspace/Tests.swift"
        #expect(throws: Refusal.noSources(file)) {
            try BuildLocation(testIn: file, bundle: place.path, environment: [:])
        }
    }

    @Test func aTestInASandboxIsTold() {
        #expect(throws: Refusal.sandboxed) {
            try BuildLocation(
                testIn: place.path("Tests/KitTests/b.swift"), bundle: place.path,
                environment: ["APP_SANDBOX_CONTAINER_ID": "shop"])
        }
    }

    @Test func aFileOutsideOfPackagesIsTold() {
        #expect(throws: Refusal.noProject("/dev/null")) {
            try BuildLocation(testIn: "/dev/null", bundle: place.path, environment: [:])
        }
    }

    @Test(arguments: ["Shop.xcodeproj", "Shop.xcworkspace"])
    func aProjectIsARoot(_ name: String) throws {
        try place.write("Apps/\(name)/contents")
        let file = try place.write("Apps/Tests/c.swift")
        let location = try BuildLocation(
            testIn: file, bundle: place.path, environment: [:])
        #expect(location.root == place.path("Apps"))
    }

    // MARK: In a Run Script phase

    private func phase(_ changes: [String: String] = [:]) -> [String: String] {
        let environment = [
            "SRCROOT": place.path, "CONFIGURATION": "Debug",
            "EFFECTIVE_PLATFORM_NAME": "-iphonesimulator",
            "OBJROOT": place.path("Derived/Build/Intermediates.noindex"),
            "BUILT_PRODUCTS_DIR": place.path(
                "Derived/Build/Products/Debug-iphonesimulator"),
            "DT_TOOLCHAIN_DIR": "/Xcode.xctoolchain", "SDKROOT": "/iPhoneSimulator.sdk",
        ]
        return environment.merging(changes) { $1 }
    }

    @Test(arguments: ["OBJROOT", "CONFIGURATION"])
    func aPhaseTellsWhatXcodeBuildsAndWhere(_ name: String) {
        #expect(XcodePhase(phase()) != nil)
        #expect(XcodePhase(phase().filter { $0.key != name }) == nil)
    }

    private func targets(_ environment: [String: String]) throws -> [String] {
        try BuildLocation(environment: environment).targets()
            .map { "\($0.module) \($0.destination)" }.sorted()
    }

    private let intermediates = "Derived/Build/Intermediates.noindex"

    /// Two destinations and two configurations in one derived data, two architectures.
    @Test func onlyWhatIsBeingBuiltCounts() throws {
        let destinations = [
            "Debug-iphonesimulator", "Release-iphonesimulator", "Debug-iphoneos", "Debug",
        ]
        for (number, destination) in destinations.enumerated() {
            try writeStore(
                intermediates, destination, of: ["App", "Kit"], named: "\(number)",
                at: Double(number))
        }
        #expect(
            try targets(phase()) == [
                "App Debug-iphonesimulator/x86_64", "Kit Debug-iphonesimulator/x86_64",
            ])
        #expect(
            try targets(phase(["CONFIGURATION": "Release"])) == [
                "App Release-iphonesimulator/x86_64",
                "Kit Release-iphonesimulator/x86_64",
            ])
        #expect(
            try targets(phase(["EFFECTIVE_PLATFORM_NAME": ""])) == [
                "App Debug/x86_64", "Kit Debug/x86_64",
            ])
    }

    @Test func aDestinationThatWasNotBuiltIsTold() throws {
        try writeStore(intermediates, "Debug")
        let problem = Refusal.otherDestination(
            "Debug-iphonesimulator", place.path(intermediates))
        #expect(throws: problem) { try targets(phase()) }
    }

    @Test func aPhaseIsToldWhatIsNotUnderstood() throws {
        let store = [["builtin-other", "--", "swiftc"]]
        try place.writeStore(store, at: 10_000_000_000, in: intermediates)
        let problem = try #require(throws: Refusal.self) { try targets(phase()) }
        #expect(problem.description.contains("isn't understood"))
    }

    /// Of the built targets, only the library is left.
    @Test func aPhaseWithoutSourcesChecksNothing() throws {
        try writeStore(intermediates, "Debug-iphonesimulator", of: ["Collet"])
        let problem = Refusal.foreign(place.path, build: place.path("Derived"))
        #expect(throws: problem) { try targets(phase()) }
    }

    /// Another scheme's targets may not fit what is being built.
    @Test func whatAnEarlierBuildHadDoesNotCount() throws {
        let destination = "Debug-iphonesimulator"
        try writeStore(
            intermediates, destination, of: ["App", "Tests", "Old"], named: "z", at: 1)
        try writeStore(intermediates, destination, of: ["App", "Kit"], named: "y", at: 2)
        try writeStore(intermediates, "Debug", of: ["Macros"], named: "x", at: 3)
        #expect(
            try targets(phase()) == [
                "App Debug-iphonesimulator/x86_64", "Kit Debug-iphonesimulator/x86_64",
            ])
    }

    /// As when an archive is made, whose objects are in their own directory.
    @Test(arguments: [true, false])
    func theObjectsAreInTheDirectoryOfThePhase(_ hasOwnStore: Bool) throws {
        let archive = "\(intermediates)/ArchiveIntermediates/Shop/Intermediates"
        let destination = "Debug-iphonesimulator"
        try writeStore(intermediates, destination, of: ["App"], named: "a", at: 2)
        let commands = try ["App", "Kit"].map {
            try place.swiftBuildCommand(
                $0, ["Sources/Kit/a.swift"], destination: destination, in: archive)
        }
        try place.writeStore(
            commands, named: "b", at: 10_000_000_001,
            in: hasOwnStore ? archive : intermediates)
        let environment = phase(["OBJROOT": place.path(archive)])
        #expect(try targets(environment).count == 2)
        #expect(try targets(phase()).count == 1)
    }

    @Test func aBuildThatIsNamedCountsInAPhaseToo() throws {
        try writeStore("Other/Build/Intermediates.noindex", "Release")
        let location = try BuildLocation(
            buildPath: place.path("Other"), environment: phase())
        #expect(try location.targets().map(\.destination) == ["Release/x86_64"])
    }

    /// As in a workspace: the project's directory has none of the sources.
    @Test func aPhaseChecksPackagesBesideItsProjectToo() throws {
        try writeStore(intermediates, "Debug-iphonesimulator")
        try place.write("App/Shop.xcodeproj/project.pbxproj")
        let environment = phase(["SRCROOT": place.path("App")])
        #expect(try targets(environment) == ["Kit Debug-iphonesimulator/x86_64"])
    }

    /// The architectures are compiled side by side, and one of them says everything.
    @Test func ofTwoArchitecturesOneIsRead() throws {
        try place.write("swiftc")
        let commands = try ["App", "Kit"].map {
            try place.swiftBuildCommand(
                $0, ["Sources/Kit/a.swift"], destination: "Debug-iphonesimulator",
                in: intermediates)
        }
        let others = commands.map { $0.map { $0.replacing("x86_64", with: "arm64") } }
        for list in others.joined() where list.hasSuffix(".SwiftFileList") {
            let name = String(list.dropFirst(place.path.count + 2))
            try place.write(
                name, ResponseFile.text(of: [place.path("Sources/Kit/a.swift")]))
        }
        try place.writeStore(
            commands + others, at: 10_000_000_000, in: intermediates)
        #expect(
            try targets(phase()) == [
                "App Debug-iphonesimulator/arm64", "Kit Debug-iphonesimulator/arm64",
            ])
    }

    @Test func theCompilerForOneThatIsGoneIsThePhasesOrThatInThePath() throws {
        try writeStore(intermediates)
        func compiler(_ path: String?, _ environment: [String: String]) throws -> String?
        {
            try BuildLocation(
                packagePath: place.path, compilerPath: path, environment: environment
            ).compiler
        }
        #expect(try compiler("/swiftc", phase()) == "/swiftc")
        #expect(try compiler(nil, phase()) == "/Xcode.xctoolchain/usr/bin/swiftc")
        #expect(try compiler(nil, [:]) == nil)
        let tool = try place.write("bin/swiftc")
        let path = ["PATH": "\(place.path("nowhere")):\(place.path("bin"))"]
        #expect(try compiler(nil, path) == nil)
        chmod(tool, 0o755)
        #expect(try compiler(nil, path) == tool)
    }

    // MARK: Outside of the build

    @Test func theBuildOfAnotherProgramIsTold() throws {
        try writeStore(".build/out/Intermediates.noindex")
        let other = try BuildPlace()
        try other.write("Package.swift")
        let location = try BuildLocation(
            packagePath: other.path, buildPath: place.path(".build"), environment: [:])
        let problem = Refusal.foreign(other.path, build: place.path(".build"))
        #expect(throws: problem) { try location.targets() }
    }

    @Test(arguments: ["Sources/Kit/new.swift", "Sources/Kit/New/new.swift"])
    func aSourceThatCameAfterTheBuildIsTold(_ name: String) throws {
        try place.writeDescription(["Kit": ["Sources/Kit/a.swift"]])
        try place.setDate("\(BuildPlace.products)/description.json", 10_000_000_000)
        try place.write(name)
        try place.write("Sources/Kit/.hidden.swift")
        try place.write("Sources/Other/new.swift")
        // A file that the last build could have compiled is excluded.
        #expect(try location().targets().map(\.module) == ["Kit"])
        try place.setDate("\(BuildPlace.products)/description.json", 0)
        #expect(throws: Refusal.added([place.path(name)])) {
            try location().targets()
        }
    }

    @Test func aSourceThatCameIsToldWhateverTheTargetsName() throws {
        try place.write("Sources/Kit+Mac/a.swift")
        try place.writeDescription(["Kit+Mac": ["Sources/Kit+Mac/a.swift"]])
        let new = try place.write("Sources/Kit+Mac/New/new.swift")
        try place.setDate("\(BuildPlace.products)/description.json", 0)
        #expect(throws: Refusal.added([new])) { try location().targets() }
    }

    @Test func aSourceThatCameIsToldWhereTheBuildGoesThroughALink() throws {
        let link = place.path("link")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: place.path)
        try place.writeDescription(["Kit": ["link/Sources/Kit/a.swift"]])
        try place.write("link/Sources/Kit/a.swift")
        let new = try place.write("Sources/Kit/new.swift")
        try place.setDate("\(BuildPlace.products)/description.json", 0)
        #expect(throws: Refusal.added([new])) { try location().targets() }
    }

    /// A target that no build was asked for may have any files.
    @Test func onlyBuiltTargetsHaveSourcesThatCameLater() throws {
        try place.write("Tests/KitTests/Fixtures/new.swift")
        try place.writeDescription(
            ["Kit": ["Sources/Kit/a.swift"], "KitTests": ["Tests/KitTests/b.swift"]],
            at: 10_000_000_000, built: ["Kit"])
        #expect(try location().targets().count == 2)
    }

    /// A target may be anywhere, and other targets in directories below.
    @Test func elsewhereOnlyTheDirectoriesOfSourcesAreSearched() throws {
        try place.write("App/a.swift")
        try place.write("App/Widget/new.swift")
        let generated = ".build/plugins/outputs/Sources/Shop/b.swift"
        try place.write(generated)
        try place.write(".build/plugins/outputs/Sources/Shop/new.swift")
        try place.writeStore([
            try place.swiftBuildCommand("Shop", [generated, "App/a.swift"])
        ])
        #expect(try location().targets().map(\.module) == ["Shop"])
        let new = try place.write("App/new.swift")
        #expect(throws: Refusal.added([new])) { try location().targets() }
        // A project lists its sources.
        try place.remove("Package.swift")
        #expect(try location().targets().map(\.module) == ["Shop"])
    }

    @Test(arguments: ["App", "."])
    func aPackageOfAProjectMayGetSources(_ project: String) throws {
        try place.remove("Package.swift")
        try place.write("\(project)/Shop.xcodeproj/project.pbxproj")
        try place.write("Packages/Bank/Package.swift")
        let sources = [
            "Shop": "App/a.swift", "Bank": "Packages/Bank/Sources/Bank/a.swift",
            "BankTests": "Packages/Bank/Tests/BankTests/a.swift",
        ]
        for source in sources.values { try place.write(source) }
        try place.writeStore(try sources.map { try place.swiftBuildCommand($0, [$1]) })
        try place.write("App/new.swift")
        #expect(try location().targets().count == 3)
        let new = try place.write("Packages/Bank/Tests/BankTests/new.swift")
        #expect(throws: Refusal.added([new])) { try location().targets() }
    }

    /// SwiftPM and Xcode replace the sources of what they have checked out.
    @Test func aCheckedOutPackageMayGetSources() throws {
        let checkout = "SourcePackages/checkouts/Bank"
        try place.write("SourcePackages/workspace-state.json", "{}")
        try place.write("\(checkout)/Package.swift")
        let sources = [
            "Shop": "Sources/Shop/a.swift", "Bank": "\(checkout)/Sources/Bank/a.swift",
        ]
        for source in sources.values { try place.write(source, "import Collet") }
        try place.writeStore(try sources.map { try place.swiftBuildCommand($0, [$1]) })
        try place.write("\(checkout)/Sources/Bank/new.swift")
        #expect(try location().targets().count == 2)
    }
}
