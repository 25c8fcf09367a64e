import Foundation
import TestSupport
import Testing

@testable import ColletCheck
@testable import collet_check

/// What is said of a file that is not as the last build had it, and the exit status.
struct FileStateTests {
    @Test(arguments: Home.all) func aFileThatWasBuiltIsRead(_ home: Home) throws {
        let app = try App(in: home, named: "Read")
        app.expect([], status: 0)
        #expect(app.failureInTest == nil)
    }

    @Test(arguments: Home.all) func aChangedFileIsNotChecked(_ home: Home) throws {
        let app = try App(in: home, named: "Changed")
        try app.program.touch(app.other)
        let line = ":1:1: note: changed since the build; build again [left-out]"
        app.expect([line], status: 2)
        #expect(app.failureInTest?.contains(line) == true)
    }

    @Test(arguments: Home.all) func anErrorElsewhereDecidesTheStatus(_ home: Home) throws
    {
        let app = try App(in: home, named: "ChangedAndWrong", isWrong: true)
        try app.program.touch(app.other)
        app.expect([": note: changed since the build", ": error: "], status: 1)
    }

    @Test(arguments: Home.all) func aFileThatDoesNotCompileIsNotChecked(_ home: Home)
        throws
    {
        let app = try App(in: home, named: "Failing")
        try FileManager.default.removeItem(at: app.objects.appending(path: "Other.o"))
        app.expect([], status: 0)
        // The compiler writes what is wrong, and no object.
        try Data().write(to: app.objects.appending(path: "Other.dia"))
        let line =
            ": note: not compiled by the last build, which failed on it; build again"
        app.expect([line], status: 2)
        #expect(app.failureInTest?.contains(line) == true)
    }

