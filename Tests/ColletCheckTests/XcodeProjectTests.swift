import Foundation
import TestSupport
import Testing

@testable import ColletCheck
@testable import collet_check

/// Xcode is emulated: its directories and variables are made up, and the compiler is run
/// by hand.
struct XcodeProjectTests {
    @Test func aRunScriptPhaseNeedsNoOptions() async throws {
        let project = try XcodeProject.shared.get()
        let toolchain = try Fixture.Program(named: "XcodeDefault.xctoolchain").directory
        try linkIndexLibrary(into: toolchain.appending(path: "usr/lib"))
        let tool = try #require(Package.executable("collet-check"))

        let run = try await Run(
            "env",
            [
                "-i", "SRCROOT=\(project.root.path)", "CONFIGURATION=Debug",
                "BUILT_PRODUCTS_DIR=\(project.products.path)",
                "DT_TOOLCHAIN_DIR=\(toolchain.path)", tool.path,
            ]
        )
        let app = project.root.appending(path: "Shop/App.swift").path
        let finding =
            "\(app):5:17: error: nothing is registered for Shop.Clock, needed by "
        #expect(run.output.hasPrefix(finding))
        #expect(
            run.output.hasSuffix(
                "1 injection site, 1 registration: 1 error, 1 warning\n"))
        #expect(run.error == "")
        #expect(run.status == 1)
    }

    /// The page's script, which also runs after the tests, on a machine without sources.
    @Test func theScriptForXcodeCloudChecksWhereTheSourcesAre() async throws {
        let project = try XcodeProject.shared.get()
        let tools = project.root.appending(path: "Tools")
        try Fixture.Program.makeDirectory(tools)
        try FileManager.default.createSymbolicLink(
            at: tools.appending(path: "collet-check"),
            withDestinationURL: try #require(Package.executable("collet-check")))
        let page = Package.root.appending(
            path: "Sources/ColletCheck/ColletCheck.docc/Xcode.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let script = try #require(text.firstMatch(of: /```\n(#!\/bin\/sh\n[^`]*)```/)?.1)
        func run(after action: String, at repository: String) async throws -> Run {
            try await Run(
                "env",
                [
                    "CI_XCODEBUILD_ACTION=\(action)",
                    "CI_PRIMARY_REPOSITORY_PATH=\(repository)",
                    "CI_DERIVED_DATA_PATH=\(project.derivedData.path)",
                    "sh", "-c", String(script),
                ])
        }

        let built = try await run(after: "build-for-testing", at: project.root.path)
        #expect(built.output.contains("error: nothing is registered for Shop.Clock"))
        #expect(built.error == "")
        #expect(built.status == 1)

        let tested = try await run(after: "test-without-building", at: "/nowhere")
        #expect(tested.output + tested.error == "")
        #expect(tested.status == 0)
    }

    @Test func theIndexIsFoundHoweverDeepTheProductsLie() throws {
        let project = try XcodeProject.shared.get()
        let bundle =
            "Shop.app/Contents/PlugIns/ShopTests.xctest/Contents/MacOS/a/b/c/d/e/f"
        for products in ["", bundle] {
            let result = project.check(
                builtAt: project.products.appending(path: products))
            #expect(result.output.contains("1 injection site, 1 registration"))
            #expect(result.status == 1)
        }
    }

    @Test(arguments: [
        "", "Index.noindex", "Index.noindex/DataStore", "Index.noindex/DataStore/",
    ])
    func theDerivedDataMayBeNamed(_ part: String) throws {
        let project = try XcodeProject.shared.get()
        let index = project.derivedData.path + "/" + part
        let result = CheckCommand.run([
            "--package-path", project.root.path, "--index-store-path", index,
        ])
        #expect(result.output.contains("1 injection site, 1 registration"))
        #expect(result.status == 1)
    }

    @Test(.enabled(if: runsSlowTests)) func aFileThatChangedSinceIsLeftOut() throws {
        let project = try XcodeProject(named: "Stale")
        let app = try project.write("Shop/App.swift", XcodeProject.app)
        let tests = try project.write(
            "ShopTests/Tests.swift",
            "import Shop\nimport Testing\nlet clock: Clock? = nil\n")
        try project.compile("Shop")
        try project.compile("ShopTests")
        let current = project.check()
        try project.program.touch(tests)
        let note =
            "\(tests.path):1:1: note: changed since the build; build again [left-out]\n"
        let end = "; 1 file could not be checked"
        #expect(!current.output.contains("note:"))
        let result = project.check()
        #expect(result.output.contains("\n\(note)check-dependencies: 1 injection site"))
        let others = result.output.replacing(note, with: "").replacing(end, with: "")
        #expect(others == current.output)
        #expect(result.status == 1)
        // Without the app, there is nothing to check.
        try project.program.touch(app)
        let failed = project.check()
        #expect(
            failed.errorOutput.hasPrefix(
                "error: no file can be checked: \(app.path) is changed since"))
        #expect(failed.errorOutput.contains("COMPILATION_CACHE_ENABLE_CACHING=NO"))
        #expect(failed.status == 2)
    }

    @Test(.enabled(if: runsSlowTests)) func whatTheProjectListsAndNobodyBuiltIsNamed()
        throws
    {
        let project = try XcodeProject(named: "Unbuilt")
        try project.write("Shop/App.swift", XcodeProject.app)
        try project.compile("Shop")
        for name in ["Listed", "Other", "New/Listed"] {
            try project.write("Shop/\(name).swift", "\n")
        }
        let settings = "Shop.xcodeproj/project.pbxproj"
        let note = ".swift:1:1: note: not compiled yet; build again"
        #expect(!project.check().output.contains("[left-out]"))
        try project.write(settings, "path = Listed.swift;\n")
        let listing = project.check().output
        #expect(listing.contains("/Shop/Listed\(note)"))
        #expect(!listing.contains("/Shop/Other"))
        // Another target's files may be in a directory within this one's.
        #expect(
            listing.contains(
                "/New/Listed.swift:1:1: note: of a target that was never built, so what it "
                    + "registers is not known [left-out]\n"))
        // Of a folder that is built as a whole, the project lists exceptions.
        try project.write(settings, "PBXFileSystemSynchronizedRootGroup Listed.swift\n")
        #expect(project.check().output.contains("/Shop/Other\(note)"))
        #expect(!project.check().output.contains("/Shop/Listed"))
    }

    /// Nothing is reported that the file might explain.
    @Test(.enabled(if: runsSlowTests)) func whatAChangedFileMayDoIsNoMistake() throws {
        let project = try XcodeProject(named: "StaleFile")
        let app = XcodeProject.app.replacing("main() {}", with: "main() { start() }")
        try project.write("Shop/App.swift", app)
        let other = try project.write(
            "Shop/Other.swift",
            """
            import Collet
            let clocks = Dependencies { Module { Clock() } }
            struct Other { @Inject var rate: Rate }
            func start() { rates.build(); clocks.build() }

            """
        )
        try project.compile("Shop")
        #expect(project.check().output.hasSuffix(": 0 errors, 0 warnings\n"))
        try project.program.touch(other)
        let result = project.check()
        #expect(
            result.output.contains(
                "/Shop/App.swift:5:17: note: nothing is registered for Shop.Clock; that is fine "
                    + "only where Shop/Other.swift, changed since the build, registers it [missing]\n"
            )
        )
        #expect(
            result.output.hasSuffix(
                ": 0 errors, 0 warnings; 1 file could not be checked\n"))
        #expect(result.status == 2)
    }

    /// Xcode's index is shared by all that is built with the same derived data.
    @Test(.enabled(if: runsSlowTests)) func aFileOfAnotherProgramIsLeftOut() throws {
        let project = try XcodeProject(named: "Foreign")
        try project.write("Shop/App.swift", "import Kit\n" + XcodeProject.app)
        try project.write("../Kit/Kit.swift", "import Base\n")
        try project.write(
            "../Base/Base.swift", "import Collet\nstruct Base { @Inject var a: Int }\n")
        let other = try project.write(
            "../Other/Other.swift",
            "import Shop\nlet clock: Clock? = nil\n" + XcodeProject.fake
        )
        try project.compile("Base", in: ["../Base"])
        try project.compile("Kit", in: ["../Kit"])
        try project.compile("Shop")
        try project.compile("Other", in: ["../Other"])
        let result = project.check()
        #expect(result.output.contains("error: nothing is registered for Shop.Clock"))
        #expect(
            result.output.contains(
                "Base.swift:2:27: note: nothing is registered for Swift.Int"))
        #expect(result.output.contains("warning: nothing builds this"))
        #expect(!result.output.contains(other.path))
        let index = project.program.index.path + "/"
        let arguments = [
            "--package-path", project.root.path, "--index-store-path", index,
        ]
        #expect(CheckCommand.run(arguments).output == result.output)
    }

    @Test func anIndexThatKnowsNothingOfTheProjectIsAnError() throws {
        let project = try XcodeProject.shared.get()
        let empty = project.program.directory.appending(path: "Empty/Empty.xcodeproj")
        try Fixture.Program.makeDirectory(empty)
        let root = empty.deletingLastPathComponent().path
        let result = CheckCommand.run([
            "--package-path", root, "--build-path", project.products.path,
        ])
        #expect(
            result.errorOutput
                == "error: there is no index of \(root) in \(project.program.index.path); build it "
                + "first in Xcode with COMPILER_INDEX_STORE_ENABLE=YES, and name it with "
                + "--index-store-path\n")
        #expect(result.output == "")
        #expect(result.status == 2)
    }

    @Test func aProjectWithoutIndexAsksForABuildInXcode() throws {
        let project = try XcodeProject(named: "NoIndex")
        let result = CheckCommand.run(["--package-path", project.root.path])
        #expect(
            result.errorOutput
                == "error: there is no index of \(project.root.path); build it first "
                + "in Xcode with COMPILER_INDEX_STORE_ENABLE=YES, and name it with "
                + "--index-store-path\n"
        )
        #expect(result.status == 2)
    }

    /// Derived data and packages may be kept inside the repository, under any name.
    @Test(.enabled(if: runsSlowTests)) func whatIsCheckedOutOrBuiltIsNotTheProjectsOwn()
        throws
    {
        let directories = [
            "Derived/SourcePackages/checkouts/A", "Packages/checkouts/B",
            ".build/checkouts/C",
            "Derived/Build/Intermediates.noindex/Shop.build/DerivedSources",
        ]
        let project = try XcodeProject(named: "Inside", derivedData: "Shop/Derived")
        try project.write("Shop/App.swift", "import Kit\n" + XcodeProject.app)
        for (number, directory) in directories.enumerated() {
            let fake = XcodeProject.fake.replacing("nused", with: "nused\(number)")
            try project.write("\(directory)/Kit\(number).swift", fake)
        }
        try project.write("Packages/workspace-state.json", "{}")
        try project.write("Shop/checkouts/Own.swift", XcodeProject.fake)
        try project.compile("Kit", in: directories)
        try project.compile("Shop", in: ["Shop", "Shop/checkouts"])
        let result = project.check()
        #expect(
            result.output.contains(
                "/Own.swift:3:14: warning: nothing builds this"))
        #expect(!result.output.contains("/Kit"))
    }

    @Test(.enabled(if: runsSlowTests)) func aPastedLibraryIsKnownEvenIfItChanged() throws
    {
        let project = try XcodeProject(named: "Pasted")
        let app = XcodeProject.app.replacing("import Collet\n", with: "")
        try project.write("Shop/App.swift", app)
        let pasted = try Fixture.Package.library.map { file in
            let text = try String(contentsOf: file, encoding: .utf8)
            return try project.write("Shop/\(file.lastPathComponent)", text)
        }
        try project.compile("Shop")
        let current = project.check()
        #expect(current.output.contains("1 injection site, 1 registration: 1 error"))
        for file in pasted { try project.program.touch(file) }
        #expect(project.check().output == current.output)
    }

    @Test func aFileIsTheProjectsOwnWhateverWayLeadsToIt() throws {
        let project = try XcodeProject(named: "Link")
        try project.write("Shop/App.swift", XcodeProject.app)
        let link = project.program.directory.appending(path: "Link")
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: project.root)
        try project.compile("Shop", in: ["../Link/Shop"])
        #expect(
            project.check().output.contains("1 injection site, 1 registration: 1 error"))
    }

    @Test(arguments: ["Package.swift", "Shop.xcodeproj", "Shop.xcworkspace"])
    func aRootHasAPackageOrAnXcodeProject(_ name: String) throws {
        let root = try Fixture.Program(named: "Root-\(name)").directory
        try Fixture.Program.makeDirectory(root.appending(path: name))
        #expect(try Program.root(of: root.path + "/Shop/Tests/Tests.swift") == root.path)
    }
}

