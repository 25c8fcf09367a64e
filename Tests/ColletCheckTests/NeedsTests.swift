import Foundation
import TestSupport
import Testing

@testable import ColletCheck
@testable import collet_check

/// What tests need: which findings there are is said by the fixture `Needs`.
struct NeedsTests {
    private let fixture = Fixture(name: "Needs")

    private func check(_ options: String...) async throws -> CheckCommand.Result {
        CheckCommand.run(
            try await fixture.compiled().arguments(packageAt: fixture.sources) + options)
    }

    /// Reads the fixture.
    private func read() async throws -> Program {
        let index = try await fixture.compiled().index
        return try Program(
            packagePath: fixture.sources.path, buildPath: nil, indexStorePath: index.path)
    }

    @Test func printedBlocksCompileOnceFakesAreFilledIn() async throws {
        let output = try await check("--needs", "Feed").output
        let block = output.replacing(#/<#fake#> as any (?:Kit\.)?(\w+)/#) { match in
            "Fake\(match.1)() as any \(match.1)"
        }
        #expect(block.contains("Module { FakeClock() as any Clock }"))
        #expect(block.contains("Module(\"utc\") { FakeClock() as any Clock }"))
        let program = try await fixture.compiled()
        let file = try program.write(
            """
            import Collet
            import Kit
            struct FakeClock: Clock { func now() -> Int { 1 } }
            struct FakeAnalytics: Analytics { func track(_ event: String) {} }
            struct FakeServer: Server { func greeting() -> String { "" } }
            let block = \(block)
            """, to: "Pasted.swift")
        let library = try Fixture.Package.compiledLibrary.get().path
        try Fixture.Package.swiftc([
            "-typecheck", "-I", program.modules.path, "-I", library, file.path,
        ])
    }

