import Foundation
import Testing

@testable import ColletCheck
@testable import collet_check

struct CheckCommandTests {
    /// A program of one file with one warning.
    private struct Small {
        /// The one for tests that change nothing about it.
        static let shared = Result { try Small(named: "Small") }

        let program: Fixture.Program
        let package: URL
        var file: URL { package.appending(path: "App/App.swift") }

        init(named name: String) throws {
            program = try Fixture.Program(named: name)
            package = program.directory.appending(path: "package")
            try FileManager.default.createDirectory(
                at: package.appending(path: "App"),
                withIntermediateDirectories: true
            )
            let source = """
                import Collet
                struct Clock {}
                let dependencies = Dependencies { Module { Clock() } }

                """
            try Data(source.utf8).write(to: file)
            try compile()
        }

        func compile() throws {
            try program.compile("App", at: package.appending(path: "App"))
        }

        /// Compiles a module "Kit" of one file, outside of the package.
        func compileDependency(_ source: String) throws {
            let kit = program.directory.appending(path: "Kit")
            try FileManager.default.createDirectory(at: kit, withIntermediateDirectories: true)
            try Data(source.utf8).write(to: kit.appending(path: "Kit.swift"))
            try program.compile("Kit", at: kit, isImported: true)
        }

        func check(_ options: String...) -> CheckCommand.Result {
            CheckCommand.run(program.arguments(packageAt: package) + options)
        }

        /// Checks the program with a copy of its index that a closure damages.
        func check(
            withIndexNamed name: String,
            damagedBy damage: (URL) throws -> Void
        ) throws -> CheckCommand.Result {
            let copy = program.directory.appending(path: name)
            try FileManager.default.copyItem(at: program.index, to: copy)
            try damage(copy)
            return check("--index-store-path", copy.path)
        }
    }

    @Test(arguments: [
        (["--formt"], "unknown option '--formt'; see --help"),
        (["--strict=yes"], "unknown argument 'yes'; see --help"),
        (["mermaid"], "unknown argument 'mermaid'; see --help"),
        (["--format", "svg"], "option '--format' is one of text, github, json; see --help"),
        (["--graph"], "option '--graph' is one of mermaid, dot; see --help"),
        (["--package-path"], "option '--package-path' needs a value; see --help"),
        (["--output="], "option '--output' needs a value; see --help"),
        (["--index-store-path", "/no/index"], "there is no index store at /no/index"),
        (["--package-path", "/no/package"], "there is no package at /no/package"),
        (
            ["--package-path", "/usr"],
            "there is no index of /usr; build it first with 'swift build' "
                + "(a release build needs --enable-index-store)"
        ),
    ])
    func whatCannotBeCheckedIsSaidInOneLine(_ arguments: [String], _ message: String) {
        let result = CheckCommand.run(arguments)
        #expect(result.errorOutput == "error: \(message)\n")
        #expect(result.output == "")
        #expect(result.status == 2)
    }

    @Test func helpNamesEveryOption() {
        let result = CheckCommand.run(["--help"])
        for option in [
            "--format", "--graph", "--output", "--include-tests", "--index-store-path", "--strict",
            "--help",
        ] {
            #expect(result.output.contains("  \(option)") || result.output.contains(", \(option)"))
        }
        #expect(result.status == 0)
    }

