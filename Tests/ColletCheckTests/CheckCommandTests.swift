import Foundation
import TestSupport
import Testing

@testable import ColletCheck
@testable import collet_check

struct CheckCommandTests {
    /// A program with one warning in its file "App/App.swift".
    private struct Small {
        /// The one for tests that change nothing about it.
        static let shared = Result { try Small(named: "Small") }

        let program: Fixture.Program
        let package: URL
        let file: URL

        /// - Parameter files: What other files have, by their paths.
        init(named name: String, _ files: [String: String] = [:]) throws {
            program = try Fixture.Program(named: name)
            package = program.directory.appending(path: "package")
            let source = """
                import Collet
                struct Clock {}
                let dependencies = Dependencies { Module { Clock() } }

                """
            file = try program.write(source, to: "package/App/App.swift")
            for (path, text) in files { try write(text, to: path) }
            if files.keys.contains(where: { $0.hasPrefix("../Kit/") }) {
                let kit = program.directory.appending(path: "Kit")
                try program.compile("Kit", at: [kit], isImported: true)
            }
            try compile("App")
        }

        @discardableResult func write(_ text: String, to path: String) throws -> URL {
            try program.write(text, to: "package/\(path)")
        }

        func compile(_ module: String) throws {
            try program.compile(module, at: [package.appending(path: module)])
        }

        func check(_ options: String...) -> CheckCommand.Result {
            CheckCommand.run(program.arguments(packageAt: package) + options)
        }