/// An Xcode project with derived data.
private struct XcodeProject {
    /// The one for tests that change nothing about it.
    static let shared = Result {
        let project = try XcodeProject(named: "Shared")
        try project.write("Shop/App.swift", app)
        try project.compile("Shop")
        return project
    }

    /// One error, and two warnings.
    static let app = """
        import Collet
        public struct Clock: Sendable {}
        struct Rate {}
        @main struct App {
            @Inject var clock: Clock
            static func main() {}
        }
        let rates = Dependencies { Module { Rate() } }

        """

    /// Two warnings.
    static let fake = """
        import Collet
        struct Unused {}
        let unused = Dependencies { Module { Unused() } }

        """

    var program: Fixture.Program
    let root: URL
    let derivedData: URL
    var products: URL {
        derivedData.appending(path: "Build/Products/Debug-iphonesimulator")
    }

    /// - Parameters:
    ///   - name: The name of the directory for all of it, which is emptied.
    ///   - derivedData: The place of the derived data in that directory.
    init(named name: String, derivedData: String = "Derived/Shop-abc") throws {
        program = try Fixture.Program(named: "Xcode-\(name)")
        root = program.directory.appending(path: "Shop")
        self.derivedData = program.directory.appending(path: derivedData)
        program.index = self.derivedData.appending(path: "Index.noindex/DataStore")
        program.modules = products
        try Fixture.Program.makeDirectory(root.appending(path: "Shop.xcodeproj"))
        try Fixture.Program.makeDirectory(products)
    }

    /// Writes a file of the project.
    @discardableResult func write(_ path: String, _ text: String) throws -> URL {
        try program.write(text, to: "Shop/\(path)")
    }

    /// Compiles directories of the project, that of the module's name by default.
    func compile(_ module: String, in directories: [String]? = nil) throws {
        let sources = (directories ?? [module]).map {
            root.appending(path: $0).standardized
        }
        try program.compile(module, at: sources, [], isImported: true)
    }

    func check(builtAt built: URL? = nil) -> CheckCommand.Result {
        CheckCommand.run([
            "--package-path", root.path, "--build-path", (built ?? products).path,
        ])
    }
}

/// Makes the index library of this machine's toolchain look as if it were in a directory.
func linkIndexLibrary(into directory: URL) throws {
    let library = URL(filePath: try IndexStoreLibrary.find(beside: nil))
    try Fixture.Program.makeDirectory(directory)
    try FileManager.default.createSymbolicLink(
        at: directory.appending(path: library.lastPathComponent),
        withDestinationURL: library
    )
}
