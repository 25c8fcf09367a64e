import Testing

@testable import ColletCheck

/// How many requests are answered on every way.
struct ProofTests {
    @Test func requestsAreCounted() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            struct Hook: Sendable {}
            struct Feed { @Inject var log: Log; @Inject var unread: Log }
            Dependencies { Module { Log() } }.build()
            let feed = Feed()
            _ = (feed.log, Resolver.resolve(Hook?.self))
            _ = Resolver.resolve(Hook.self)
            if CommandLine.arguments.count > 1 { Resolver.register { 1 } }
            _ = Resolver.resolve(Int.self)
            """
        ])
        let proof = Proof(await package.runs())
        #expect(proof.answered == 3)
        let unproved = proof.unproved.map {
            "\($0.id.place.line) \($0.id.key) \($0.answer)"
        }
        #expect(
            unproved == [
                "8 Hook missing", "10 Int onSomeWays",
            ])
        #expect(proof.total == 5)
    }

    @Test(arguments: ["-emit-silgen", "-emit-sil"])
    func memberwiseInitializersThatNothingCallsDoNotAsk(_ sil: String) async throws {
        let package = try await RulePackage(
            [
                "App/main.swift": """
                struct Log: Sendable {}
                struct Feed { @Inject var log: Log }
                Dependencies { Module { Log() } }.build()
                _ = Feed().log
                """
            ], options: [sil])
        let proof = Proof(await package.runs())
        #expect(proof.unproved.isEmpty)
        #expect(proof.total == 1)
    }

    /// The override may have a fake of it, so it can't be told which of them answers.
    @Test func aFakeWithAnUnknownNameMayAnswer() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            let app = Dependencies { Module("x") { Log() } }
            Dependencies { Module(CommandLine.arguments[0]) { Log() } }.override {
                app.build()
                _ = Resolver.resolve(Log.self, name: "x")
            }
            """
        ])
        let unproved = Proof(await package.runs()).unproved
        #expect(unproved.map(\.id.place.line) == [6])
    }

    /// The error of the one test says nothing of the other.
    @Test func aNameThatCannotBeToldIsToldBesidesANeed() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public struct Log: Sendable { public init() {} }
            public func log(_ name: String) -> Log { Resolver.resolve(name: name) }
            """,
            "KitTests/KitTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies {}) func one() { _ = log("a") }
            @Test(.dependencies { Module("1") { Log() } }, arguments: [Int.random(in: 1...2)])
            func other(_ number: Int) { _ = log("\\(number)") }
            """,
        ])
        let report = Report(await package.runs())
        #expect(report.findings.map(\.rule) == [.unknown, .needs])
    }

    @Test func whatOnlyTestsLeadToIsTheirs() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": """
            public struct Log: Sendable {}
            public func load() { print(Resolver.resolve(Log.self)) }
            """,
            "App/main.swift": "import Kit",
            "KitTests/FeedTests.swift": """
            import Kit
            import Testing
            @Test func loads() { load() }
            """,
        ])
        let unproved = Proof(await package.runs()).unproved
        // A program might end before it.
        #expect(unproved.map(\.mayEndBefore) == [false])
        #expect(unproved.map(\.answer) == [.missing])
    }

    /// A test fakes what it reads; its objects' other injections count in the program.
    @Test func whatATestDoesNotReadNeedsNoFake() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": """
            public struct Log: Sendable { public init() {} }
            public final class Feed {
                @Inject public var read: Log
                @Inject("unread") public var unread: Log
                public init() {}
            }
            """,
            "KitTests/FeedTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies { Module { Log() } }) func reads() { _ = Feed().read }
            """,
        ])
        let proof = Proof(await package.runs())
        #expect(proof.unproved.isEmpty)
        #expect(proof.total == 1)
    }

    /// No test makes it, but the block's container could.
    @Test func whatNoTestAsksForIsMadeInItsBlock() async throws {
        let package = try await RulePackage([
            "App/main.swift": "",
            "AppTests/AppTests.swift": """
            import ColletTesting
            import Testing
            final class Store: Sendable {}
            struct Log: Sendable {}
            struct Archive: Sendable { let store: Store }
            struct Feed: Sendable { @Inject var store: Store }
            let fakes = Dependencies {
                Module(.shared) { Store() }
                Module { Archive(store: Resolver.resolve()) }
                Module { Feed() }
                Module("old") { Archive(store: Resolver.resolve(name: "old")) }
                Module("all") { [Resolver.resolve(Log.self)] }
            }
            @Suite(.dependencies(fakes)) struct AppTests {
                @Test func asksForNothing() {}
                @Test(.overrides { Module { Log() } }) func asksForAll() {
                    print(Resolver.resolve([Log].self, name: "all"))
                }
            }
            """,
        ])
        let runs = await package.runs()
        let proof = Proof(runs)
        let unproved = proof.unproved.map { "\($0.id.place.line) \($0.answer)" }
        #expect(unproved == ["12 missing"])
        #expect(proof.total == 5)
        #expect(
            runs.findings(of: \.lacksOfTests).map { "\($0.severity): \($0.message)" } == [
                """
                note: 'asksForNothing()' may ask for Store named "old", which its block \
                doesn't register, if it gets there
                """
            ])
    }

    /// A missing registration that stops the program hides everything after it.
    @Test func whatTheProgramDoesNotReachIsOneLine() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            func write() { print(Resolver.resolve(Int.self)) }
            protocol Store { func load() }
            func open(_ store: any Store) { if false { use(Resolver.resolve(Log.self)) } }
            func use(_ log: Log) { fatalError() }
            open(Resolver.resolve((any Store).self))
            """
        ])
        let report = Report(await package.runs())
        #expect(report.findings.filter(\.isDoubt).isEmpty)
        #expect(report.summary.hasSuffix("1 can't be told until the findings are mended"))
    }

    /// A module that isn't registered isn't made: its requests wait for the same cure,
    /// and calls of it are judged elsewhere.
    @Test func whatIsNotRegisteredIsNotFollowed() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            protocol Mailer: Sendable { func send() }
            protocol Transport: Sendable { func go() }
            struct Post: Mailer {
                @Inject var transport: any Transport
                func send() { transport.go() }
            }
            struct Net: Transport {
                @Inject("base") var base: String
                func go() { print(base) }
            }
            Dependencies {
                Module { Net() as any Transport }
                Module("base") { "" }
            }.build()
            Resolver.resolve((any Mailer).self).send()
            """
        ])
        let runs = await package.runs()
        let report = Report(runs)
        #expect(report.findings.map(\.rule) == [.missing])
        #expect(report.summary.hasSuffix("1 can't be told until the findings are mended"))
        let place = try #require(report.findings.first?.place)
        let comment = "// collet-check:allow missing: a plugin registers it\nask()"
        let text = String(repeating: "\n", count: place.line - 2) + comment
        let accepted = Report(runs, Acceptance.all(in: text, of: place.file))
        #expect(accepted.status(strict: true) == 0)
    }

    /// What stops where a block or an object is made hides the objects behind it.
    @Test(arguments: [
        "Module { _ = Net() }",
        "Module { Post(inner: Resolver.resolve()) as any Mailer }",
    ])
    func whatIsNotMadeIsNotTold(_ module: String) async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public protocol Mailer: Sendable { func send() }
            public struct Net: Mailer {
                @Inject("base") var base: String
                public func send() { print(base) }
            }
            struct Post: Mailer {
                let inner: any Mailer
                func send() { inner.send() }
            }
            public let kit = Dependencies {
                Module("base") { "" }
                \(module)
            }
            """,
            "App/main.swift": """
            import Kit
            kit.build()
            Resolver.resolve((any Mailer).self).send()
            """,
            "KitTests/KitTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies(kit)) func sends() { Resolver.resolve((any Mailer).self).send() }
            """,
        ])
        let report = Report(await package.runs())
        #expect(report.findings.map(\.severity) == [.error])
        #expect(report.summary.contains("can't be told until the findings are mended"))
    }

    /// Whatever follows from a stop, in the program or a test, waits for its cure.
    @Test func whatFollowsIsNotToldOfItsOwn() async throws {
        let kit = """
            public protocol Mailer: Sendable { func send() }
            struct Post: Mailer {
                @Inject("stamp") var stamp: Int
                func send() { print(stamp) }
            }
            public final class Desk: Sendable {
                let mailer = Inject<any Mailer>()
                public init() {}
                public func send() { mailer().send() }
            }
            """
        let package = try await RulePackage([
            "Kit/Kit.swift": kit,
            "App/main.swift": """
            import Kit
            let desk = Desk()
            for _ in CommandLine.arguments.dropFirst() { desk.send() }
            """,
            "KitTests/KitTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies {}) func sends() {
                let desk = Desk()
                desk.send()
                desk.send()
            }
            """,
        ])
        let report = Report(await package.runs())
        #expect(report.findings.map(\.severity) == [.warning, .error])
    }

    /// Its setter runs once everything is there; until then, its init accessor does.
    @Test func whatAnInitAccessorInitializesIsKnown() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            import Observation
            @Observable final class Account {
                var session: Dependencies.Container?
                var names = ("first", "second")
                init(_ name: String) { names = (name, "third") }
                func open() { session = Dependencies { Module { "d" } }.makeContainer() }
                func ask() -> String? {
                    session?.perform { Resolver.resolve(String.self) }
                }
            }
            struct Point {
                private var x: Int
                var last: String
                var text: String {
                    @storageRestrictions(initializes: last, x, accesses: place)
                    init(text) {
                        last = text
                        x = place
                    }
                    get { last }
                    set { last = "later" }
                }
                let place: Int
                init(_ text: String) {
                    place = 1
                    self.text = text
                    self.text = text
                }
            }
            let account = Account("first")
            _ = account.ask()
            account.open()
            _ = account.ask()
            Dependencies {
                Module("first") { 1 }
                Module("third") { 3 }
                Module("later") { 4 }
            }.build()
            _ = Resolver.resolve(Int.self, name: account.names.0)
            _ = Resolver.resolve(Int.self, name: account.names.1)
            _ = Resolver.resolve(Int.self, name: Point("first").text)
            """
        ])
        let proof = Proof(await package.runs())
        #expect(proof.unproved.map(\.id.place.line).isEmpty)
        #expect(proof.total == 4)
    }

    /// The initializer replaces the property's first value, so nothing asks for that.
    /// Each branch may be the first that makes it.
    @Test func branchesMakeOneAsWell() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            protocol Logger { func write(_ text: String) }
            struct Stamped: Logger {
                @Inject var stamp: String
                func write(_ text: String) { print(stamp, text) }
            }
            final class Router {
                let logger = Inject<any Logger>()
                func respond(to request: Int) {
                    switch request {
                    case 1: logger().write("one")
                    case 2: logger().write("two")
                    case 3: logger().write("three")
                    default: logger().write("many")
                    }
                }
            }
            Dependencies {
                Module { "now" }
                Module { Stamped() as any Logger }
            }.build()
            let router = Router()
            for _ in 1...4 { router.respond(to: CommandLine.arguments.count) }
            """
        ])
        #expect(Proof(await package.runs()).unproved.isEmpty)
    }

    /// They are reached, though not as others call them, or named, or after all turns.
    @Test(arguments: [
        """
        struct Lines: IteratorProtocol {
            @Inject var log: Log
            var number = 0
            mutating func next() -> Int? {
                number += 1
                return number < log.limit ? number : nil
            }
        }
        var lines = Lines()
        while let line = lines.next() { print(line) }
        """,
        """
        class Screen { required init(name: String) {} }
        class Detail: Screen {
            @Inject var log: Log
            convenience init(id: Int) { self.init(name: "detail") }
        }
        print(Detail(id: 4).log)
        """,
        """
        struct Search {
            @Inject var log: Log
            func first(in grid: [[Int]]) -> Int? {
                var found: Int?
                rows: for row in grid {
                    for number in row {
                        if number < 0 { continue rows }
                        if log.has(number) { found = number; break rows }
                    }
                }
                if found != nil { print(Resolver.resolve(Log.self)) }
                return found
            }
        }
        print(Search().first(in: [[-1, 5], [0, 4, 7], [9]]) ?? -1)
        """,
    ])
    func whatIsReachedIsAnswered(_ code: String) async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {
                let limit = 2
                func has(_ number: Int) -> Bool { number % 2 == 1 }
            }
            Dependencies { Module { Log() } }.build()
            \(code)
            """
        ])
        #expect(Proof(await package.runs()).unproved.isEmpty)
    }

    @Test func aWrapperThatNothingHasIsNotCounted() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            final class Car {
                @Inject var maker: String
                init(maker: String) { _maker = Inject(value: maker) }
            }
            print(Car(maker: "Collet").maker)
            """
        ])
        let runs = await package.runs()
        #expect(Proof(runs).total == 0)
        #expect(runs.findings.isEmpty)
    }

    /// Nothing holds a struct, but its injections are asked for like a class's.
    @Test func whatNobodyReadsIsAskedForOnceItsStructIsMade() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            struct Feed {
                @Inject private var log: Log
                @Inject var name: String
                func read() { print(log) }
            }
            struct List { let feed: Any; @Inject var log: Log }
            struct Given {
                @Inject private var log: Log
                init(log: Log) { _log = Inject(value: log) }
            }
            struct Never { @Inject var log: Log }
            Dependencies { Module { Log() } }.build()
            func open() { print(List(feed: Feed())) }
            open()
            print(Given(log: Log()))
            """
        ])
        let runs = await package.runs()
        let unproved = Proof(runs).unproved.map { "\($0.id.place.line) \($0.answer)" }
        #expect(unproved == ["5 unplaced", "13 unplaced"])
        #expect(Proof(runs).total == 4)
        #expect(runs.findings(of: \.missingKeys).map(\.severity) == [.note])
    }

    @Test(arguments: ["@Inject(value: Log())", "@Inject"])
    func aWrapperThatHasAValueIsNotCountedUnread(_ wrapper: String) async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            final class Feed {
                \(wrapper) private var log: Log
                init(log: Log) { _log = Inject(value: log) }
                init() { _log = Inject(value: Log()) }
                func read() { print(log) }
            }
            print(Feed(), Feed(log: Log()))
            """
        ])
        let runs = await package.runs()
        #expect(Proof(runs).total == 0)
        #expect(Report(runs).findings.isEmpty)
    }

    @Test func aLocalWrapperMayBeUnread() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            struct Box { let wrapper: Inject<Log> }
            func run() {
                let log = Inject<Log>()
                @Inject var other: Log
                _ = (log, Box(wrapper: Inject()))
            }
            Dependencies { Module { Log() } }.override { run() }
            """
        ])
        #expect(Proof(await package.runs()).unproved.map(\.id.place.line) == [])
        #expect(Proof(await package.runs()).total == 3)
    }

    /// Only a finding that stops the program may be why no way leads somewhere.
    @Test func aWarningStopsNothing() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            Dependencies { Module { Log() }; Module("unused") { 1 } }.build()
            if false { print(Resolver.resolve(Log.self)) }
            """
        ])
        let report = Report(await package.runs())
        #expect(report.findings.map(\.severity) == [.warning, .note])
        #expect(
            report.summary.hasSuffix(
                "; 0 of 1 request is answered on every way; 1 can't be told"))
    }

    /// An app's own function may have the name of the library's.
    @Test func anAppsOwnResolverDoesNotAsk() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            enum AppResolver { static func resolve<T>(_ type: T.Type) -> T? { nil } }
            Dependencies { Module { Log() } }.build()
            _ = (AppResolver.resolve(Log.self), Resolver.resolve(Log.self))
            """
        ])
        #expect(Proof(await package.runs()).total == 1)
    }

    /// As in a parser, which calls itself at a dozen places.
    @Test func aRecursionOfManyCallsIsFollowedToItsEnd() async throws {
        let calls = Array(repeating: "    visit()\n", count: 12).joined()
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            Dependencies { Module { Log() } }.build()
            func visit() {
                print(Resolver.resolve(Log.self))
                if readLine() == nil { return }
            \(calls)}
            visit()
            """
        ])
        #expect(Proof(await package.runs()).unproved.isEmpty)
    }

    @Test(arguments: [
        "if !isOff { app.build() }",
        "var isOn = isOff; isOn.toggle(); if isOn { app.build() }",
    ])
    func anOppositeDecidesTheSame(_ build: String) async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            let isOff = CommandLine.arguments.count > 1
            let app = Dependencies { Module { Log() } }
            \(build)
            if isOff { print("off") } else { print(Resolver.resolve(Log.self)) }
            """
        ])
        #expect(Proof(await package.runs()).unproved.isEmpty)
    }

    @Test func whatNoWayLeadsToCantBeTold() {
        let runs = PackageRuns()
        let place = Place(file: "App/main.swift", line: 3, column: 5)
        runs.programs = [ProgramRuns(name: "App", runs: [], requests: [place: "Log"])]
        let proof = Proof(runs)
        #expect(proof.answered == 0)
        #expect(proof.unproved.map(\.answer) == [.unvisited])
        let note = Report(runs).findings.first
        #expect(
            note?.message == """
                cannot tell whether Log is registered here: no way that was followed leads \
                here
                """)
    }
}
