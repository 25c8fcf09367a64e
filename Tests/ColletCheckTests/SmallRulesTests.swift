import Foundation
import TestSupport
import Testing

@testable import ColletCheck

/// Rules that judge each event by itself.
struct SmallRulesTests {
    @Test func whatNothingServesIsAbsent() async throws {
        let package = try await RulePackage([
            "Kit/Faked.swift": "public struct Faked: Sendable { public init() {} }",
            "App/main.swift": """
            import Kit
            struct Log: Sendable {}
            struct Hook: Sendable {}
            Dependencies { Module { Log() } }.build()
            _ = Resolver.resolve(Log?.self)
            _ = Resolver.resolve([Log].self)
            _ = Resolver.resolve(Hook?.self) //: note: nothing that serves this registers Hook? or what it holds, so this is nil here
            _ = Resolver.resolve([Hook].self) //: note: nothing that serves this registers [Hook] or what it holds, so this is empty here
            for name in ["a", "b"] { _ = Resolver.resolve(Hook?.self, name: name) } //: note: nothing that serves this registers Hook? named "a" or what it holds, so this is nil here //: note: nothing that serves this registers Hook? named "b" or what it holds, so this is nil here
            _ = Resolver.resolve(Faked?.self) //: note: nothing that serves this registers Faked? or what it holds, so this is nil here
            protocol Part: Sendable {}
            struct First: Part {}
            Dependencies { Module { [First()] }; Module("one") { First() } }.build()
            _ = Resolver.resolve([any Part].self) //: note: nothing that serves this registers [Part] or what it holds, so this is empty here; to fix, write 'as [any Part]' where [First] is registered (main.swift:14)
            _ = Resolver.resolve((any Part)?.self, name: "one") //: note: nothing that serves this registers Part? named "one" or what it holds, so this is nil here; to fix, write 'as any Part' where First named "one" is registered (main.swift:14)
            """,
            "KitTests/KitTests.swift": """
            import ColletTesting
            import Testing
            import Kit
            @Test(.dependencies { Module { Faked() } }) func fakes() {
                _ = Resolver.resolve(Faked.self)
            }
            """,
        ])
        await package.expect(\.absentValues)
    }

