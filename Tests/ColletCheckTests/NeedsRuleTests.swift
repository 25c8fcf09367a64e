import Testing

@testable import ColletCheck

/// Requests of tests for which nothing is registered.
struct NeedsRuleTests {
    private static let kit = """
        public protocol Clock: Sendable {}
        public protocol Log: Sendable {}
        public struct Live: Clock { public init() {} }
        public struct Feed {
            @Inject var clock: any Clock
            @Inject("de") var log: any Log
            public init() {}
            public func open() { _ = clock }
            public func write() { _ = log }
            public func both() { _ = (clock, log) }
            public func perhaps() { if CommandLine.arguments.count > 1 { _ = clock } }
        }
        """

    @Test func itIsTold() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            struct Fake: Clock, Log {}
            let fakes = Dependencies { Module { Fake() as any Clock } }
            let empty = Dependencies {} //: error: 'one()' asks for Clock, which its block doesn't register (and 1 more test); to fix, add to 'empty' (FeedTests.swift:7): Module { … as any Clock }
            struct FeedTests {
                @Test(.dependencies(fakes)) func right() { Feed().open() }
                @Test(.dependencies(empty)) func one() { Feed().open() }
                @Test(.dependencies(empty)) func two() { Feed().open() }
                @Test(.dependencies(fakes)) func named() { Feed().write() } //: error: 'named()' asks for Log named "de", which its block doesn't register; to fix, add to 'fakes' (FeedTests.swift:6): Module("de") { … as any Log }
                @Test(.dependencies { Module { Fake() } }) func cast() { Feed().open() } //: error: 'cast()' asks for Clock, which its block doesn't register; to fix, write 'as any Clock' where Fake is registered, or add to its block (FeedTests.swift:13): Module { … as any Clock }
                @Test(.dependencies { Module("fake") { Fake() as any Clock } }) func name() { Feed().open() } //: error: 'name()' asks for Clock, which its block doesn't register; to fix, ask for "fake", or add to its block (FeedTests.swift:14): Module { … as any Clock }
                @Test(.dependencies { Module("fake") { Fake() as any Clock } }) func names() { //: error: 'names()' asks for Clock, which its block doesn't register; to fix, add to its block (FeedTests.swift:15): Module { … as any Clock }
                    _ = Resolver.resolve((any Clock).self, name: "fake")
                    Feed().open()
                }
                @Test func alone() { Feed().both() } //: error: 'alone()' asks for Clock and Log named "de", but nothing registers it where this runs; to fix, give the test a block: .dependencies { Module { … as any Clock }; Module("de") { … as any Log } }
                @Test(.dependencies {}) func branch() { Feed().perhaps() } //: note: 'branch()' may ask for Clock, which its block doesn't register, if it gets there
                @Test func outside() { //: error: 'outside()' asks for Clock, but nothing registers it where this runs; to fix, create Feed within its block, in the test itself
                    let feed = Feed()
                    fakes.isolate { feed.open() }
                }
                @Test func outsideWithMore() { //: error: 'outsideWithMore()' asks for Clock and Log named "de", but nothing registers it where this runs; to fix, create Feed within its block, in the test itself, and add to that: Module("de") { … as any Log }
                    let feed = Feed()
                    fakes.isolate {}
                    feed.both()
                }
                @Test(.dependencies { Module("de") { Fake() } }) func other() { Feed().open() } //: error: 'other()' asks for Clock, which its block doesn't register; to fix, add to its block (FeedTests.swift:30): Module { … as any Clock }
            }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// Several fakes that belong together are one mistake.
    @Test func aBlockThatOthersNestIsNested() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            final class Lines: Log {}
            let logged = Dependencies {
                Module(.shared) { Lines() }
                Module("de") { Resolver.resolve(Lines.self) as any Log }
            }
            let clocks = Dependencies { Module { Live() as any Clock }; Module { Lines() } }
            func lines() { _ = Resolver.resolve(Lines.self) }
            @Test(.dependencies { logged; Module { Live() as any Clock } }) func right() { Feed().both() }
            @Test(.dependencies { Module { Live() as any Clock } }) func both() { Feed().write(); lines() } //: error: 'both()' asks for Lines and Log named "de", which its block doesn't register; to fix, nest 'logged' (FeedTests.swift:6) in its block (FeedTests.swift:13)
            @Test(.dependencies { Module { Live() as any Clock } }) func one() { Feed().write() } //: error: 'one()' asks for Log named "de", which its block doesn't register; to fix, add to its block (FeedTests.swift:14): Module("de") { … as any Log }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// What a session has is no fake.
    @Test func whatAContainerHasIsAskedForThere() async throws {
        let package = try await RulePackage([
            "Kit/Session.swift": """
            public struct User: Sendable { public init() {} }
            public struct Cart: Sendable { public init() {} }
            public final class Page {
                @Inject private var user: User
                @Inject private var cart: Cart
                public init() {}
                public func show() { print(user, cart) }
            }
            public func session() -> Dependencies {
                Dependencies {
                    Module { User() }
                    Module { Cart() }
                }
            }
            """,
            "KitTests/SessionTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            let fakes = Dependencies { Module { 1 } }
            @Test(.dependencies(fakes)) func inside() { session().makeContainer().perform { Page().show() } }
            @Test(.dependencies(fakes)) func outside() { //: error: 'outside()' asks for Cart and User, which its block doesn't register; to fix, create Page in the closure or container (SessionTests.swift:8)
                let container = session().makeContainer()
                container.perform { Page().show() }
                Page().show()
            }
            @Test(.dependencies(fakes)) func asks() { //: error: 'asks()' asks for User, which its block doesn't register; to fix, ask for it in the closure or container (SessionTests.swift:13)
                let container = session().makeContainer()
                _ = Resolver.resolve(User.self)
                _ = container
            }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// What a decorator wraps isn't what it is registered as itself.
    @Test func aDecoratorAsksOutsideOfItsBlock() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            struct Loud: Clock { let inner: any Clock }
            @Test func isolated() { //: error: 'isolated()' asks for Clock, but nothing registers it where this runs; to fix, give the test a block: .dependencies { Module { … as any Clock } }
                let outer = Dependencies.Container.current
                Dependencies { Module { Loud(inner: outer.perform { Resolver.resolve() }) as any Clock } }.override { Feed().open() }
            }
            @Test(.dependencies { Module { 1 } }) func held() { //: error: 'held()' asks for Clock, which its block doesn't register; to fix, add to its block (FeedTests.swift:10): Module { … as any Clock }
                let outer = Dependencies.Container.current
                let inner = Dependencies { Module { Loud(inner: outer.perform { Resolver.resolve() }) as any Clock } }.makeContainer()
                inner.perform { Feed().open() }
            }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// Its block has it already.
    @Test func whatResetRemovesIsRegisteredAgain() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            import XCTest
            struct Printer: Log {}
            let fakes = Dependencies { Module { Live() as any Clock }; Module("de") { Printer() as any Log } }
            @Test(.dependencies(fakes)) func between() { //: error: 'between()' asks for Clock and Log named "de", which reset() removes; to fix, register what it needs again after reset() (FeedTests.swift:10)
                Feed().open()
                Resolver.reset()
                Feed().both()
            }
            @Test(.dependencies(fakes)) func again() {
                Resolver.reset()
                Resolver.register { Live() as any Clock }
                Feed().open()
            }
            @Test(.dependencies(fakes)) func some() { //: note: 'some()' may ask for Clock, which reset() removes, if it gets there
                if CommandLine.arguments.count > 1 { Resolver.reset() }
                Feed().open()
            }
            @Test(.dependencies { Module { Live() as any Clock } }) func other() { //: error: 'other()' asks for Log named "de", which its block doesn't register; to fix, add to its block (FeedTests.swift:22): Module("de") { … as any Log }
                Resolver.reset()
                Feed().write()
            }
            final class CaseTests: XCTestCase {
                override func invokeTest() { fakes.isolate { super.invokeTest() } }
                override func setUp() { Resolver.reset() } //: error: 'testFeed()' asks for Clock, which reset() removes (and 1 more test); to fix, register what it needs again after reset() (FeedTests.swift:28)
                func testFeed() { Feed().open() }
                func testForAll() {
                    Resolver.register { Live() as any Clock }
                    setUp()
                    Feed().open()
                }
            }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    @Test func aSuiteThatRegistersWithoutABlockIsNotOneMistake() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            struct Cache {}
            struct FeedTests {
                @Test func registers() { Resolver.register { Cache() } }
                @Test func opens() { Feed().open() } //: error: 'opens()' asks for Clock, but nothing registers it where this runs; to fix, give the test a block: .dependencies { Module { … as any Clock } }
                @Test func writes() { Feed().write() } //: error: 'writes()' asks for Log named "de", but nothing registers it where this runs; to fix, give the test a block: .dependencies { Module("de") { … as any Log } }
            }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    @Test func aSuiteWithoutABlockIsOneMistake() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import Kit
            import Testing
            struct FeedTests {
                @Test func opens() { Feed().open() } //: error: 'opens()' asks for Clock, but nothing registers it where this runs (and 1 more test); to fix, give the suite FeedTests a block: .dependencies { Module { … as any Clock }; Module("de") { … as any Log } }
                @Test func writes() { Feed().write() }
            }
            """,
        ])
        await package.expect(\.lacksOfTests)
        let finding = try #require(
            await package.runs().findings(of: \.lacksOfTests).first)
        #expect(
            finding.notes.last?.message == "'writes()' asks for Log named \"de\", too")
    }

    @Test func argumentsAreThereBeforeTheBlock() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            let fakes = Dependencies { Module { Live() as any Clock }; Module("name") { 1 } }
            @Test(.dependencies(fakes), arguments: [Resolver.resolve((any Clock).self)]) //: error: 'ticks(_:)' asks for Clock, but nothing registers it where this runs; to fix, ask for it within its block, in the test itself
            func ticks(_ clock: any Clock) {}
            @Test(.dependencies(fakes), arguments: ["name"])
            func isNamed(_ name: String) { _ = Resolver.resolve(Int.self, name: name) }
            @Test(.dependencies(fakes), arguments: ["name"], ["other"]) //: error: 'isOther(_:_:)' asks for Int named "other", which its block doesn't register; to fix, add to 'fakes' (FeedTests.swift:5): Module("other") { … as Int }
            func isOther(_: String, _ name: String) { _ = Resolver.resolve(Int.self, name: name) }
            @Test(.dependencies(fakes), arguments: zip(["name"], ["other"]))
            func arePairs(_ name: String, _: String) { _ = Resolver.resolve(Int.self, name: name) }
            @Test(.dependencies(fakes), arguments: zip([(1, "name")], ["other"]))
            func havePairs(_ pair: (Int, String), _: String) { _ = Resolver.resolve(Int.self, name: pair.1) }
            @Test(.dependencies(fakes), arguments: [("name", 1), ("third", 2)]) //: error: 'areTuples(_:_:)' asks for Int named "third", which its block doesn't register; to fix, add to 'fakes' (FeedTests.swift:5): Module("third") { … as Int }
            func areTuples(_ name: String, _: Int) { _ = Resolver.resolve(Int.self, name: name) }
            @Test(.dependencies(fakes), arguments: [("name", 1)])
            func isTuple(_ pair: (name: String, Int)) { _ = Resolver.resolve(Int.self, name: pair.name) }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// Up to 20 cases run one by one, so what one of them lacks is certain.
    @Test func eachCaseOfATestRuns() async throws {
        let package = try await RulePackage([
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Testing
            enum Kind: String, CaseIterable { case a, b }
            let fakes = Dependencies { Module("a") { 1 }; Module("on a") { 2 }; Module("on b") { 3 } }
            @Test(.dependencies(fakes), arguments: Kind.allCases) //: error: 'isServed(_:)' asks for Int named "b", which its block doesn't register; to fix, add to 'fakes' (FeedTests.swift:5): Module("b") { … as Int }
            func isServed(_ kind: Kind) { _ = Resolver.resolve(Int.self, name: kind.rawValue) }
            @Test(.dependencies(fakes), arguments: ["a", "b"])
            func isOnAll(_ name: String) { _ = Resolver.resolve(Int.self, name: "on \\(name)") }
            @Test(.dependencies(fakes), arguments: ["b", "a"], ["on"]) //: error: 'isOnMost(_:_:)' asks for Int named "on else", which its block doesn't register; to fix, add to 'fakes' (FeedTests.swift:5): Module("on else") { … as Int }
            func isOnMost(_ name: String, _ on: String) {
                _ = Resolver.resolve(Int.self, name: "\\(on) \\(name == "a" ? "else" : name)")
            }
            @Test(.dependencies(fakes), arguments: 0...20) //: note: 'isLast(_:)' may ask for Int named "20", which its block doesn't register, if it gets there
            func isLast(_ number: Int) { if number == 20 { _ = Resolver.resolve(Int.self, name: "20") } }
            """
        ])
        await package.expect(\.lacksOfTests)
    }