    /// As after `cp -p`, `rsync -t`, or the move of a backup.
    @Test(arguments: Home.all) func aFileOfAnotherVersionIsNotChecked(_ home: Home) throws
    {
        let app = try App(in: home, named: "OtherVersion")
        let text = try String(contentsOf: app.other, encoding: .utf8)
        try app.write(text.replacing("Rate", with: "Fare"), to: "Other.swift")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)],
            ofItemAtPath: app.other.path)
        let line =
            ":2:8: note: 'Fare' stands where the index has 'Rate'; build again [unread]"
        app.expect([line], status: 2)
        // Right after a build it is no other version.
        let fault =
            ":2:8: error: 'Fare' stands where the index has 'Rate', though it was just built: "
            + "a fault of the check, so please report this [unread]"
        app.expect([fault], "--just-built", status: 1)
        #expect(app.failureInTest?.contains(fault) == true)
    }

    @Test(arguments: Home.all) func aNewFileIsNotChecked(_ home: Home) throws {
        let app = try App(in: home, named: "New")
        try app.write("struct New {}\n", to: "New.swift")
        let line = "/New.swift:1:1: note: not compiled yet; build again [left-out]"
        app.expect([line], status: 2)
        #expect(app.failureInTest?.contains(line) == true)
    }

    /// A file that is moved keeps the date of its contents, and not every file system
    /// notes when it was moved: there nothing tells it from what no target has.
    @Test(
        .enabled("This file system doesn't note when a file is moved") {
            try notesWhenFilesAreMoved()
        }, arguments: Home.all)
    func aRenamedFileIsNew(_ home: Home) throws {
        let app = try App(in: home, named: "Renamed")
        try FileManager.default.moveItem(
            at: app.other, to: app.sources.appending(path: "New.swift"))
        app.expect(["/New.swift:1:1: note: not compiled yet; build again"], status: 2)
    }

    @Test(arguments: Home.all) func aDeletedFileIsNotChecked(_ home: Home) throws {
        let app = try App(in: home, named: "DeletedSince")
        try app.write(sourcesOfTarget: ["App.swift", "Other.swift"])
        try FileManager.default.removeItem(at: app.other)
        let line =
            "/Other.swift:1:1: note: deleted since the build; build again [left-out]"
        app.expect([line], status: 2)
        // The next build knows that it is gone.
        try app.write(sourcesOfTarget: ["App.swift"])
        #expect(!app.check().output.contains("[left-out]"))
    }

    /// Its target is gone, too, so that no build says so.
    @Test func aFileOfAForgottenTargetIsGone() throws {
        let app = try App(in: .package, named: "Forgotten")
        try app.write(sourcesOfTarget: ["App.swift", "Other.swift"])
        try FileManager.default.removeItem(at: app.other)
        try app.program.write("// No target.\n", to: "Shop/Package.swift")
        #expect(!app.check().output.contains("[left-out]"))
    }

    @Test(arguments: Home.all) func whatNobodyBuiltIsOpen(_ home: Home) throws {
        let app = try App(in: home, named: "NeverBuilt", isWrong: true, isWhole: false)
        let line =
            ":1:1: note: of a target that was never built, so what it registers is not known "
            + "[left-out]"
        let missing = [line, ": error: nothing is registered for App.Lost"]
        app.expect(missing, status: 1)
        // No build is for it, so only what it names counts as perhaps registered.
        try app.program.write("let other = Module { Other() }\n", to: app.unbuilt)
        app.expect(missing, status: 1)
        try app.program.write("let lost: Lost? = nil\n", to: app.unbuilt)
        let open =
            ": note: nothing is registered for App.Lost; that is fine only where "
            + "\(app.unbuilt.dropFirst("Shop/".count)), of a target that was never built, registers it"
        app.expect([line, open], status: 0)
        #expect(app.failureInTest == nil)
    }

    @Test func whatAnUnbuiltTestNamesIsNotForgotten() throws {
        let app = try App(
            in: .package, named: "NamedUnread",
            also: "let fakes = Dependencies { Module { Lost() } }")
        #expect(app.check().output.contains("[unbuilt]"))
        try app.program.write(
            #"let targets = [.target(name: "App"), .testTarget(name: "AppTests")]"#,
            to: "Shop/Package.swift")
        try app.program.write(
            "import Testing\nlet used = fakes\n", to: "Shop/Tests/AppTests/Tests.swift")
        #expect(!app.check().output.contains("[unbuilt]"))
    }

    /// As by an editor, after a save: the object has the closures of the last build.
    @Test(arguments: Home.all)
    func aFileThatIsIndexedAgainButNotBuiltIsChanged(_ home: Home) throws {
        func source(_ modules: String) -> String {
            """
            import Collet
            struct Rate {}
            struct Fare {}
            func pick<T>(_ one: T, _ other: T) -> T { one }
            let fares = Dependencies { Module { pick(Fare(), Fare()) }\(modules) }
            struct Till { @Inject var fare: Fare }
            func start() { fares.build() }
            """
        }
        let app = try App(in: home, named: "IndexedAgain", other: source(""))
        let object = app.objects.appending(path: "Other.o")
        let built = try Data(contentsOf: object)
        let isKnown = !app.check().output.contains("cannot tell")
        #expect(isKnown)
        try app.write(source("; Module { pick(Rate(), Rate()) }"), to: "Other.swift")
        try app.program.compile("App", at: [app.sources])
        try built.write(to: object)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: object.path
        )
        let result = app.check()
        #expect(result.output.contains("/Other.swift:1:1: note: changed since the build"))
        #expect(result.output.contains("note: cannot tell which type is registered"))
        #expect(result.status == 2)
        // A compiler may leave an object as it is, but not what it has to say.
        try Data().write(to: app.objects.appending(path: "Other.dia"))
        #expect(!app.check().output.contains("[left-out]"))
    }

    /// A manifest may say in many ways what is no source. What stood there when its target
    /// was built, and was not compiled, is none.
    @Test func whatABuildLeftOutIsNoSource() throws {
        let app = try App(in: .package, named: "NoSource")
        try app.write("struct New {}\n", to: "New.swift")
        app.expect([": note: not compiled yet"], status: 2)
        try app.write(sourcesOfTarget: ["App.swift", "Other.swift"])
        app.expect([], status: 0)
        try app.write(sourcesOfTarget: ["App.swift", "Other.swift", "New.swift"])
        app.expect([": note: not compiled yet"], status: 2)
    }

    /// What is changed may register what a branch of `#if` does, too, or anything.
    @Test(arguments: Home.all) func nothingIsSaidThatAChangedFileMayUndo(_ home: Home)
        throws
    {
        let app = try App(
            in: home, named: "Undone",
            other: """
                import Collet
                func wire() { Resolver.register(value: make()) }
                func make() -> Fare { Fare() }
                """,
            also: """
                struct Fare {}
                #if swift(>=5)
                let fares = Dependencies { Module { Fare() } }
                #endif
                final class Till { @Inject var fare: Fare }
                """)
        try app.program.touch(app.other)
        app.expect([": note: changed since the build"], status: 2)
        #expect(
            app.check().output.contains(": 0 errors, 0 warnings; 1 file could not be"))
    }
}