    @Test func needsSayHowSurelyAndWhetherTestsRegister() async throws {
        let program = try await read()
        func needs(of name: String) throws -> String {
            NeedsFormat(keys: try program.keys(neededBy: name)).text
        }
        let feed = try needs(of: "Feed.load")
        #expect(
            feed == """
                Dependencies {
                    Module { <#fake#> as any Clock }      // Kit.Feed at Kit.swift:27, on some paths
                    Module { <#fake#> as any Analytics }  // Kit.Feed at Kit.swift:28, on some paths
                }

                """)
        #expect(try needs(of: "Kit.Feed.load") == feed)
        let test = try needs(of: "named")
        #expect(
            test.contains(
                "any Kit.Clock }         // Kit.Feed at Kit.swift:27, registered"))
        #expect(test.contains("Module(\"utc\") { <#fake#> as any Kit.Clock }"))
        #expect(test.contains("Kit.Feed at Kit.swift:29, MISSING"))
        #expect(try needs(of: "LackingTests/named()") == test)
        let open = try needs(of: "ofATuple")
        #expect(open.contains("Kit.Feed at Kit.swift:27, perhaps registered"))
        // Another test registers it for the process.
        let process = try needs(of: "fromTheProcess")
        #expect(process.contains("// KitTests.RightTests at Right.swift:66, registered"))
        let all = try needs(of: "Feed.names")
        #expect(all.contains("any Server }  // Kit.Feed at Kit.swift:31, optional"))
    }

    @Test func aNameThatIsNoneIsAnError() throws {
        let none = try checkFifty("--needs", "Nobody")
        #expect(none.status == 2)
        #expect(
            none.errorOutput
                == "error: there is no type, function or test called 'Nobody'\n")
    }

    @Test func namesThatAreSeveralAreListed() async throws {
        let program = try await read()
        let several = #expect(throws: CheckFailure.self) {
            try program.keys(neededBy: "greeting")
        }
        #expect(
            several?.description == """
                'greeting' may be one of AskingServer.greeting (Given.swift:11), \
                LiveServer.greeting (Kit.swift:15), QuietServer.greeting (Given.swift:15), \
                Server.greeting (Kit.swift:5), ServerBase.greeting (Given.swift:18); name one of \
                them
                """)
    }

    /// The fixture `Tested` has 165 tests, each of which ran in a process of its own:
    /// `truth.txt` says which of them stop for want of a registration.
    @Test(.enabled(if: runsSlowTests)) func testsAreJudgedByWhatTheyDo()
        async throws
    {
        let fixture = Fixture(name: "Tested")
        let index = try await fixture.compiled().index.path
        let program = try Program(
            packagePath: fixture.sources.path, buildPath: nil, indexStorePath: index)
        let needs = program.wiring().missingInTests()
        func tests(_ severity: Diagnostic.Severity) -> Set<Substring> {
            let found = needs.filter { $0.severity == severity }.flatMap(\.tests)
            let names = found.compactMap { $0.split(separator: "/").last }
            return Set(names.map { $0.prefix { $0 != "(" } })
        }
        let truth = try #require(fixture.text(of: "truth.txt")).split(separator: "\n")
            .map { $0.split(separator: " ") }
        let right = Set(truth.filter { $0[1] == "right" }.map { $0[0] })
        let stopping = Set(truth.filter { $0[1] == "stops" }.map { $0[0] })
        #expect((right.count, stopping.count) == (101, 64))
        let (certain, possible) = (tests(.error), tests(.note))
        #expect(certain.isDisjoint(with: right))
        #expect(stopping.subtracting(certain).subtracting(possible).isEmpty)
        #expect(certain.count == 54)
    }

    @Test func testsCanBeLeftOut() throws {
        #expect(try checkFifty().output.contains("[needs]"))
        #expect(try !checkFifty("--exclude-tests").output.contains("[needs]"))
    }

    @Test func jsonNamesAllTests() async throws {
        struct Finding: Decodable { let rule, severity: String, tests: [String]? }
        let lines = try await check("--format", "json").output.split(separator: "\n")
        let findings = try lines.map {
            try JSONDecoder().decode(Finding.self, from: Data($0.utf8))
        }
        let tests = findings.filter { $0.rule == "needs" }.compactMap(\.tests)
        #expect(
            tests.contains([
                "LackingTests/Inner/sharedBlock()", "LackingTests/Inner/theSameBlock()",
                "LackingCase/testIsolated()", "heldContainers()",
            ]))
        #expect(findings.filter { $0.rule != "needs" }.allSatisfy { $0.tests == nil })
    }

    // MARK: The pages

    /// Compiles the samples of a page that begin with their path, and files besides.
    private static func program(
        of page: String, named name: String, adding files: [String: String] = [:]
    ) throws -> Fixture.Program {
        let program = try Fixture.Program(named: name)
        for sample in page.matches(of: #/```swift\n(// (\S+)\n[^`]*)```/#) {
            try program.write(String(sample.1), to: String(sample.2))
        }
        for (path, text) in files { try program.write(text, to: path) }
        // The samples import what they use.
        let options = ["-c", "-enable-upcoming-feature", "MemberImportVisibility"]
        let sources = program.directory.appending(path: "Sources/Shop")
        try program.compile("Shop", at: [sources], options, isImported: true)
        let tests = program.directory.appending(path: "Tests/ShopTests")
        try program.compile("ShopTests", at: [tests], options)
        return program
    }

    private static func text(_ path: String) throws -> String {
        let file = Fixture.Package.root.appending(path: path)
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// What the command prints, with short paths, in words: pages break lines.
    private static func words(
        printedFor program: Fixture.Program, _ options: [String] = []
    ) -> [Substring] {
        let arguments = program.arguments(packageAt: program.directory)
        return CheckCommand.run(arguments + options).output
            .replacing(program.directory.path + "/", with: "")
            .split(whereSeparator: \.isWhitespace)
    }

    @Test func thePageShowsWhatIsPrinted() throws {
        let page = try Self.text("Sources/ColletCheck/ColletCheck.docc/Needs.md")
        let app = """
            import Collet
            struct Live: PriceList, Log, Vouchers {
                func price(of item: String) -> Int { 1 }
                func write(_ text: String) {}
                func value(of code: String) -> Int { 1 }
            }
            Dependencies {
                Module { Live() as any PriceList }
                Module { Live() as any Log }
                Module { Live() as any Vouchers }
            }
            .build()
            """
        let program = try Self.program(
            of: page, named: "NeedsPage", adding: ["Sources/Shop/main.swift": app])
        let shown = page.matches(
            of: #/\$ swift package check-dependencies(.*)\n([^`]*)```/#)
        #expect(shown.count == 3)
        for (_, options, output) in shown.map(\.output) {
            let options = options.split(separator: " ").map(String.init)
            let words = output.split(whereSeparator: \.isWhitespace)
            #expect(Self.words(printedFor: program, options) == words)
        }
    }

    // MARK: Many tests

    /// A program with some tests of one block, which lacks something.
    private static func many(_ count: Int) throws -> Fixture.Program {
        let program = try Fixture.Program(named: "Needs\(count)")
        let tests = (0..<count).map {
            "@Test(.dependencies(fakes)) func test\($0)() { _ = Model().title() }\n"
        }
        try program.write(
            """
            import Collet
            import ColletTesting
            import Testing
            protocol Clock: Sendable { func now() -> Int }
            final class Model {
                @Inject var clock: any Clock
                func title() -> Int { clock.now() }
            }
            let fakes = Dependencies {}
            \(tests.joined())
            """, to: "AppTests/AppTests.swift")
        try program.write("print()", to: "App/main.swift")
        try program.write("struct Other {}", to: "App/Other.swift")
        for module in ["App", "AppTests"] {
            try program.compile(module, at: [program.directory.appending(path: module)])
        }
        return program
    }

    /// Compiled once.
    private static let fifty = Result { try many(50) }

    private func checkFifty(_ options: String...) throws -> CheckCommand.Result {
        let program = try Self.fifty.get()
        return CheckCommand.run(
            program.arguments(packageAt: program.directory) + options)
    }

    @Test func testsOfOneBlockAreOneFinding() throws {
        let program = try Self.fifty.get()
        let read = try ColletCheck.Program(
            packagePath: program.directory.path, buildPath: nil,
            indexStorePath: program.index.path)
        let report = Report(read.wiring())
        let findings = report.diagnostics.filter { $0.rule == .needs }
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(finding.tests.count == 50)
        #expect(finding.message.contains("(and 49 more tests)"))
        #expect(finding.notes.count == 5)
        #expect(finding.place.line == 9)
    }

    /// Nothing that a test does costs more where there are more of them.
    @Test func walksDoNotGrowWithOtherTests() throws {
        let programs = [4: try Self.many(4), 50: try Self.fifty.get()]
        let sizes = try programs.map { count, program in
            let read = try ColletCheck.Program(
                packagePath: program.directory.path, buildPath: nil,
                indexStorePath: program.index.path)
            let reader = read.needReader
            #expect(reader.roots.count == count)
            return reader.roots.map { reader.walk($0).visited.count }.max()
        }
        #expect(sizes[0] == sizes[1])
        #expect(sizes[0] == 6)
    }

    @Test func nothingIsCertainWhileFilesAreChanged() throws {
        let program = try Self.many(3)
        try program.touch(program.directory.appending(path: "App/Other.swift"))
        let result = CheckCommand.run(
            program.arguments(packageAt: program.directory) + ["--format", "json"])
        #expect(result.output.contains("\"rule\":\"needs\",\"severity\":\"note\""))
    }
}