    /// The program's own findings aren't told again; a misspelt name is told as one.
    @Test func itIsNotToldOfTheProgram() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "App/main.swift": """
            import Kit
            struct Printer: Log {}
            Dependencies { Module("dee") { Printer() as any Log } }.build()
            Feed().both()
            """,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies {}) func both() { Feed().both() }
            @Test(.dependencies {}) func named() {
                let _: any Log = Resolver.resolve(name: "de")
            }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// What a program lacks on one way doesn't hide that a test certainly stops.
    @Test func itIsToldBesideAWarning() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "App/main.swift": """
            import Kit
            Dependencies {}.build()
            if CommandLine.arguments.count > 1 { Feed().open() }
            """,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies {}) func opens() { Feed().open() } //: error: 'opens()' asks for Clock, which its block doesn't register; to fix, add to its block (FeedTests.swift:5): Module { … as any Clock }
            @Test(.dependencies {}) func perhaps() {
                if CommandLine.arguments.count > 1 { Feed().open() }
            }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// A name that the program registers isn't only misspelt for a test.
    @Test func whatAsksIsMisspelt() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit + """

                public let kit = Dependencies { Module("den") { Printer() as any Log } }
                struct Printer: Log {}
                """,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies { kit }) func writes() { Feed().write() } //: error: 'writes()' asks for Log named "de", which its block doesn't register; to fix, ask for "den", or add to its block (FeedTests.swift:5): Module("de") { … as any Log }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    @Test func testsAreNamedWithTheirSuites() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            struct Outer { struct Inner { @Test(.dependencies {}) func opens() { Feed().open() } } }
            """,
        ])
        let finding = try #require(
            await package.runs().findings(of: \.lacksOfTests).first)
        #expect(finding.tests == ["Outer/Inner/opens()"])
        #expect(
            finding.notes.map(\.message) == [
                "calls Feed.open()", "reads Feed.clock", "asks for Clock ('clock')",
            ])
    }

    /// Other modules have a file of that name, too.
    @Test func whatAMacroWritesStandsWhereTheMacroDoes() async throws {
        let package = try await RulePackage([
            "AppTests/FeedTests.swift": "struct First {}",
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Testing
            struct Log: Sendable { let lines = 0 }
            func lines() -> Int { Resolver.resolve(Log.self).lines }
            @Test(.dependencies {}) func logs() {
                #expect(lines() == 0)
            }
            """,
            "PageTests/FeedTests.swift": "struct Last {}",
        ])
        let finding = try #require(
            await package.runs().findings(of: \.lacksOfTests).first)
        #expect(finding.notes.map(\.message) == ["calls lines()", "asks for Log"])
        let places = finding.notes.map(\.place)
        #expect(places.map(\.line) == [7, 5])
        #expect(places.allSatisfy { $0.file.hasSuffix("KitTests/FeedTests.swift") })
    }

    @Test func whatReplacesAFakeStandsBefore() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit + """

                public let kit = Dependencies { Module(.shared) { Told() as any Clock } }
                struct Told: Clock {
                    init() {
                        let _: any Log = Resolver.resolve()
                        let _: any Log = Resolver.resolve(name: "fr")
                    }
                }
                """,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            struct Fake: Clock {}
            @Test(.dependencies { Module { Fake() as any Clock }; kit }) func opens() { Feed().open() } //: error: 'opens()' asks for Log and Log named "fr", which its block doesn't register; to fix, write Clock after what replaces it (Feed.swift:14)
            @Test(.dependencies { Module { Fake() as any Clock }; kit }) func writes() { Feed().write() } //: error: 'writes()' asks for Log named "de", which its block doesn't register; to fix, add to its block (FeedTests.swift:7): Module("de") { … as any Log }
            @Test(.dependencies { kit }) func asksForAll() { _ = Resolver.resolve([any Clock].self, name: "all") } //: error: 'asksForAll()' asks for [Clock] named "all", which its block doesn't register; to fix, ask for it without a name, or add to its block (FeedTests.swift:8): Module("all") { … as [any Clock] }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// An override in the app isn't a block of the tests.
    @Test func theAppsOverrideIsNotTheTests() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit + """

                public func serve() { Dependencies {}.override { Feed().open() } }
                """,
            "KitTests/FeedTests.swift": """
            import Kit
            import Testing
            struct FeedTests {
                @Test func opens() { Feed().open() } //: error: 'opens()' asks for Clock, but nothing registers it where this runs (and 1 more test); to fix, give the suite FeedTests a block: .dependencies { Module { … as any Clock } }
                @Test func serves() { serve() }
            }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    @Test func whatAnIsolationHasIsAskedForThere() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit + """

                public func preview() { Dependencies { Module { Live() as any Clock } }.isolate {} }
                public func now() { _ = Resolver.resolve((any Clock).self) }
                """,
            "KitTests/FeedTests.swift": """
            import Kit
            import Testing
            @Test func shows() { //: error: 'shows()' asks for Clock, but nothing registers it where this runs; to fix, ask for it in the closure or container (Feed.swift:14)
                preview()
                now()
            }
            @Test func writes() { //: error: 'writes()' asks for Clock and Log named "de", but nothing registers it where this runs; to fix, give the test a block: .dependencies { Module { … as any Clock }; Module("de") { … as any Log } }
                preview()
                now()
                Feed().write()
            }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    @Test func theAppsBlockIsTheTests() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit + """

                public let kit = Dependencies { Module { Live() as any Clock } }
                """,
            "KitTests/FeedTests.swift": """
            import Kit
            import XCTest
            final class FeedTests: XCTestCase {
                override func invokeTest() { kit.isolate { super.invokeTest() } }
                func testFeed() { Feed().write() } //: error: 'testFeed()' asks for Log named "de", which its block doesn't register; to fix, add to a block around 'kit' (Feed.swift:14): Module("de") { … as any Log }
            }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    @Test func aFakeLivesAsLongAsTheAppsOwn() async throws {
        let package = try await RulePackage([
            "App/App.swift": """
            @MainActor public final class Router { public init() {} }
            @main struct App {
                static func main() { Dependencies { Module.mainActor(.shared) { Router() } }.build() }
            }
            """,
            "AppTests/RouterTests.swift": """
            import App
            import ColletTesting
            import Testing
            @MainActor @Test(.dependencies {}) func starts() { _ = Resolver.resolve(Router.self) } //: error: 'starts()' asks for Router, which its block doesn't register; to fix, add to its block (RouterTests.swift:5): Module.mainActor(.shared) { … as Router }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    @Test func aModuleThatReturnsNothingIsNoNeed() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies { Module { _ = Live() } }) func opens() { Feed().open() }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// Each test of the class runs it.
    @Test(arguments: ["Resolver.resolve(Log.self)", "find()"])
    func aTestCasesPropertyAsksBeforeItsBlock(_ initialValue: String) async throws {
        let package = try await RulePackage([
            "KitTests/FeedTests.swift": """
            import XCTest
            struct Log: Sendable {}
            func find() -> Log { Resolver.resolve() }
            final class FeedTests: XCTestCase {
                let log = \(initialValue)
                override func invokeTest() {
                    Dependencies { Module { Log() } }.isolate { super.invokeTest() }
                }
                func testOne() {} //: error: 'testOne()' asks for Log, but nothing registers it where this runs (and 1 more test); to fix, ask for it within its block, in the test itself
                func testOther() {}
            }
            """
        ])
        await package.expect(\.lacksOfTests)
    }

    @Test(arguments: ["", "private "])
    func testsOfXCTestHaveNoTraits(_ modifier: String) async throws {
        let package = try await RulePackage([
            "KitTests/FeedTests.swift": """
            import XCTest
            struct Log: Sendable {}
            \(modifier)final class FeedTests: XCTestCase {
                func testLog() { _ = Resolver.resolve(Log.self) } //: error: 'testLog()' asks for Log, but nothing registers it where this runs; to fix, ask for it in a block: Dependencies { Module { … as Log } }.isolate { … }
            }
            """
        ])
        await package.expect(\.lacksOfTests)
    }

    /// The test has no block yet.
    @Test func aBlockCanNotHaveWhatMakesIt() async throws {
        let package = try await RulePackage([
            "Kit/Session.swift": """
            public struct User: Sendable { public init() {} }
            public struct Sessions: Sendable {
                public init() {}
                public func modules() -> Dependencies { Dependencies { Module { User() } } }
            }
            """,
            "KitTests/SessionTests.swift": """
            import Kit
            import Testing
            import XCTest
            final class SessionTests: XCTestCase {
                func testUser() { //: error: 'testUser()' asks for Sessions, but nothing registers it where this runs; to fix, ask for it in a block: Dependencies { Module { … as Sessions } }.isolate { … }
                    let block = Resolver.resolve(Sessions.self).modules()
                    block.override { _ = Resolver.resolve(User.self) }
                }
                func testBoth() { //: error: 'testBoth()' asks for Sessions, but nothing registers it where this runs; to fix, ask for it within its block, in the test itself
                    let sessions = Resolver.resolve(Sessions.self)
                    Dependencies { Module { Sessions() } }.isolate { _ = sessions.modules() }
                }
            }
            @Test func user() { //: error: 'user()' asks for Sessions, but nothing registers it where this runs; to fix, give the test a block: .dependencies { Module { … as Sessions } }
                let block = Resolver.resolve(Sessions.self).modules()
                block.override { _ = Resolver.resolve(User.self) }
            }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    @Test func subclassesRunInheritedTests() async throws {
        let package = try await RulePackage([
            "KitTests/FeedTests.swift": """
            import XCTest
            struct Log: Sendable {}
            class FeedTests: XCTestCase {
                var fakes: Dependencies { Dependencies { Module { Log() } } }
                override func invokeTest() { fakes.isolate { super.invokeTest() } }
                func testLog() { _ = Resolver.resolve(Log.self) } //: error: 'testLog()' asks for Log, which its block doesn't register; to fix, add to 'fakes' (FeedTests.swift:10): Module { … as Log }
            }
            final class OtherTests: FeedTests {
                override var fakes: Dependencies { Dependencies {} }
            }
            """
        ])
        await package.expect(\.lacksOfTests)
    }

    /// Each test may run on its own, or first.
    @Test func whatAnotherTestRegistersMayBeThere() async throws {
        let package = try await RulePackage([
            "KitTests/FeedTests.swift": """
            import XCTest
            struct Log: Sendable {}
            class FeedTests: XCTestCase {
                func testLog() { _ = Resolver.resolve(Log.self) } //: warning: 'testLog()' asks for Log, but nothing registers it where this runs, unless another test did; to fix, ask for it in a block: Dependencies { Module { … as Log } }.isolate { … }
            }
            final class OtherTests: FeedTests {
                override func setUp() { Resolver.register { Log() } }
            }
            """
        ])
        await package.expect(\.lacksOfTests)
    }

    @Test func anAssertionThatFailsHasAMessage() async throws {
        let package = try await RulePackage([
            "KitTests/FeedTests.swift": """
            import XCTest
            func attempt() throws { throw CancellationError() }
            final class FeedTests: XCTestCase {
                func testAttempt() { //: note: 'testAttempt()' may ask for String, but nothing registers it where this runs, if it gets there
                    XCTAssertThrowsError(try attempt(), Resolver.resolve(String.self)) { _ in }
                }
            }
            """
        ])
        await package.expect(\.lacksOfTests)
    }

    /// What a generic function makes has the type that its caller says.
    @Test func theTypeIsWrittenWhereAGenericFunctionIsCalled() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import Kit
            import Testing
            struct Fake: Clock {}
            func fake<T: Sendable>(_ make: @escaping @Sendable () -> T) -> Dependencies {
                Dependencies { Module { make() } }
            }
            @Test func opens() { fake { Fake() }.isolate { Feed().open() } } //: error: 'opens()' asks for Clock, which its block doesn't register; to fix, write 'as any Clock' where Fake is registered (FeedTests.swift:8), or add to 'fake<A>(_:)' (FeedTests.swift:6): Module { … as any Clock }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    @Test func ofSeveralTraitsTheLastCounts() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies { Module { Live() as any Clock } }, .dependencies {}) func opens() { Feed().open() } //: error: 'opens()' asks for Clock, which its block doesn't register; to fix, add to the last of its blocks (FeedTests.swift:5): Module { … as any Clock }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// A block around an isolation doesn't reach the code in it.
    @Test func anIsolationThatIsNotTheTestsIsItsBlock() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit + """

                public func isolated(_ body: () -> Void) { Dependencies {}.isolate(body) }
                """,
            "KitTests/FeedTests.swift": """
            import Kit
            import Testing
            @Test func opens() { isolated { Feed().open() } } //: error: 'opens()' asks for Clock, which its block doesn't register; to fix, add to its block (Feed.swift:14): Module { … as any Clock }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// There is nothing that a block of fakes could be nested in.
    @Test func aTestWithoutABlockIsGivenOne() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import Kit
            import Testing
            struct Printer: Log {}
            let fakes = Dependencies { Module { Live() as any Clock }; Module("de") { Printer() as any Log } }
            @Test func right() { fakes.isolate { Feed() }.both() }
            @Test func forgets() { Feed().both() } //: error: 'forgets()' asks for Clock and Log named "de", but nothing registers it where this runs; to fix, give the test a block: .dependencies { Module { … as any Clock }; Module("de") { … as any Log } }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    @Test func testsThatMayLackItAreCounted() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            let empty = Dependencies {} //: error: 'one()' asks for Clock, which its block doesn't register (and 1 more test, and 1 more may); to fix, add to 'empty' (FeedTests.swift:5): Module { … as any Clock }
            @Test(.dependencies(empty)) func one() { Feed().open() }
            @Test(.dependencies(empty)) func two() { Feed().open() }
            @Test(.dependencies(empty)) func perhaps() { Feed().perhaps() }
            """,
        ])
        await package.expect(\.lacksOfTests)
        let finding = try #require(
            await package.runs().findings(of: \.lacksOfTests).first)
        // An error is about the tests that certainly lack it.
        #expect(finding.tests == ["one()", "two()"])
    }

    @Test func theNameThatOthersAskForIsNotMisspelt() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            struct Printer: Log {}
            let fakes = Dependencies { Module("den") { Printer() as any Log } }
            @Test(.dependencies(fakes)) func asks() { let _: any Log = Resolver.resolve(name: "den") }
            @Test(.dependencies(fakes)) func writes() { Feed().write() } //: error: 'writes()' asks for Log named "de", which its block doesn't register; to fix, ask for "den", or add to 'fakes' (FeedTests.swift:6): Module("de") { … as any Log }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// Its module doesn't see the type.
    @Test func aHelpersBlockIsOverridden() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "HelperTests/Helpers.swift": """
            import ColletTesting
            public let common = Dependencies {}
            public func isolated<T>(_ make: () -> T) -> T { Dependencies {}.isolate(make) }
            """,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import HelperTests
            import Kit
            import Testing
            @Test func opens() { isolated { Feed() }.open() } //: error: 'opens()' asks for Clock, which its block doesn't register; to fix, create Feed in a block: Dependencies { Module { … as any Clock } }.override { … }
            @Test(.dependencies(common)) func shares() { Feed().open() } //: error: 'shares()' asks for Clock, which its block doesn't register; to fix, add to a block around 'common' (Helpers.swift:3): Module { … as any Clock }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// Around that, a module wouldn't find what it needs if the outer block is verified.
    @Test func aRequestsModuleBelongsToItsBlock() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": """
            public final class Job: Sendable {}
            public protocol Sender: Sendable {}
            struct LiveSender: Sender { @Inject var job: Job }
            public struct Mail {
                @Inject var sender: any Sender
                public init() {}
                public func send() { _ = sender }
            }
            public func jobModules() -> Dependencies { Dependencies { Module(.shared) { Job() } } }
            """,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test func sends() { jobModules().override { Mail().send() } } //: error: 'sends()' asks for Sender, which its block doesn't register; to fix, add to 'jobModules()' (Feed.swift:10): Module { … as any Sender }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// If the app registers both, the code that asks may have the wrong one.
    @Test func theOnlyNameOfTheBlockMayBeMeant() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            struct Printer: Log {}
            let live = Dependencies { Module("web") { Printer() as any Log } }
            @Test(.dependencies(live)) func writes() { Feed().write() } //: error: 'writes()' asks for Log named "de", which its block doesn't register; to fix, ask for "web", or add to 'live' (FeedTests.swift:6): Module("de") { … as any Log }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    /// The test doesn't create it.
    @Test func theAppsTaskKeepsTheContainer() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": Self.kit + """

                public func start() -> Task<Void, Never> { Task.detached { Feed().open() } }
                """,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            let fakes = Dependencies { Module { Live() as any Clock } }
            @Test(.dependencies(fakes)) func starts() async { await start().value } //: error: 'starts()' asks for Clock, but nothing registers it where this runs; to fix, store Container.current before the closure (Feed.swift:14), and create Feed in its perform
            @Test(.dependencies(fakes)) func detaches() async { await Task.detached { Feed().open() }.value } //: error: 'detaches()' asks for Clock, but nothing registers it where this runs; to fix, create Feed within its block, in the test itself
            """,
        ])
        await package.expect(\.lacksOfTests)
    }
}