        /// Checks the program with a copy of its index that a closure damages.
        func check(
            withIndexNamed name: String, damagedBy damage: (URL) throws -> Void
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
        (
            ["--format", "svg"],
            "option '--format' is one of text, github, json; see --help"
        ),
        (["--graph"], "option '--graph' is one of mermaid, dot; see --help"),
        (["--package-path"], "option '--package-path' needs a value; see --help"),
        (["--output="], "option '--output' needs a value; see --help"),
        (["--why", "Clock"], "option '--why' needs '--sil'; see --help"),
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
            "--format", "--graph", "--output", "--include-tests", "--exclude-tests",
            "--index-store-path", "--needs", "--sil", "--why",
            "--strict",
            "--help",
        ] {
            #expect(
                result.output.contains("  \(option)")
                    || result.output.contains(", \(option)"))
        }
        #expect(result.status == 0)
    }

    @Test func warningsCountOnlyIfStrict() throws {
        let small = try Small.shared.get()
        let relaxed = small.check()
        #expect(
            relaxed.output.contains(
                "warning: nothing injects or resolves App.Clock [unused]\n"))
        #expect(relaxed.status == 0)
        let strict = small.check("--strict")
        #expect(strict.output == relaxed.output)
        #expect(strict.status == 1)
    }

    @Test func aReportListsWhatIsSevereEnough() throws {
        let small = try Small.shared.get()
        let program = try Program(
            packagePath: small.package.path, buildPath: nil,
            indexStorePath: small.program.index.path)
        let report = Report(program.wiring())
        let summary =
            "check-dependencies: 0 injection sites, 1 registration: 0 errors, 1 warning"
        #expect(report.status(strict: false) == 0)
        #expect(report.text(from: .error) == summary)
        #expect(report.status(strict: true) == 1)
        #expect(
            report.text(from: .warning).hasPrefix(small.file.path + ":3:35: warning: "))
    }

    /// As a release build does, where SwiftPM needs an index of the tests only.
    @Test func anIndexOfTestsAloneIsNone() throws {
        let small = try Small(
            named: "TestsAlone", ["App/Tests.swift": "import Testing\n"])
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
                + #""severity":"warning"}"# + "\n")
    }

    @Test(.enabled(if: runsSlowTests)) func testsAreLeftOutUnlessAsked() throws {
        let source = """
            import Collet
            import Testing
            let fakes = Dependencies { Module { true } }
            struct Tests { @Inject("n") var isReal: Bool }

            """
        let small = try Small(named: "WithTests", ["AppTests/Tests.swift": source])
        try small.compile("AppTests")
        let (own, all) = (small.check().output, small.check("--include-tests").output)
        #expect(!own.contains("/Tests.swift:"))
        #expect(own.contains("0 injection sites, 1 registration: 0 errors, 1 warning"))
        #expect(all.contains("1 injection site, 2 registrations: 1 error, 3 warnings"))
        // Each note follows its finding.
        let file = small.package.path + "/AppTests/Tests.swift"
        let note = "registered here is Swift.Bool"
        #expect(
            all.contains(
                "\(file):4:33: error: nothing is registered for Swift.Bool named "))
        #expect(all.contains(" [missing]\n\(file):3:28: note: \(note)\n"))
        let commands = small.check("--include-tests", "--format", "github").output
        #expect(commands.contains("%0A\(file):3:28: \(note)\n"))
        let objects = small.check("--include-tests", "--format", "json").output
        #expect(
            objects.contains(
                #""notes":[{"column":28,"line":3,"message":"\#(note)","path":"\#(file)"}]"#
            ))
    }

    @Test func outputGoesToAFile() throws {
        let small = try Small.shared.get()
        let file = small.program.directory.appending(path: "graph.mermaid")
        let result = small.check("--graph", "mermaid", "--output", file.path, "--strict")
        #expect(result.errorOutput == small.check().output)
        #expect(result.output == "")
        #expect(result.status == 1)
        let written = try String(contentsOf: file, encoding: .utf8)
        #expect(written == "flowchart LR\n    m0[\"App.Clock\"]\n")
        let failed = small.check("--output", "/no/directory/file")
        #expect(failed.errorOutput == "error: cannot write to /no/directory/file\n")
        #expect(failed.status == 2)
    }

    @Test func aFileThatChangedSinceTheBuildMakesTheIndexStale() throws {
        let small = try Small(named: "Stale", ["App/Other.swift": ""])
        let other = small.package.appending(path: "App/Other.swift")
        for file in [small.file, other] { try small.program.touch(file) }
        let result = small.check()
        #expect(
            result.errorOutput
                == "error: no file can be checked: \(small.file.path) is changed since "
                + "the build; build again\n")
        #expect(result.status == 2)
    }

    /// Where dates have no fractions, a build may end in the second of the last change.
    @Test func aFileAsOldAsItsIndexIsNotStale() throws {
        let small = try Small(named: "SameDate")
        let current = small.check().output
        let units = small.program.index.appending(path: "v5/units")
        let names = try FileManager.default.contentsOfDirectory(atPath: units.path)
        for file in names.map({ units.appending(path: $0) }) + [small.file] {
            let date: [FileAttributeKey: Any] = [
                .modificationDate: Date(timeIntervalSince1970: 0)
            ]
            try FileManager.default.setAttributes(date, ofItemAtPath: file.path)
        }
        #expect(small.check().output == current)
        #expect(
            current.contains("0 injection sites, 1 registration: 0 errors, 1 warning"))
    }

    /// The compiler leaves what it wrote about a file that was renamed or deleted.
    @Test func aDeletedFileNoLongerCounts() throws {
        let source = "import Collet\nfinal class View { @Inject var clock: Clock? }\n"
        let small = try Small(named: "Deleted", ["App/Other.swift": source])
        #expect(
            small.check().output.contains(
                "1 injection site, 1 registration: 0 errors, 0 w"))
        let other = small.package.appending(path: "App/Other.swift")
        try FileManager.default.removeItem(at: other)
        #expect(
            small.check().output.contains(
                "0 injection sites, 1 registration: 0 errors, 1 w"))
    }

    /// What a dependency needs may be in what the package doesn't use, so that is no
    /// error. What is wrong in it is for its own people, and what has nothing to do with
    /// Collet isn't read.
    @Test(.enabled(if: runsSlowTests)) func otherPackagesMistakesAreTheirOwn() throws {
        let kit = """
            import Collet
            struct Feature { @Inject var rate: Double }
            public struct Maker: Sendable { func component() -> Maker { component() } }
            public struct Plugin: Sendable {}
            @MainActor final class Screen {}
            actor Sync { func run() { print(Resolver.resolve(Screen.self)) } }
            public let kit = Dependencies {
                Module.mainActor { Screen() }
                Module { Maker() }
                Module { Maker() }
                Module { Plugin() }
                Module(#"the "other""#) { Plugin() }
            }

            """
        let app = """
            import Collet
            import Kit
            struct App {
                @Inject var plugins: [Plugin]
                @Inject var maker: Maker
            }

            """
        let small = try Small(
            named: "OtherPackages", ["../Kit/Kit.swift": kit, "App/Plugins.swift": app])
        #expect(!small.check().output.contains("/Kit.swift:"))
        // The drawing shows all that an array gets.
        #expect(
            small.check("--graph", "dot").output == #"""
                digraph {
                    rankdir=LR; node [shape=box]
                    subgraph cluster_m0 { m0 [label="Kit.Maker", shape=plaintext]
                        c0 [label="component() -> Kit.Maker"]
                    }
                    m1 [label="Kit.Plugin"]
                    m2 [label="Kit.Plugin \"the \\\"other\\\"\""]
                    m3 [label="App.Clock"]
                    t0 [label="App.App", shape=ellipse]
                    c0 -> c0
                    t0 -> m1
                    t0 -> m2
                    t0 -> m0
                }

                """#)

        let plain = try small.write(
            "public struct Plain {}\n", to: "../Plain/Plain.swift")
        let directory = plain.deletingLastPathComponent()
        try small.program.compile("Plain", at: [directory], isImported: true)
        let main = """
            import Kit
            import Plain
            @main struct Main { static func main() { kit.build() } }

            """
        try small.write(main, to: "App/Main.swift")
        try small.compile("App")
        let note =
            "Kit.swift:2:30: note: nothing is registered for Swift.Double; that is fine only "
            + "where the app uses nothing of Kit that needs it [missing]\n"
        let result = small.check()
        #expect(result.output.contains(note))
        #expect(result.output.components(separatedBy: "/Kit.swift:").count == 2)
        #expect(result.status == 0)
        // Nobody notices that it changed.
        try small.program.touch(plain)
        #expect(small.check().output == result.output)

        let others = "public let others = Dependencies { Module { Plugin() } }\n"
        let kitFile = try small.write(kit + others, to: "../Kit/Kit.swift")
        let kitDirectory = kitFile.deletingLastPathComponent()
        try small.program.compile("Kit", at: [kitDirectory], isImported: true)
        let call = "Dependencies { kit; others }.build()"
        let both = "import Collet\n" + main.replacing("kit.build()", with: call)
        try small.write(both, to: "App/Main.swift")
        try small.compile("App")
        let warning =
            "Main.swift:4:42: warning: Kit.Plugin is registered by two blocks in one block "
            + "(Main.swift:4); the later registration replaces the earlier one [duplicate]\n"
        #expect(small.check().output.contains(warning))
    }

    /// What the program's own code leads to stops it, whoever wrote that.
    @Test(.enabled(if: runsSlowTests))
    func anAppRegistersWhatItUsesOfOtherPackages() throws {
        let kit = """
            import Collet
            public protocol Rates: Sendable {}
            struct Log: Sendable {}
            public let kit = Dependencies { Module { Log() } }
            public final class Till {
                @Inject var rates: any Rates
                @Inject var log: Log
                public init() {}
                public func total() { print(rates) }
                public func list() { print(log) }
            }

            """
        let app = """
            import Kit
            @main struct Main { static func main() { Till().total() } }

            """
        let small = try Small(
            named: "UsedPackage", ["../Kit/Kit.swift": kit, "App/Main.swift": app])
        let result = small.check()
        #expect(
            result.output.contains(
                "Kit.swift:6:17: error: nothing is registered for Kit.Rates, needed by "
                    + "Kit.Till; to fix, add to your Dependencies block: "
                    + "Module { … as any Rates } [missing]\n"))
        // Nobody calls what reads the other one.
        let note = "Kit.swift:7:17: note: Kit.Log is registered only"
        #expect(result.output.contains(note))
        #expect(result.status == 1)

        try small.write(app.replacing("total", with: "list"), to: "App/Main.swift")
        try small.compile("App")
        let other = small.check().output
        #expect(other.contains("Kit.swift:6:17: note: "))
        #expect(other.contains("Kit.swift:7:17: error: Kit.Log is registered only"))
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
        try Fixture.Program.makeDirectory(index)
        try FileManager.default.copyItem(
            at: small.program.index, to: index.appending(path: "store"))
        let result = CheckCommand.run([
            "--package-path", small.package.path, "--build-path", build.path,
        ])
        #expect(result.output == small.check().output)
    }

    @Test func anEditorsIndexCountsWhereNoBuildHasOne() throws {
        let small = try Small(named: "Editor")
        let scratch = small.package.appending(path: ".build")
        func move(_ place: String) throws {
            let index = scratch.appending(path: place)
            try Fixture.Program.makeDirectory(index)
            try FileManager.default.copyItem(
                at: small.program.index, to: index.appending(path: "store"))
        }
        let current = small.check().output
        let said = "; by an editor's index, as there is no build\n"
        let arguments = ["--package-path", small.package.path]
        try move("index-build/some-system/debug/index")
        let byEditor = CheckCommand.run(arguments)
        #expect(byEditor.output == current.dropLast() + said)
        #expect(byEditor.status == 0)
        try move("debug/index")
        #expect(CheckCommand.run(arguments).output == current)
    }

    /// The compiler says what is wrong, and leaves no object then; all units and other
    /// objects stay.
    @Test func aFailedBuildIsNamed() throws {
        let source = "import Collet\nfinal class View { @Inject var clock: Clock }\n"
        let small = try Small(
            named: "Failed",
            ["App/Other.swift": source, "../Kit/Kit.swift": "import Collet\n"])
        let note =
            "note: not compiled by the last build, which failed on it; build again [left-out]\n"
        let current = small.check().output
        #expect(!current.contains("note: "))
        let objects = small.program.directory.appending(path: "objects/App")
        // What another package lacks is for its own people.
        let kit = objects.appending(path: "../Kit/Kit")
        try FileManager.default.moveItem(
            at: kit.appendingPathExtension("o"), to: kit.appendingPathExtension("dia"))
        #expect(small.check().output == current)
        // What is merely not built may be right.
        try FileManager.default.removeItem(at: objects.appending(path: "Other.o"))
        #expect(small.check().output == current)
        try Data().write(to: objects.appending(path: "Other.dia"))
        #expect(small.check().output.contains(note))
        #expect(
            small.check().output.contains(
                "0 injection sites, 1 registration: 0 errors, 0 w"))
        #expect(small.check().status == 2)
        #expect(small.check("--strict").status == 2)
        // Another build without the file ends that.
        try small.program.write(
            #"{ "": {}, "\#(small.file.path)": {} }"#,
            to: "objects/App/output-file-map.json")
        #expect(!small.check().output.contains("note: "))
        try Data().write(to: objects.appending(path: "App.dia"))
        try FileManager.default.removeItem(at: objects.appending(path: "App.o"))
        let path = small.file.path
        #expect(
            small.check().errorOutput
                == "error: no file can be checked: \(path) is not compiled by the last "
                + "build, which failed on it; build again\n")
        #expect(small.check().status == 2)
    }

    /// As after `cp -p`, `rsync -t`, or the move of a backup.
    @Test func aFileOfAnotherVersionIsLeftOutWhateverItsDate() throws {
        let source =
            "import Collet\nimport Foundation\nlet identifier = getpid(), clock_1 = Clock()\n"
            // The index has the enumeration at the case's place, too.
            + "enum Failure: Error { case lost }\n"
            + "func find() throws { do { try find() } catch Failure.lost {} }\n"
            + "#if swift(<5)\n(\n#endif\nfinal class View { @Inject var clock: Clock? }\n"
        let small = try Small(named: "Version", ["App/Other.swift": source])
        let current = small.check().output
        #expect(
            current.contains("1 injection site, 1 registration: 0 errors, 0 warnings"))
        let old: [FileAttributeKey: Any] = [
            .modificationDate: Date(timeIntervalSince1970: 0)
        ]
        let changed =
            ["", "\n" + source, String(source.dropLast(4)), source + "}"]
            + [("Clock", "Clack"), ("View", "()  "), ("_1", "_2")].map {
                source.replacing($0, with: $1)
            }
        // What C declares, Swift may call otherwise.
        for text in changed + [source.replacing("getpid", with: "getuid"), source] {
            let file = try small.write(text, to: "App/Other.swift")
            try FileManager.default.setAttributes(old, ofItemAtPath: file.path)
            let result = small.check()
            let isChanged = changed.contains(text)
            #expect(result.output.contains("; build again [unread]\n") == isChanged)
            #expect(result.output.contains("check-dependencies: 0 inj") == isChanged)
            #expect(result.status == (isChanged ? 2 : 0))
        }
        #expect(small.check().output == current)
    }

    /// As a renamed file, one of another branch, or a new target's.
    @Test func filesThatNoBuildHasCompiledAreNamed() throws {
        let view = "import Collet\nfinal class View { @Inject var clock: Clock }\n"
        let small = try Small(named: "Unbuilt", ["App/View.swift": view])
        let current = small.check().output
        let manifest = """
            let package = Package(name: "Shop", targets: [
                .target(name: "App", path: "App", exclude: ["Excluded", "Old.swift"],
                    resources: [.copy("Templates")]),
                .testTarget(name: "AppTests", exclude: old), .plugin(name: "Plugin"),
                .target(name: "New", exclude: ["Old"], swiftSettings: [.define("New")]),
            ])

            """
        try small.write(manifest, to: "Package.swift")
        #expect(small.check().output == current)
        for path in [
            "App/Excluded/File.swift", "App/Old.swift", "App/Templates/File.swift",
            "App/.#View.swift", "Tests/AppTests/Tests.swift",
            "Sources/Unknown/File.swift", "Scripts/File.swift",
        ] {
            try small.write("let clock: Clock? = nil\n", to: path)
        }
        try small.write("import PackagePlugin\n", to: "Sources/Plugin/Plugin.swift")
        #expect(small.check("--exclude-tests").output == current)
        let tests = small.package.appending(path: "Tests/AppTests/Tests.swift").path
        let note =
            ":1:1: note: of a target that was never built, so what it registers is "
            + "not known [left-out]\n"
        #expect(small.check().output == tests + note + current)
        try FileManager.default.moveItem(
            at: small.file, to: small.package.appending(path: "App/Start.swift"))
        for name in ["A", "B", "C"] {
            try small.write("Clock()", to: "Sources/New/\(name).swift")
        }
        let result = small.check()
        #expect(
            result.output.contains(
                "note: nothing is registered at all, so not App.Clock; that is fine only where "
                    + "App/Start.swift, not compiled yet, registers it [missing]\n"))
        #expect(
            result.output.contains(
                "/App/Start.swift:1:1: note: not compiled yet; build again [left-out]\n"))
        #expect(
            result.output.contains(
                "/New/A.swift:1:1: note: of a target that was never built, as are 2 more files "
                    + "here, so what they register is not known [left-out]\n"))
        #expect(
            result.output.hasSuffix(
                ": 0 errors, 0 warnings; 1 file could not be checked\n"))
        #expect(result.status == 2)
        // Which files are all that a target has, the check doesn't read.
        try small.write(
            manifest.replacing("exclude", with: "sources"), to: "Package.swift")
        #expect(!small.check().output.contains("not compiled yet"))
    }

    /// An app may have one, too.
    @Test func aFileCalledLikeTheLibrarysIsRead() throws {
        let source = "import Collet\nfinal class View { @Inject var clock: Clock? }\n"
        let small = try Small(named: "Namesake", ["App/Collet.swift": source])
        #expect(
            small.check().output.contains(
                "1 injection site, 1 registration: 0 errors, 0 w"))
    }

    /// As after a checkout: what it resolves may be anything.
    @Test func aTouchedFileMayAskForAnything() throws {
        let small = try Small(
            named: "Touched",
            [
                "App/Use.swift": "import Collet\nfunc use(_ clock: Clock) {}\n"
                    + "struct Rate {}\nlet rate: Rate = Resolver.resolve()\n",
                "App/Other.swift":
                    "import Collet\nfunc show() { use(Resolver.resolve()) }\n",
                "AppTests/Tests.swift": "import Testing\nfunc resolve() {}\n",
            ])
        try small.compile("AppTests")
        // What it resolves is registered elsewhere, whatever that is.
        #expect(small.check().output.contains(": 1 error, 0 warnings"))
        try small.program.touch(small.package.appending(path: "App/Other.swift"))
        #expect(
            small.check().output.contains("/App/Other.swift:1:1: note: changed since"))
        #expect(small.check().output.contains(": 1 error, 0 warnings"))
        // As long as one file is current, there is something to check.
        try small.program.touch(small.file)
        try small.program.touch(small.package.appending(path: "AppTests/Tests.swift"))
        #expect(
            small.check().output.contains("; 3 files could not be checked\n"))
        #expect(small.check().status == 2)
    }

    @Test func aTouchedTestMayAskForAnything() throws {
        let test = "import Testing\nfunc resolve() {}\n"
        let small = try Small(named: "TouchedTest", ["AppTests/Tests.swift": test])
        try small.compile("AppTests")
        #expect(small.check().output.contains(": 0 errors, 1 warning"))
        try small.program.touch(small.package.appending(path: "AppTests/Tests.swift"))
        #expect(small.check().output.contains(": 0 errors, 0 warnings; 1 file could not"))
        #expect(small.check().status == 2)
        let others = small.check("--exclude-tests")
        #expect(others.output.hasSuffix(": 0 errors, 0 warnings\n"))
        #expect(others.status == 0)
    }

    @Test func aTestHidesNoCrashOffTheMainActor() throws {
        let app = """
            import Collet
            @MainActor final class Screen {}
            let screens = Dependencies { Module.mainActor(.shared) { Screen() } }
            actor Store { func show() { print(Resolver.resolve(Screen.self)) } }

            """
        let test = """
            import App
            import Collet
            import Testing
            @MainActor @Test func shows() { print(Resolver.resolve(Screen.self)) }

            """
        let small = try Small(
            named: "TestOnMainActor",
            [
                "App/Screen.swift": app.replacing("final", with: "public final"),
                "AppTests/Tests.swift": test,
            ])
        try small.program.compile(
            "App", at: [small.package.appending(path: "App")], isImported: true)
        try small.compile("AppTests")
        #expect(
            small.check().output.contains(": warning: App.Screen is made on the main"))
        // Somebody of the app makes it, and it is kept.
        let asking = "@MainActor func start() { print(Resolver.resolve(Screen.self)) }\n"
        try small.write("import Collet\n" + asking, to: "App/Start.swift")
        try small.program.compile(
            "App", at: [small.package.appending(path: "App")], isImported: true)
        #expect(!small.check().output.contains("is made on the main"))
    }

    /// An app may have helpers for tests, which import what tests need.
    @Test(arguments: ["final class View {", "@main struct Main { static func main() {}"])
    func aFileForTestsMakesNoTestTarget(_ start: String) throws {
        let view = "import Collet\n\(start)\n@Inject var rate: Double }\n"
        let helper = "#if canImport(Testing)\nimport Testing\n#endif\n"
        let small = try Small(
            named: "CanImport\(start.count)",
            ["App/View.swift": view, "App/Helper.swift": helper])
        #expect(small.check().output.contains("nothing is registered for Swift.Double"))
    }

    /// What else is isolated then, the check doesn't know.
    @Test func isolationByDefaultIsNoMistake() throws {
        let source = """
            import Collet
            @MainActor final class Screen {}
            let screens = Dependencies { Module.mainActor { Screen() } }
            struct Worker { func show() async { print(Resolver.resolve(Screen.self)) } }

            """
        let small = try Small(named: "Isolated", ["App/Screen.swift": source])
        for (setting, count) in [
            ("// None.", 2), (".defaultIsolation(MainActor.self)", 1),
        ] {
            try small.write(setting + "\n", to: "Package.swift")
            #expect(small.check().output.contains("0 errors, \(count) warning"))
        }
    }

    /// Thirty functions that call the next one twice: a way for each number of thirty
    /// bits.
    @Test func manyWaysToOneFunctionAreFollowedTogether() throws {
        let calls = (1...30).map { number in
            let call = "    function\(number - 1)()\n"
            return "func function\(number)() {\n\(call)\(call)}\n"
        }.joined()
        let source = """
            import Collet
            @MainActor final class Screen { init() {} }
            let screens = Dependencies { Module.mainActor { Screen() } }
            func function0() { print(Resolver.resolve(Screen.self)) }
            \(calls)
            func start() async {
                screens.build()
                await Task.detached { function30() }.value
            }

            """
        let small = try Small(named: "Ways", ["App/Ways.swift": source])
        try small.write("// None.\n", to: "Package.swift")
        #expect(small.check().output.contains("0 errors, 2 warnings"))
    }

    @Test func aStoreWithoutUnitsAsksForABuild() throws {
        let program = try Fixture.Program(named: "Empty")
        let manifest =
            #"let package = Package(name: "Shop", targets: [.target(name: "New")])"#
        try program.write(manifest, to: "Package.swift")
        try program.write("\n", to: "Sources/New/New.swift")
        try Fixture.Program.makeDirectory(program.index.appending(path: "v5/units"))
        let result = CheckCommand.run(program.arguments(packageAt: program.directory))
        let place = "\(program.directory.path) in \(program.index.path)"
        #expect(
            result.errorOutput == "error: there is no index of \(place); build it first "
                + "with 'swift build' (a release build needs --enable-index-store)\n")
        #expect(result.status == 2)
    }

    @Test func aStoreThatLacksItsRecordsCannotBeRead() throws {
        let result = try Small.shared.get().check(withIndexNamed: "broken") {
            try FileManager.default.removeItem(at: $0.appending(path: "v5/records"))
        }
        #expect(result.errorOutput.hasPrefix("error: cannot read the record App"))
        #expect(
            result.errorOutput.hasSuffix("; delete what was built, and build again\n"))
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

    /// The disk may be full, or whoever reads gone.
    @Test(arguments: [
        ">&-", "> /dev/full", "--format json --output /dev/full", "--bad 2>&-",
    ])
    func outputThatCannotBeWrittenIsAnError(_ output: String) async throws {
        if output.contains("/dev/full"),
            !FileManager.default.fileExists(atPath: "/dev/full")
        {
            return
        }
        let small = try Small.shared.get()
        let tool = try #require(Package.executable("collet-check")).path
        let arguments = small.program.arguments(packageAt: small.package)
        let run = try await Run(
            "sh", ["-c", "\"$0\" \"$@\" \(output)", tool] + arguments)
        #expect(run.status == 2)
        #expect(run.output == "")
        let lines = run.error.split(separator: "\n")
        #expect(lines.count == (output.hasSuffix("2>&-") ? 0 : 1))
        #expect(lines.allSatisfy { $0.hasPrefix("error: cannot write ") })
    }

    /// A test runs in the process of many others.
    @Test func aCheckKeepsNothingWhenItIsOver() throws {
        let small = try Small.shared.get()
        let library = try IndexStoreLibrary(path: IndexStoreLibrary.find(beside: nil))
        weak var file: SourceFile?
        weak var reader: CodeFile?
        do {
            let units = try library.read(storeAt: small.program.index.path) { $0 }
            let files = units.map { SourceFile($0.unit, $0.occurrences) }
            let wiring = WiringSteps(
                files, of: small.package.path, isNonisolatedByDefault: true)
            (file, reader) = (files.first, wiring.code.files.first)
            withExtendedLifetime(wiring) { #expect(file != nil && reader != nil) }
        }
        #expect(file == nil && reader == nil)
    }

    @Test func aCompilerWithoutIndexLibraryIsPassedOver() throws {
        let small = try Small.shared.get()
        #expect(small.check("--compiler-path", "/no/swiftc").status == 0)
    }
}