    /// Another test's requests in the same place must not hide that.
    @Test func testsThatAreTooLongAreNoted() async throws {
        let functions = Self.functions
        let package = try await RulePackage([
            "AppTests/AppTests.swift": """
            import ColletTesting
            import Testing
            struct Log: Sendable {}
            struct Clock: Sendable {}
            func next(_ number: Int) -> Int { number + 1 }
            \(functions(["many", "thousand", "hundred", "ten"], "next"))
            func logged(_ number: Int) -> Int { _ = Resolver.resolve(Log.self); return number }
            \(functions(["manyLogged", "thousandLogged", "hundredLogged", "tenLogged"], "logged"))
            let log: Log = Resolver.resolve()
            func read(_ number: Int) -> Int { _ = log; return number }
            \(functions(["manyRead", "thousandRead", "hundredRead", "tenRead"], "read"))
            nonisolated(unsafe) var isOn = false
            let turnOn: @Sendable () -> Void = { isOn = true }
            func on(_ number: Int) -> Int { turnOn(); return number }
            \(functions(["manyOn", "thousandOn", "hundredOn", "tenOn"], "on"))
            nonisolated(unsafe) var hook: () -> Void = {}
            final class Button { var press: () -> Void = {} }
            nonisolated(unsafe) let button = Button()
            func hooked(_ number: Int) -> Int { hook(); button.press(); return number }
            \(functions(["manyHooked", "thousandHooked", "hundredHooked", "tenHooked"], "hooked"))
            func clock() -> Clock { Resolver.resolve(Clock.self) }
            @Test(.dependencies { Module { Log() }; Module { Clock() } }) func sound() {
                print(clock())
            }
            @Test(.dependencies { Module { Log() } }) func computes() {
                print(many(1), clock())
            }
            @Test(.dependencies { Module { Log() } }) func asks() {
                print(manyLogged(1), clock()) //: note: the check doesn't follow this to its end: it is too long
            }
            @Test(.dependencies { Module { Log() } }) func readsWhatIsMade() {
                print(log, manyRead(1), clock())
            }
            @Test(.dependencies { Module { Log() } }) func callsWhatAGlobalHolds() {
                print(manyOn(1))
                if isOn { print(clock()) }
            }
            @Test(.dependencies { Module { Log() } }) func callsWhatAVariableHolds() {
                hook = { isOn = true }
                print(manyHooked(1))
                if isOn { print(clock()) }
            }
            @Test(.dependencies { Module { Log() } }) func callsWhatAnObjectHolds() {
                button.press = { isOn = true }
                print(manyHooked(1))
                if isOn { print(clock()) }
            }
            @Test(.dependencies { Module { Log() } }) func computesBesideAHook() {
                hook = { isOn = true }
                print(many(1), clock())
            }
            """
        ])
        let runs = await package.runs()
        package.expect(\.stops, in: runs)
        let needs = runs.findings(of: \.lacksOfTests)
        let lacking = Set(needs.flatMap(\.tests))
        #expect(
            lacking == [
                "computes()", "readsWhatIsMade()", "computesBesideAHook()",
                "callsWhatAGlobalHolds()", "callsWhatAVariableHolds()",
                "callsWhatAnObjectHolds()",
            ])
    }

    /// Functions, each of which calls the next one ten times.
    private static func functions(_ names: [String], _ last: String) -> String {
        zip(names, names.dropFirst() + [last]).map { name, part in
            let open = String(repeating: part + "(", count: 10)
            let close = String(repeating: ")", count: 10)
            return "func \(name)(_ number: Int) -> Int { \(open)number\(close) }"
        }.joined(separator: "\n")
    }

    /// What a pasted copy's deinitializers reach isn't what other code may call.
    @Test func longCodeBesideAPastedCopyIsGivenUp() async throws {
        let names = ["many", "myriad", "thousand", "hundred", "ten"]
        let package = try await RulePackage([
            "App/Collet.swift": String(contentsOf: Package.library, encoding: .utf8),
            "App/main.swift": """
            struct Log: Sendable {}
            func next(_ number: Int) -> Int { number + 1 }
            \(Self.functions(names, "next"))
            print(many(1))
            _ = Resolver.resolve(Log.self) //: error: nothing is registered for Log; to fix, register it before this runs: Resolver.register { … as Log }
            """,
        ])
        await package.expect(\.missingKeys)
    }

    @Test func whatMayBeMeantCantBeTold() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            let name = CommandLine.arguments[0]
            Dependencies { Module(name) { Log() }; Module { 1 } }.build()
            _ = Resolver.resolve(Int.self)
            _ = Resolver.resolve(Log.self, name: "a")
            """
        ])
        let notes = await Report(package.runs()).findings.filter { $0.rule == .unknown }
        #expect(
            notes.map(\.message) == [
                """
                cannot tell whether Log named "a" is registered here: something that isn't \
                known may register it
                """
            ])
        #expect(
            notes[0].notes.map(\.message) == ["this registers what the check cannot tell"]
        )
    }

    @Test func closuresReturnSomething() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            Dependencies {
                Module { Log() }
                Module { _ = Log() } //: error: the closure returns nothing, so the program stops here; to fix, write 'return' before the value, or call what has none after build()
                if CommandLine.arguments.count > 1 {
                    Module { _ = Log() } //: warning: the closure returns nothing, so the program stops here; to fix, write 'return' before the value, or call what has none after build()
                }
            }.build()
            if CommandLine.arguments.count > 1 {
                Resolver.register(Module { _ = Log() }) //: warning: the closure returns nothing, so the program stops here; to fix, write 'return' before the value, or call what has none after build()
            }
            """
        ])
        await package.expect(\.modulesWithoutValues)
    }

    @Test func whatIsWeakIsAnObject() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            final class Session: Sendable {}
            struct Log: Sendable {}
            let isKept = CommandLine.arguments.count > 1
            final class Logs: Sendable {
                let scope = Scope()
                func log() -> Log { scope.weak { Log() } } //: error: Log is kept with scope.weak but is no class, so nobody can hold it; to fix, make it with scope.shared, or an instance of a class
                func other() -> Log { scope.weak { Log() } } //: warning: Log is kept with scope.weak but is no class, so nobody can hold it; to fix, make it with scope.shared, or an instance of a class
                func session() -> Session { scope.weak { Session() } }
            }
            Dependencies {
                Module(isKept ? .shared : .weak, "may be") { Log() } //: warning: Log named "may be" is registered .weak but is no class, so nobody can hold it; to fix, make it .shared, or an instance of a class
                Module(.weak) { Session() }
                Module(.weak) { Log() } //: error: Log is registered .weak but is no class, so nobody can hold it; to fix, make it .shared, or an instance of a class
            }.build()
            _ = (Resolver.resolve(Session.self), Resolver.resolve(Log.self))
            _ = Resolver.resolve(Log.self, name: "may be")
            let logs = Logs()
            print(logs.log(), logs.session())
            if isKept { print(logs.other()) }
            """
        ])
        await package.expect(\.weakValues)
    }

    /// Another type may have its name.
    @Test func aLocalStructIsNoObject() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            protocol Clock: Sendable { var hour: Int { get } }
            func ask() -> Int {
                struct Fake: Clock { var hour: Int { Resolver.resolve() } }
                return Dependencies {
                    Module(.weak) { Fake() as any Clock } //: error: Clock is registered .weak but is no class, so nobody can hold it; to fix, make it .shared, or an instance of a class
                    Module { 1 }
                }.isolate { Resolver.resolve((any Clock).self).hour }
            }
            func askAgain() -> Int {
                final class Fake: Clock { let hour = 1 }
                return Dependencies { Module(.weak) { Fake() as any Clock } }.isolate {
                    Resolver.resolve((any Clock).self).hour
                }
            }
            print(ask(), askAgain())
            """
        ])
        await package.expect(\.weakValues)
    }

    /// Then the program goes on.
    @Test func theErrorOfVerifyMayBeCaught() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            let caught = Dependencies {
                Module(.weak) { Log() } //: warning: Log is registered .weak but is no class, so nobody can hold it; to fix, make it .shared, or an instance of a class
            }
            let passed = Dependencies {
                Module(.weak) { Log() } //: error: Log is registered .weak but is no class, so nobody can hold it; to fix, make it .shared, or an instance of a class
            }
            do { try caught.verify() } catch { print(error) }
            try passed.verify()
            """
        ])
        await package.expect(\.weakValues)
    }

    @Test func whatIsMadeDoesntNeedItself() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            protocol Log {}
            struct Printer: Log { let inner: any Log = Resolver.resolve() } //: error: this ends up asking for itself: Log -> Log; to fix, register the one that this wraps under a name of its own, and ask for that
            struct Stamped: Log { let inner: any Log = Resolver.resolve(name: "stamped") } //: error: this ends up asking for itself: Log named "stamped" -> Log named "stamped"; to fix, register the one that this wraps under a name of its own, and ask for that
            protocol Part {}
            struct Parts: Part { let all: [any Part] = Resolver.resolve() } //: error: this ends up asking for itself: Part -> [Part] -> Part; to fix, register the parts by another protocol: an array has every registration, whatever its name
            final class Store { init() { let _: Store = Resolver.resolve() } } //: error: this ends up asking for itself: Store -> Store; to fix, ask for it after init, not in it
            final class Left { let right: Right = Resolver.resolve() }
            final class Right { let left: Left = Resolver.resolve() } //: error: this ends up asking for itself: Left -> Right -> Left; to fix, let one of them inject the other, and read that property when both are made
            final class Tree {
                init() {
                    if CommandLine.arguments.count > 1 {
                        let _: Tree = Resolver.resolve() //: warning: this may end up asking for itself: Tree -> Tree; to fix, ask for it after init, not in it
                    }
                }
            }
            protocol Calm {}
            final class Rota: Sendable {
                static let shared = Rota()
                init() { let _: any Calm = Resolver.resolve() } //: error: this ends up asking for itself: Calm -> Calm; to fix, ask for it after init, not in it
            }
            struct Night: Calm { let rota = Rota.shared }
            Dependencies {
                Module { Printer() as any Log }
                Module("stamped") { Stamped() as any Log }
                Module { Night() as any Calm }
                Module { Parts() as any Part }
                Module { Store() }
                Module { Left() }
                Module { Right() }
                Module { Tree() }
            }.build()
            _ = Resolver.resolve((any Log).self)
            _ = Resolver.resolve((any Log).self, name: "stamped")
            _ = Resolver.resolve((any Part).self)
            _ = Resolver.resolve(Store.self)
            _ = Resolver.resolve(Left.self)
            _ = Resolver.resolve(Tree.self)
            _ = Resolver.resolve((any Calm).self)
            """
        ])
        await package.expect(\.cycles)
    }

    @Test func aTraitsCycleStandsAtItsTest() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            import Collet
            public struct Log: Sendable { public init() {} }
            public func log() { let _: Log = Resolver.resolve() }
            """,
            "KitTests/LogTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.overrides { Module { Resolver.resolve(Log.self) } }) func logs() { log() } //: error: this ends up asking for itself: Log -> Log; to fix, create it here instead of asking for it
            """,
        ])
        await package.expect(\.cycles)
    }

    /// A trait's closure is a macro's code, and so is what that closure hands on.
    @Test func whereATraitsClosureIsCalledIsWritten() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            import Collet
            public struct Log: Sendable { public init() {} }
            public func log() { let _: Log = Resolver.resolve() }
            """,
            "KitTests/LogTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            func outer(_ make: () -> Log) -> Log { inner(make) }
            func inner(_ make: () -> Log) -> Log { make() } //: error: this ends up asking for itself: Log -> Log; to fix, create it here instead of asking for it
            @Test(.overrides { Module { outer { Resolver.resolve() } } }) func logs() { log() }
            """,
        ])
        await package.expect(\.cycles)
    }

    @Test func aGlobalThatNeedsItselfOnSomeWaysIsAWarning() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            enum Level {
                static let first: Int = CommandLine.argc > 9 ? second : 1
                static let second: Int = first + 1 //: warning: this may end up asking for itself: Level.first -> Level.first; to fix, don't read it in what it needs to be made
                static let third: Int = fourth
                static let fourth: Int = third //: error: this ends up asking for itself: Level.third -> Level.third; to fix, don't read it in what it needs to be made
            }
            Dependencies { Module { Level.first }; Module("last") { Level.third } }.build()
            _ = Resolver.resolve(Int.self)
            _ = Resolver.resolve(Int.self, name: "last")
            """
        ])
        await package.expect(\.cycles)
    }

    @Test func aComponentsCycleNamesAll() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            final class Left: Sendable { init(_ right: Right?) {} }
            final class Right: Sendable { init(_ left: Left?) {} }
            final class Both: Sendable {
                let scope = Scope()
                func left() -> Left { scope.shared { Left(right()) } } //: error: this ends up calling itself: Left -> Right -> Left; to fix, end it before it calls itself, or make all in one scope.graph (within scope.shared, if they are kept) and set one in its 'configure:'; if they are asynchronous, let one ask for the other when both are made
                func right() -> Right { scope.shared { Right(left()) } }
            }
            print(Both().left())
            """
        ])
        await package.expect(\.cycles)
    }

    @Test func aCycleIsToldOnce() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            final class Store: Sendable { init(_ other: Store?) {} }
            final class Stores: Sendable {
                let scope = Scope()
                func component() -> Store { scope.shared { Store(component()) } }
                func component(weak: Bool) -> Store {
                    scope.weak { Store(component(weak: weak)) }
                }
            }
            final class Left { init() { let _: Right = Resolver.resolve() } }
            final class Right { init() { let _: Left = Resolver.resolve() } }
            Dependencies {
                Module { Left() }
                Module { Right() }
                Module(.shared) { Stores() }
            }.build()
            let arguments = CommandLine.arguments
            if arguments.count == 1 { print(Resolver.resolve(Left.self)) }
            if arguments.count == 2 { print(Resolver.resolve(Right.self)) }
            let stores: Stores = Resolver.resolve()
            if arguments.count == 3 { print(stores.component()) }
            print(stores.component(weak: true))
            """
        ])
        let cycles = await package.runs().findings(of: \.cycles).byMistake
        #expect(cycles.map(\.place.line).sorted() == [5, 7, 10])
        let notes = cycles.flatMap(\.notes).filter { $0.message.contains("cycle") }
        #expect(notes.map(\.place.line) == [11])
        #expect(notes.map(\.message) == ["this is in the same cycle"])
    }

    /// It injects its own type, and calls that.
    @Test func whatCallsItselfThroughWhatItInjectsIsACycle() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            protocol Node: Sendable { func walk() }
            struct Tree: Node {
                @Inject var next: any Node //: error: this ends up asking for itself: Node -> Node; to fix, register the one that this wraps under a name of its own, and ask for that
                func walk() { next.walk() }
            }
            final class Ring: @unchecked Sendable {
                @Inject var ring: Ring //: warning: this may end up asking for itself: Ring -> Ring; to fix, create it here instead of asking for it
                func walk() { ring.walk() }
            }
            final class Chain: Sendable {
                func walk() { Resolver.resolve(Chain.self).walk() } //: warning: this may end up asking for itself: Chain -> Chain; to fix, create it here instead of asking for it
            }
            Dependencies {
                Module { Tree() as any Node }
                Module(.shared) { Ring() }
                Module { Chain() }
            }.build()
            if CommandLine.arguments.count > 2 { Resolver.resolve(Chain.self).walk() }
            if CommandLine.arguments.count > 1 { Resolver.resolve(Ring.self).walk() }
            Resolver.resolve((any Node).self).walk()
            """
        ])
        await package.expect(\.cycles)
    }

    @Test func whatTheMainActorAssumesIsTold() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            actor Worker {
                func work() {
                    MainActor.assumeIsolated {} //: error: MainActor.assumeIsolated runs off the main actor
                }
            }
            await Worker().work()
            """
        ])
        await package.expect(\.stops)
    }

    @Test func whatIsOfAnOverrideAloneStopsElsewhere() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            final class Log { var name = "log" }
            Dependencies {}.override { print(Dependencies.unused) }
            if CommandLine.arguments.count > 1 {
                print(Dependencies.unused) //: note: no override is current, so the program stops here; to fix, ask for 'unused' in an override, an isolation or a container
            }
            weak var log = Log()
            print(log!.name) //: note: the object that this refers to may be gone: then the program stops here; to fix, hold the object elsewhere, or register it .shared
            print(Dependencies.unused) //: error: no override is current, so the program stops here; to fix, ask for 'unused' in an override, an isolation or a container
            """
        ])
        await package.expect(\.stops)
    }

    /// Nothing else says that the test stops.
    @Test func theObjectOfAWeakVariableMayBeGoneInATest() async throws {
        let package = try await RulePackage([
            "KitTests/KitTests.swift": """
            import ColletTesting
            import Testing
            final class Cache: Sendable { let count = 0 }
            @Test(.dependencies { Module(.weak) { Cache() } }) func isEmpty() {
                weak var cache: Cache? = Resolver.resolve(Cache.self)
                #expect(cache!.count == 0) //: note: the object that this refers to may be gone: then the program stops here; to fix, hold the object elsewhere, or register it .shared
            }
            """
        ])
        let runs = await package.runs()
        package.expect(\.stops, in: runs)
        #expect(Report(runs).findings.map(\.rule) == [.absent])
    }

    @Test(arguments: [
        "let log = Resolver.resolve((any Log)?.self)",
        "let log = Resolver.resolve([any Log].self).first",
    ])
    func whatNothingServesIsNotUnwrapped(_ request: String) async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            protocol Log: Sendable {}
            \(request)
            print(log!) //: error: nothing that serves this registers Log, so the program stops here; to fix, register it before this runs: Resolver.register { … as any Log }, or check that it is there
            """
        ])
        await package.expect(\.stops)
    }

    /// An array has all parts, whatever their names.
    @Test func whatIsRegisteredAsAnotherTypeIsCast() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            protocol Log: Sendable {}
            struct File: Log {}
            struct Console: Log {}
            Dependencies {
                Module("file") { File() }
                Module("console") { Console() }
            }.build()
            print(Resolver.resolve([any Log].self)[0]) //: error: nothing that serves this registers Log, so the program stops here; to fix, write 'as any Log' where Console named "console" is registered (main.swift:7), and write 'as any Log' where File named "file" is registered (main.swift:6), or check that it is there
            """
        ])
        await package.expect(\.stops)
    }

    /// Several blocks may register it under that name.
    @Test func theOnlyNameIsMeant() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            protocol Log: Sendable {}
            struct File: Log {}
            let app = Dependencies { Module("file") { File() as any Log } }
            let fakes = Dependencies { Module("file") { File() as any Log } }
            app.build()
            if CommandLine.arguments.count > 1 { fakes.isolate {} }
            print(Resolver.resolve((any Log)?.self)!) //: error: nothing that serves this registers Log, so the program stops here; to fix, ask for "file", or add to 'app' (main.swift:4): Module { … as any Log }, or check that it is there
            """
        ])
        await package.expect(\.stops)
    }

    /// The others are certainly there.
    @Test func anElementMayNotBeThere() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            protocol Log: Sendable { var size: Int { get } }
            struct File: Log { let size = 1 }
            struct Screen: Log { let size = 2 }
            let hasFile = CommandLine.arguments.count > 1
            if hasFile { Resolver.register { File() as any Log } }
            let all = Resolver.resolve([any Log].self)
            print(all[0]) //: note: Log may not be registered: then the program stops here
            print(all.first!) //: note: Log may not be registered: then the program stops here
            print(all.last!) //: note: Log may not be registered: then the program stops here
            print(all.first { $0.size == 1 }!) //: note: Log may not be registered: then the program stops here
            print(all.max { $0.size < $1.size }!) //: note: Log may not be registered: then the program stops here
            print(all.randomElement()!) //: note: Log may not be registered: then the program stops here
            var rest = all
            print(rest.removeFirst()) //: note: Log may not be registered: then the program stops here
            print(rest.removeLast()) //: note: Log may not be registered: then the program stops here
            print(rest.popLast()!) //: note: Log may not be registered: then the program stops here
            rest.removeFirst(1)
            Resolver.register(name: "screen") { Screen() as any Log }
            let both = Resolver.resolve([any Log].self)
            print(both[0], both.first!, both.last!, both.max { $0.size < $1.size }!)
            print(both.first { $0.size == 2 }!, both.randomElement()!)
            rest = both
            print(rest.removeFirst())
            print(rest.remove(at: 0)) //: note: Log may not be registered: then the program stops here
            print(both[1]) //: note: Log may not be registered: then the program stops here
            print(both.first { $0.size == 1 }!) //: note: Log may not be registered: then the program stops here
            """
        ])
        await package.expect(\.stops)
        let findings = await package.runs().findings(of: \.stops)
        #expect(findings.filter(\.isDoubt).count == findings.count)
    }

    @Test func whatIsUnwrappedIsRegisteredInTheBlock() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public protocol Log: Sendable {}
            public protocol Clock: Sendable {}
            public struct Utc: Clock {}
            public let kit = Dependencies { Module("zone") { "utc" } }
            public let clocks = Dependencies { Module { Utc() as any Clock } }
            public func log() { print(Resolver.resolve((any Log)?.self)!) } //: error: nothing that serves this registers Log, so the program stops here; to fix, add to 'app' (main.swift:3): Module { … as any Log }, or check that it is there
            public func tick() { print(Resolver.resolve([any Clock].self)[0]) } //: error: nothing that serves this registers Clock, so the program stops here; to fix, nest 'clocks' (Kit.swift:6) in 'kit' (Kit.swift:5), or check that it is there
            """,
            "App/main.swift": """
            import Kit
            let app = Dependencies { kit }
            app.build()
            tick()
            log()
            """,
        ])
        await package.expect(\.stops)
    }

    @Test func whatATestUnwrapsIsRegisteredInItsBlock() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public struct Log: Sendable { public init() {} }
            public func log() { print(Resolver.resolve(Log?.self)!) } //: error: nothing that serves this registers Log, so the program stops here; to fix, add to its block (KitTests.swift:5): Module { … as Log }, or check that it is there
            public protocol Clock: Sendable {}
            public func tick() { print(Resolver.resolve([any Clock].self)[0]) } //: error: nothing that serves this registers Clock, so the program stops here; to fix, write 'as any Clock' where Utc named "utc" is registered, or add to its block (KitTests.swift:7): Module { … as any Clock }, or check that it is there
            """,
            "KitTests/KitTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies { Module("size") { 4 } }) func logs() { log() }
            struct Utc: Clock {}
            @Test(.dependencies { Module("utc") { Utc() } }) func ticks() { tick() }
            """,
        ])
        await package.expect(\.stops)
    }

    /// Whoever asks later gets another instance.
    @Test func aWeakPropertyHoldsNoInstanceOfItsOwn() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            final class Photos: Sendable { let count = 1 }
            struct Chart { let photos = Resolver.resolve(Photos.self) }
            final class Screen {
                weak var photos: Photos? = Resolver.resolve()
                func show() -> Int {
                    let chart = Chart()
                    let count = photos!.count //: note: the object that this refers to may be gone: then the program stops here; to fix, hold the object elsewhere, or register it .shared
                    return count + chart.photos.count
                }
            }
            final class Page {
                weak var photos: Photos? = Resolver.resolve()
                func show() -> Int { photos!.count }
            }
            Dependencies { Module(.weak) { Photos() } }.build()
            print(Screen().show())
            let photos = Resolver.resolve(Photos.self)
            print(Page().show(), photos.count)
            """
        ])
        await package.expect(\.stops)
    }

    /// A request is blamed for what it got, however long ago, and for nothing else.
    @Test(arguments: [
        """
        let log = Resolver.resolve((any Log)?.self)
        _ = Resolver.resolve(Int?.self)
        print(log!) //: error: nothing that serves this registers Log, so the program stops here; to fix, register it before this runs: Resolver.register { … as any Log }, or check that it is there
        """,
        """
        Dependencies { Module { Fixed() as any Log } }.override {}
        struct Fixed: Log {}
        print(Resolver.resolve((any Log)?.self)!) //: error: nothing that serves this registers Log, so the program stops here; to fix, ask for it in the closure (main.swift:3), or register it before this runs: Resolver.register { … as any Log }, or check that it is there
        """,
        """
        let all = Resolver.resolve([any Log].self)
        _ = Resolver.resolve(Int?.self)
        print(all[0]) //: error: nothing that serves this registers Log, so the program stops here; to fix, register it before this runs: Resolver.register { … as any Log }, or check that it is there
        """,
        """
        final class Account { var count: Int? }
        let account = Account()
        _ = Resolver.resolve((any Log)?.self)
        print(account.count!) //: error: nothing is there, so the program stops here
        """,
        """
        let counts: [Int] = []
        _ = Resolver.resolve([any Log].self)
        print(counts[0]) //: error: this index is beyond the array's end, so the program stops here
        """,
        """
        if let module = Resolver.resolve(Module?.self) { Dependencies { module }.build() }
        print(Resolver.resolve(Int?.self)!) //: error: nothing that serves this registers Int, so the program stops here; to fix, register it before this runs: Resolver.register { … as Int }, or check that it is there
        """,
    ])
    func theRequestThatGotNilIsBlamed(_ program: String) async throws {
        let package = try await RulePackage([
            "App/main.swift": "protocol Log: Sendable {}\n" + program
        ])
        await package.expect(\.stops)
    }

    @Test func testsThatStopInOnePlaceAreOneFinding() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public struct Log: Sendable { public init() {} }
            public func first() -> Log { Resolver.resolve([Log].self).first! }
            """,
            "KitTests/KitTests.swift": """
            import Kit
            import Testing
            @Test func one() { _ = first() }
            struct KitTests { @Test func other() { _ = first() } }
            """,
        ])
        let findings = await package.runs().findings(of: \.stops)
        #expect(findings.map(\.tests) == [["one()", "KitTests/other()"]])
    }

    /// Each block takes an edit of its own.
    @Test func eachBlockLacksWhatIsUnwrapped() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public struct Log: Sendable { public init() {} }
            public let kit = Dependencies { Module { 1 } }
            public func log() { print(Resolver.resolve(Log?.self)!) } //: error: nothing that serves this registers Log, so the program stops here; to fix, add to a block around 'kit' (Kit.swift:3): Module { … as Log }, or check that it is there //: error: nothing that serves this registers Log, so the program stops here; to fix, add to its block (KitTests.swift:6): Module { … as Log }, or check that it is there
            """,
            "KitTests/KitTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies(kit)) func one() { log() }
            @Test(.dependencies { Module { 1 } }) func other() { log() }
            """,
        ])
        await package.expect(\.stops)
    }

    @Test func whatIsCertainlyNotThereIsNotUnwrapped() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            final class Account { var session: Int? }
            let account = Account()
            if CommandLine.argc > 9 {
                let pairs = [("a", 1), ("a", 2)]
                print(Dictionary(uniqueKeysWithValues: pairs)) //: warning: two values have the same key, so the program stops here, if it gets here
            }
            print(account.session!) //: error: nothing is there, so the program stops here
            """
        ])
        await package.expect(\.stops)
    }

    @Test func castsAndIndicesThatFailAreStops() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            protocol Shape {}
            struct Dot: Shape {}
            struct Line: Shape {}
            let shapes: [any Shape] = [Dot(), Line()]
            if CommandLine.argc > 8 {
                print(shapes[0] as! Line) //: note: the value has another type, so the program stops here, if it gets here
            }
            let shape = CommandLine.argc > 9 ? shapes[0] : shapes[1]
            print(shape as! Line) //: note: the value has another type, so the program stops here, if it gets here
            print(shapes.map { $0 }[2]) //: error: this index is beyond the array's end, so the program stops here
            """
        ])
        await package.expect(\.stops)
    }

    @Test func objectiveCMaySetWhatItSees() async throws {
        let package = try await RulePackage(
            [
                "App/main.swift": """
                @objc class Label { var text: String?; init() {} }
                class Screen { @IBOutlet weak var title: Label!; var own: Label?; init() {} }
                let screen = Screen()
                screen.title.text = "Ready"
                screen.own!.text = "Ready" //: error: nothing is there, so the program stops here
                """
            ],
            options: [
                "-emit-silgen", "-Xfrontend", "-enable-objc-interop", "-Xfrontend",
                "-disable-objc-attr-requires-foundation-module",
            ])
        await package.expect(\.stops)
    }

    @Test func protocolsOfObjectiveCHaveNoTables() async throws {
        let package = try await RulePackage(
            [
                "App/main.swift": """
                @objc protocol Delegate {}
                @objc protocol Source {}
                class Screen: Delegate { init() {} }
                extension Screen: Source {}
                class Other { init() {} }
                let all: [AnyObject] = [Screen(), Other()]
                print(all[0] as! any Delegate & Source, all[1] as! any Source)
                print(all[0] as! Other) //: error: the value has another type, so the program stops here
                """
            ],
            options: [
                "-emit-silgen", "-Xfrontend", "-enable-objc-interop", "-Xfrontend",
                "-disable-objc-attr-requires-foundation-module",
            ])
        await package.expect(\.stops)
    }

    @Test func aTraitsModuleStandsAtItsTest() async throws {
        let package = try await RulePackage([
            "KitTests/RouterTests.swift": """
            import ColletTesting
            import Testing
            @MainActor final class Router { init() {} }
            @Test(.dependencies { Module.mainActor { Router() } }) func starts() async {
                _ = Resolver.resolve(Router.self)
            }
            """
        ])
        let finding = try #require(
            await package.runs().findings(of: \.requestsOffMainActor).first)
        #expect(finding.notes.map(\.place.line) == [5])
    }

    /// An initial value is on no actor, whatever the type is on.
    @Test func anInitialValueIsNotOnTheMainActor() async throws {
        let package = try await RulePackage([
            "KitTests/RouterTests.swift": """
            import ColletTesting
            import Testing
            @MainActor final class Router { init() {} }
            @MainActor @Suite(.dependencies { Module.mainActor { Router() } }) struct RouterTests {
                let router = Resolver.resolve(Router.self) //: error: Router is made on the main actor, but this asks for it elsewhere, where the program stops; to fix, ask for it in an 'init' that is '@MainActor'
                @Test func starts() {}
            }
            @MainActor @Suite(.dependencies { Module.mainActor { Router() } }) struct OtherTests {
                let router: Router
                init() { router = Resolver.resolve() }
                @Test func starts() {}
            }
            """
        ])
        await package.expect(\.requestsOffMainActor)
        let findings = await package.runs().findings(of: \.requestsOffMainActor)
        #expect(findings.map(\.tests) == [["RouterTests/starts()"]])
    }

    /// Each needs itself.
    @Test func registrationsOfOneKeyAreCyclesOfTheirOwn() async throws {
        let package = try await RulePackage([
            "KitTests/LogTests.swift": """
            import Testing
            protocol Log: Sendable {}
            struct File: Log { init() { _ = Resolver.resolve((any Log).self) } }
            struct Console: Log { init() { _ = Resolver.resolve((any Log).self) } }
            func ask() { _ = Resolver.resolve((any Log).self) }
            let file = Dependencies { Module { File() as any Log } }
            let console = Dependencies { Module { Console() as any Log } }
            @Test func one() { file.isolate(ask) }
            @Test func same() { file.isolate(ask) }
            @Test func other() { console.isolate(ask) }
            """
        ])
        let findings = await Report(package.runs()).findings
        #expect(findings.map(\.tests) == [["one()", "same()"], ["other()"]])
    }

    @Test func whatTheMainActorMakesIsAskedForThere() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            @MainActor final class Router { init() {} }
            actor Worker {
                func work() { _ = Resolver.resolve(Router.self) } //: error: Router is made on the main actor, but this asks for it elsewhere, where the program stops; to fix, ask for it in code that is '@MainActor', such as MainActor.run { … }
            }
            Dependencies { Module.mainActor { Router() } }.build()
            _ = Resolver.resolve(Router.self)
            await Worker().work()
            """
        ])
        await package.expect(\.requestsOffMainActor)
    }

    /// It may ask before or after the other registration.
    @Test func aChildTaskMayFindAnotherRegistration() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            final class Page: Sendable {}
            Dependencies { Module.mainActor { Page() } }.build()
            async let page = Resolver.resolve(Page.self) //: warning: Page is made on the main actor, but this asks for it elsewhere, where the program stops; to fix, ask for it in code that is '@MainActor', such as MainActor.run { … }
            Resolver.register(Module { Page() })
            _ = await page
            """
        ])
        await package.expect(\.requestsOffMainActor)
    }

    @Test func globalsAskForThemselves() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            enum Shared { static let title: Title = Resolver.resolve() }
            final class Title: Sendable {
                let text: String
                init() { text = Shared.title.text } //: error: this ends up asking for itself: Shared.title -> Shared.title; to fix, ask for it after init, not in it
            }
            enum Later { static let page: Page = Resolver.resolve() }
            final class Page: Sendable { var text: String { Later.page.text } }
            Dependencies {
                Module(.shared) { Title() }
                Module(.shared) { Page() }
                Module("name") { Setup.name + "!" } //: error: this ends up asking for itself: Setup.name -> Setup.name; to fix, don't read it in what it needs to be made
            }.build()
            enum Setup { static let name = Resolver.resolve(String.self, name: "name") }
            _ = (Later.page, Shared.title, Setup.name)
            """
        ])
        await package.expect(\.cycles)
    }

    /// If both have the same name, there is no second element.
    @Test func aNameThatCantBeToldMayBeThatOfAnother() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            Dependencies { Module(readLine() ?? "") { Log() }; Module("a") { Log() } }.build()
            print(Resolver.resolve([Log].self)[1]) //: note: Log with a name that can't be told may not be registered: then the program stops here
            """
        ])
        await package.expect(\.stops)
    }
}