    @Test func warningsCountOnlyIfStrict() throws {
        let small = try Small.shared.get()
        let relaxed = small.check()
        #expect(
            relaxed.output.contains("warning: nothing injects or resolves App.Clock [unused]\n"))
        #expect(relaxed.status == 0)
        let strict = small.check("--strict")
        #expect(strict.output == relaxed.output)
        #expect(strict.status == 1)
    }

    @Test func aReportListsWhatIsSevereEnough() throws {
        let small = try Small.shared.get()
        let wiring = try Program.wiring(
            packagePath: small.package.path,
            buildPath: nil,
            indexStorePath: small.program.index.path
        )
        let report = Report(wiring)
        let summary = "check-dependencies: 0 injection sites, 1 registration: 0 errors, 1 warning"
        #expect(!report.isWrong(strict: false))
        #expect(report.text(from: .error) == summary)
        #expect(report.isWrong(strict: true))
        #expect(report.text(from: .warning).hasPrefix(small.file.path + ":3:35: warning: "))
    }

    /// As a release build does, where SwiftPM needs an index of the tests only.
    @Test func anIndexOfTestsAloneIsNone() throws {
        let small = try Small(named: "TestsAlone")
        try Data("import Testing\n".utf8).write(to: small.file)
        try small.compile()
        #expect(small.check().errorOutput.hasPrefix("error: there is no index of "))
    }

    @Test func findingsAreListedForGitHub() throws {
        let small = try Small.shared.get()
        #expect(
            small.check("--format", "github").output
                == "::warning file=\(small.file.path),line=3,col=35,title=unused::nothing injects or "
                + "resolves App.Clock\n"
                + "check-dependencies: 0 injection sites, 1 registration: 0 errors, 1 warning\n"
        )
    }

    @Test func findingsAreListedAsObjects() throws {
        let small = try Small.shared.get()
        #expect(
            small.check("--format", "json").output
                == #"{"column":35,"line":3,"message":"nothing injects or resolves App.Clock","#
                + #""notes":[],"path":"\#(small.file.path)","rule":"unused","#
                + #""severity":"warning"}"# + "\n"
        )
    }

    @Test func testsAreLeftOutUnlessAsked() throws {
        let fixture = Fixture(name: "Features")
        let program = try fixture.compiled(as: "FeaturesWithoutTests")
        let arguments = program.arguments(packageAt: fixture.sources)
        let (all, own) = (fixture.check(program), CheckCommand.run(arguments))
        #expect(all.output.contains("/SearchTests.swift:9:17: warning: nothing builds this block"))
        #expect(!own.output.contains("/SearchTests.swift:9:17: "))
        #expect(all.output.contains("10 injection sites, 17 registrations: 5 errors, 4 warnings"))
        #expect(own.output.contains("10 injection sites, 13 registrations: 5 errors, 3 warnings"))
    }

    @Test func outputGoesToAFile() throws {
        let small = try Small.shared.get()
        let file = small.program.directory.appending(path: "graph.mermaid")
        let result = small.check("--graph", "mermaid", "--output", file.path)
        #expect(result.errorOutput == small.check().output)
        #expect(result.output == "")
        #expect(
            try String(contentsOf: file, encoding: .utf8)
                == "flowchart LR\n    m0[\"App.Clock\"]\n"
        )
        let failed = small.check("--output", "/no/directory/file")
        #expect(failed.errorOutput == "error: cannot write to /no/directory/file\n")
        #expect(failed.status == 2)
    }

    @Test func aFileThatChangedSinceTheBuildMakesTheIndexStale() throws {
        let small = try Small(named: "Stale")
        try FileManager.default.setAttributes(
            [.modificationDate: Date().addingTimeInterval(1)],
            ofItemAtPath: small.file.path
        )
        let result = small.check()
        #expect(
            result.errorOutput == "error: the index is older than \(small.file.path); "
                + "build again, so that it is current\n"
        )
        #expect(result.status == 2)
    }

    /// The compiler leaves what it wrote about a file that was renamed or deleted.
    @Test func aDeletedFileNoLongerCounts() throws {
        let small = try Small(named: "Deleted")
        let other = small.package.appending(path: "App/Other.swift")
        let source = "import Collet\nfinal class View { @Inject var clock: Clock? }\n"
        try Data(source.utf8).write(to: other)
        try small.compile()
        #expect(small.check().output.contains("1 injection site, 1 registration: 0 errors, 0 w"))
        try FileManager.default.removeItem(at: other)
        #expect(small.check().output.contains("0 injection sites, 1 registration: 0 errors, 1 w"))
    }

    /// The package may not use all of it, so this is no error.
    @Test func whatADependencyNeedsIsNoted() throws {
        let small = try Small(named: "Dependency")
        let source = "import Collet\nstruct Feature { @Inject var rate: Double }\n"
        try small.compileDependency(source)
        let note =
            "Kit.swift:2:30: note: nothing is registered for Swift.Double; that is fine only "
            + "where the app uses nothing of Kit that needs it [missing]\n"
        #expect(!small.check().output.contains(note))
        let app = "@main struct App { static func main() {} }\n"
        try Data(app.utf8).write(to: small.package.appending(path: "App/Main.swift"))
        try small.compile()
        #expect(small.check().output.contains(note))
        #expect(small.check().status == 0)
    }

    /// What is wrong in it is for its own people, and what has nothing to do with Collet isn't read.
    @Test func otherPackagesMistakesAreTheirOwn() throws {
        let small = try Small(named: "OtherPackages")
        try small.compileDependency(
            """
            import Collet
            struct Kit: Sendable { func component() -> Kit { component() } }
            let kit = Dependencies {
                Module { Kit() }
                Module { Kit() }
            }

            """)
        let app = "import Kit\nimport Plain\n@main struct App { static func main() {} }\n"
        try Data(app.utf8).write(to: small.package.appending(path: "App/Main.swift"))
        let plain = small.program.directory.appending(path: "Plain")
        try FileManager.default.createDirectory(at: plain, withIntermediateDirectories: true)
        let file = plain.appending(path: "Plain.swift")
        try Data("public struct Plain {}\n".utf8).write(to: file)
        try small.program.compile("Plain", at: plain, isImported: true)
        try small.compile()
        #expect(!small.check().output.contains("/Kit.swift:"))
        // Nobody notices that it changed.
        let later = [FileAttributeKey.modificationDate: Date().addingTimeInterval(1)]
        try FileManager.default.setAttributes(later, ofItemAtPath: file.path)
        #expect(!small.check().output.contains("note: left out"))
    }

    /// As the Finder leaves them.
    @Test func hiddenFilesInAStoreAreSkipped() throws {
        let small = try Small.shared.get()
        let result = try small.check(withIndexNamed: "hidden") {
            try Data("?".utf8).write(to: $0.appending(path: "v5/units/.DS_Store"))
        }
        #expect(result.output == small.check().output)
    }

    @Test func theIndexBelowABuildPathIsFound() throws {
        let small = try Small.shared.get()
        let build = small.program.directory.appending(path: "build")
        let index = build.appending(path: "debug/index")
        try FileManager.default.createDirectory(at: index, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: small.program.index, to: index.appending(path: "store"))
        let result = CheckCommand.run([
            "--package-path", small.package.path, "--build-path", build.path,
        ])
        #expect(result.output == small.check().output)
    }

    /// Its object is gone then, while its unit and all others' stay.
    @Test func aFailedBuildIsNamed() throws {
        let small = try Small(named: "Failed")
        let other = small.package.appending(path: "App/Other.swift")
        try Data("import Collet\nfinal class View { @Inject var clock: Clock }\n".utf8).write(
            to: other)
        try small.compile()
        let note = "note: the last build failed at App/Other.swift; build again, so that nothing "
        #expect(!small.check().output.contains("note: "))
        let object = small.program.directory.appending(path: "objects/App/Other.o")
        try FileManager.default.removeItem(at: object)
        #expect(small.check().output.contains(note))
        #expect(small.check().output.contains("0 injection sites, 1 registration: 0 errors, 0 w"))
        let all = object.deletingLastPathComponent().appending(path: "App.o")
        try FileManager.default.removeItem(at: all)
        #expect(small.check().errorOutput == "error: the last build failed at \(small.file.path)\n")
        #expect(small.check().status == 2)
    }

    /// As after a checkout: what it resolves may be anything.
    @Test func aTouchedFileMayAskForAnything() throws {
        let small = try Small(named: "Touched")
        let other = small.package.appending(path: "App/Other.swift")
        try Data("import Collet\nfunc use(_ clock: Clock) {}\n".utf8)
            .write(to: small.package.appending(path: "App/Use.swift"))
        try Data("import Collet\nfunc show() { use(Resolver.resolve()) }\n".utf8).write(to: other)
        try small.compile()
        #expect(small.check().output.contains(": 0 errors, 0 warnings"))
        let later = [FileAttributeKey.modificationDate: Date().addingTimeInterval(1)]
        try FileManager.default.setAttributes(later, ofItemAtPath: other.path)
        #expect(small.check().output.contains("note: left out 1 file"))
        #expect(small.check().output.contains(": 0 errors, 0 warnings"))
    }

    @Test func theDrawingShowsAllThatAnArrayGetsFromADependency() throws {
        let small = try Small(named: "DependencyArray")
        let source = """
            import Collet
            public struct Plugin: Sendable {}
            let plugins = Dependencies {
                Module { Plugin() }
                Module("other") { Plugin() }
            }

            """
        try small.compileDependency(source)
        let app = "import Collet; import Kit\nstruct App { @Inject var plugins: [Plugin] }\n"
        try Data(app.utf8).write(to: small.package.appending(path: "App/Main.swift"))
        try small.compile()
        let drawing = small.check("--graph", "mermaid").output
        #expect(drawing.contains("[\"Kit.Plugin\"]"))
        #expect(drawing.contains("[\"Kit.Plugin #quot;other#quot;\"]"))
    }

    @Test func aStoreWithoutUnitsAsksForABuild() throws {
        let program = try Fixture.Program(named: "Empty")
        try FileManager.default.createDirectory(
            at: program.index.appending(path: "v5/units"),
            withIntermediateDirectories: true
        )
        let result = CheckCommand.run(program.arguments(packageAt: program.directory))
        #expect(
            result.errorOutput
                == "error: the index store at \(program.index.path) knows no source file; "
                + "build first\n"
        )
        #expect(result.status == 2)
    }

    @Test func aStoreThatLacksItsRecordsCannotBeRead() throws {
        let result = try Small.shared.get().check(withIndexNamed: "broken") {
            try FileManager.default.removeItem(at: $0.appending(path: "v5/records"))
        }
        #expect(result.errorOutput.hasPrefix("error: cannot read the record App"))
        #expect(result.errorOutput.hasSuffix("; build again\n"))
        #expect(result.errorOutput.split(separator: "\n").count == 1)
        #expect(result.status == 2)
    }

    @Test func aDamagedUnitCannotBeRead() throws {
        let result = try Small.shared.get().check(withIndexNamed: "damaged") { index in
            let units = index.appending(path: "v5/units")
            for unit in try FileManager.default.contentsOfDirectory(atPath: units.path)
            where unit.hasPrefix("App") {
                let file = units.appending(path: unit)
                try Data(contentsOf: file).prefix(60).write(to: file)
            }
        }
        #expect(result.errorOutput.hasPrefix("error: cannot read the unit App"))
        #expect(result.errorOutput.split(separator: "\n").count == 1)
        #expect(result.status == 2)
    }

    @Test func aCompilerWithoutIndexLibraryIsPassedOver() throws {
        let small = try Small.shared.get()
        #expect(small.check("--compiler-path", "/no/swiftc").status == 0)
    }
}