/// Moves a file as soon as another one, written since, is seen to be younger.
private func notesWhenFilesAreMoved() throws -> Bool {
    let place = FileManager.default.temporaryDirectory
        .appending(path: "collet-moves-\(UUID().uuidString)")
    try Fixture.Program.makeDirectory(place)
    defer { try? FileManager.default.removeItem(at: place) }
    let old = place.appending(path: "old")
    let young = place.appending(path: "young")
    let moved = place.appending(path: "moved")
    try Data().write(to: old)
    let date = arrivalDate(of: old.path)
    repeat { try Data().write(to: young) } while arrivalDate(of: young.path) <= date
    try FileManager.default.moveItem(at: old, to: moved)
    return arrivalDate(of: moved.path) > date
}

/// Where a program is kept, and so where its index is.
enum Home: String, CaseIterable, Sendable {
    case package, project

    static let all = allCases
}

/// A program with two files in one target, and a third that no build has compiled.
private struct App {
    var program: Fixture.Program
    let home: Home
    let sources: URL
    var other: URL { sources.appending(path: "Other.swift") }
    var objects: URL { program.directory.appending(path: "objects/App") }
    /// The file of another target, by its path in the program's directory.
    let unbuilt: String
    private let root: URL
    private let built: URL

    init(
        in home: Home, named name: String, isWrong: Bool = false, isWhole: Bool = true,
        other: String = "import Collet\nstruct Rate {}\n", also: String = ""
    ) throws {
        program = try Fixture.Program(named: "\(name)-\(home)")
        self.home = home
        root = program.directory.appending(path: "Shop")
        switch home {
        case .package:
            built = program.directory.appending(path: "build/debug")
            program.index = built.appending(path: "index/store")
            sources = root.appending(path: "Sources/App")
            unbuilt = "Shop/Sources/Extra/Extra.swift"
            try program.write(
                #"let targets = [.target(name: "App"), .target(name: "Extra")]"#,
                to: "Shop/Package.swift")
        case .project:
            built = program.directory.appending(path: "Derived/Build/Products/Debug")
            program.index = program.directory.appending(
                path: "Derived/Index.noindex/DataStore")
            sources = root.appending(path: "App")
            unbuilt = "Shop/App/Extra/Extra.swift"
            try program.write(
                "App.swift Other.swift New.swift Extra.swift; name = App;",
                to: "Shop/Shop.xcodeproj/project.pbxproj")
        }
        try write(
            """
            import Collet
            struct Clock {}
            struct Lost {}
            @main struct Main {
                @Inject var clock: Clock
                static func main() { dependencies.build() }
            }
            let dependencies = Dependencies { Module { Clock() } }
            \(isWrong ? "struct Wrong { @Inject var lost: Lost }" : "")
            \(also)
            """, to: "App.swift")
        try write(other, to: "Other.swift")
        if !isWhole { try program.write("\n", to: unbuilt) }
        try Fixture.Program.makeDirectory(built)
        try program.compile("App", at: [sources])
    }

    @discardableResult func write(_ text: String, to name: String) throws -> URL {
        let file = sources.appending(path: name)
        try Fixture.Program.makeDirectory(sources)
        try Data(text.utf8).write(to: file)
        return file
    }

    /// Writes what a build system tells the compiler.
    func write(sourcesOfTarget names: [String]) throws {
        let files = names.map { "\"\(sources.appending(path: $0).path)\": {}" }
        try program.write(
            "{ \(files.joined(separator: ", ")) }", to: "objects/App/output-file-map.json"
        )
    }

    func check(_ options: String...) -> CheckCommand.Result { check(options) }

    private func check(_ options: [String]) -> CheckCommand.Result {
        CheckCommand.run(
            ["--package-path", root.path, "--build-path", built.path] + options)
    }

    /// What a test would fail with that checks the program.
    var failureInTest: String? {
        do {
            try checkDependencies(in: root.path, builtAt: built.path, strict: false)
            return nil
        } catch { return "\(error)" }
    }

    /// Expects some findings, and no others, in a run of the command.
    func expect(
        _ findings: [String], _ options: String..., status: Int32,
        at location: SourceLocation = #_sourceLocation
    ) {
        let result = check(options)
        let lines = result.output.split(separator: "\n").dropLast()
        #expect(result.status == status, "\(result)", sourceLocation: location)
        #expect(lines.count == findings.count, "\(result)", sourceLocation: location)
        for finding in findings {
            #expect(
                result.output.contains(finding), "\(result)", sourceLocation: location)
        }
    }
}
