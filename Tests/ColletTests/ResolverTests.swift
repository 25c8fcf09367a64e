import Collet
import Foundation
import TestSupport
import Testing

/// The answers to requests, even when many threads ask at once.
struct ResolverTests {
    // MARK: Keys

    /// Without a name, a request gets only registrations without one, and vice versa. An
    /// empty name is a name. Names are equal if their strings are, composed or not.
    @Test func namesQualifyTypes() {
        Dependencies {
            Module("abc") { 1 }
            Module("") { 2 }
            Module("caf\u{E9}") { 3 }
            Module("abc") { "one" }
            Module { 1.5 }
        }
        .isolate {
            let numbers = [nil, "abc", "", "cafe\u{301}"].map {
                Resolver.resolve(Int?.self, name: $0)
            }
            #expect(numbers == [nil, 1, 2, 3])
            #expect(Resolver.resolve(String.self, name: "abc") == "one")
            #expect(Resolver.resolve(Double?.self, name: "abc") == nil)
        }
    }

    /// A few registrations are found in another way than many. The 20th of each kind is
    /// one of many, whether they come one after the other or as one block.
    @Test(arguments: [true, false])
    func eachIsFoundHoweverManyThereAre(asOneBlock: Bool) {
        func modules(_ number: Int, _ value: Int) -> [Module] {
            [Module("\(number)") { value }, Module("\(number)") { "\(value)" }]
        }
        var registered: [Int] = []
        func expectAll() {
            #expect(Resolver.resolve([Int].self) == registered)
            #expect(Resolver.resolve([String].self) == registered.map(String.init))
            for (number, value) in registered.enumerated().reversed() {
                #expect(Resolver.resolve(Int?.self, name: "\(number)") == value)
                #expect(Resolver.resolve(String?.self, name: "\(number)") == "\(value)")
            }
            #expect(Resolver.resolve(Int?.self, name: "\(registered.count)") == nil)
            #expect(Resolver.resolve(Bool?.self) == true)
            #expect(Resolver.resolve(Double?.self) == nil)
        }
        Dependencies {
            Module { true }
            if asOneBlock { for number in 0..<20 { modules(number, number) } }
        }
        .isolate {
            if asOneBlock {
                registered = Array(0..<20)
            } else {
                for number in 0..<20 {
                    modules(number, number).forEach { Resolver.register($0) }
                    registered.append(number)
                    expectAll()
                }
            }
            // Each is replaced in its place.
            for number in 0..<20 {
                modules(number, -number).forEach { Resolver.register($0) }
                registered[number] = -number
                expectAll()
            }
            Resolver.reset()
            #expect(Resolver.resolve([Int].self).isEmpty)
        }
    }

    // Dip#221, Factory#53, Factory#99
    @Test func typesThatShareTheirSimpleNameAreDifferent() {
        Dependencies {
            Module { Billing.LiveAPI() as any Billing.API }
            Module { Box<Billing.Currency>(label: "billing") }
            fixturesNamesake
        }
        .isolate {
            #expect(Resolver.resolve((any Search.API)?.self) == nil)
            #expect(Resolver.resolve(Box<Search.Currency>?.self) == nil)
            #expect(Resolver.resolve(Namesake?.self) == nil)
            Resolver.register { Search.LiveAPI() as any Search.API }
            Resolver.register { Box<Search.Currency>(label: "search") }
            Resolver.register { Namesake(file: "ResolverTests.swift") }
            let areas = [
                Resolver.resolve((any Billing.API).self).area,
                Resolver.resolve((any Search.API).self).area,
            ]
            #expect(areas == ["billing", "search"])
            #expect(Resolver.resolve(Box<Billing.Currency>.self).label == "billing")
            #expect(resolveFixturesNamesake() == "Fixtures.swift")
        }
    }

    @Test func typesThatAreLocalToFunctionsAreDifferent() {
        func one() -> (Module, () -> Bool) {
            struct Local: Sendable {}
            return (Module { Local() }, { Resolver.resolve(Local?.self) != nil })
        }
        func two() -> (Module, () -> Bool) {
            struct Local: Sendable {}
            return (Module { Local() }, { Resolver.resolve(Local?.self) != nil })
        }
        let (module, isRegistered) = one()
        Dependencies { module }.isolate {
            #expect(isRegistered())
            #expect(!two().1())
        }
    }

    @Test func aProtocolAndItsImplementationAreDifferent() {
        Dependencies { Module { FixedClock(zone: "UTC") } }.isolate {
            #expect(Resolver.resolve((any Clock)?.self) == nil)
        }
        Dependencies { Module { FixedClock(zone: "UTC") as any Clock } }.isolate {
            #expect(Resolver.resolve(FixedClock?.self) == nil)
        }
    }

    @Test func aliasesAndTheOrderOfACompositionDoNotMatter() {
        typealias Keeper = any Store & Session
        Dependencies { Module(.shared) { Counted() as any Session & Store } }.isolate {
            #expect(
                Resolver.resolve(Keeper.self)
                    === Resolver.resolve((any Session & Store).self))
            #expect(Resolver.resolve((any Session)?.self) == nil)
        }
    }

    @Test func functionsMetatypesAndTuplesAreTypes() {
        Dependencies {
            Module { { 1 } as @Sendable () -> Int }
            Module { { $0 + 1 } as @Sendable (Int) -> Int }
            Module { FixedClock.self as any Clock.Type }
            Module { Int.self }
            Module { (x: 1, y: 2) }
            Module { (width: 3, height: 4) }
        }
        .isolate {
            #expect(Resolver.resolve((@Sendable () -> Int).self)() == 1)
            #expect(Resolver.resolve((@Sendable (Int) -> Int).self)(1) == 2)
            #expect(Resolver.resolve((any Clock.Type).self) is FixedClock.Type)
            #expect(Resolver.resolve(Int.Type.self) == Int.self)
            #expect(Resolver.resolve(Int?.self) == nil)
            #expect(Resolver.resolve((x: Int, y: Int).self) == (1, 2))
            #expect(Resolver.resolve((width: Int, height: Int).self) == (3, 4))
            #expect(Resolver.resolve((Int, Int)?.self) == nil)
        }
    }

    // MARK: Optionals

    @Test func anOptionalOfAnOptionalOrAnArrayIsNilWhereNothingServesIt() {
        Dependencies { Module { 8080 } }.isolate {
            #expect(Resolver.resolve(Int??.self) == .some(.some(8080)))
            #expect(Resolver.resolve([Int]?.self) == [8080])
            #expect(Resolver.resolve([Int?].self) == [])
            #expect(Resolver.resolve(String??.self) == .none)
            #expect(Resolver.resolve([String]?.self) == nil)
            #expect(Resolver.resolve([String]??.self) == .none)
        }
    }

    /// A fake for a type that the app registers as nothing.
    @Test func theInnermostContainerDecidesBetweenAnOptionalAndItsType() {
        let clock = Dependencies { Module { FixedClock(zone: "UTC") as any Clock } }
        let noClock = Dependencies { Module { nil as (any Clock)? } }
        func zones() -> [String?] {
            [Resolver.resolve((any Clock)?.self)?.zone, Inject<(any Clock)?>()()?.zone]
        }
        noClock.isolate { clock.override { #expect(zones() == ["UTC", "UTC"]) } }
        clock.isolate { noClock.override { #expect(zones() == [nil, nil]) } }
        // An empty container decides nothing.
        noClock.isolate { Dependencies {}.override { #expect(zones() == [nil, nil]) } }
    }

    /// In whatever order they are registered.
    @Test func theVeryTypeComesBeforeItsPartsInOneContainer() {
        Dependencies {
            Module { nil as Int? }
            Module { 1 }
            Module("a") { 2 }
            Module("a") { nil as Int? }
            Module { ["list"] }
            Module { "element" }
            Module { 1.5 }
            Module { [2.5, 3.5] }
            Module { true as Bool? }
        }
        .isolate {
            for name in [nil, "a"] {
                #expect(Resolver.resolve(Int?.self, name: name) == nil)
                #expect(Resolver.resolve(Int??.self, name: name) == .some(nil))
            }
            #expect(Resolver.resolve(Int.self) == 1)
            #expect(Resolver.resolve([String].self) == ["list"])
            #expect(Resolver.resolve([Double].self) == [2.5, 3.5])
            #expect(Resolver.resolve([Bool].self) == [])
        }
    }

    // MARK: Collections

    /// A key keeps the place of its first registration in the order, with the last
    /// module.
    // Swinject#515, Swinject#405, Swinject#79, Resolver#132, Resolver#154, Dip#14
    @Test func aCollectionHasEachKeyOnceInOrder() {
        Dependencies {
            Module("b") { FixedClock(zone: "b") as any Clock }
            Module { FixedClock(zone: "unnamed") as any Clock }
            Module { FixedClock(zone: "not a protocol") }
            Module("a") { FixedClock(zone: "a") as any Clock }
            Module("b") { FixedClock(zone: "later b") as any Clock }
        }
        .isolate {
            let zones = Resolver.resolve([any Clock].self).map(\.zone)
            #expect(zones == ["later b", "unnamed", "a"])
        }
    }

    @Test func overridesReplaceInACollectionAndNewOnesFollow() {
        Dependencies {
            Module("a") { "a1" }
            Module("b") { "b1" }
        }
        .isolate {
            Dependencies {
                Module("c") { "c2" }
                Module("a") { "a2" }
            }
            .override {
                #expect(Resolver.resolve([String].self) == ["a2", "b1", "c2"])
                Dependencies { Module("b") { "b3" } }.override {
                    #expect(Resolver.resolve([String].self) == ["a2", "b3", "c2"])
                }
            }
            #expect(Resolver.resolve([String].self) == ["a1", "b1"])
        }
    }

    @Test func theInnermostContainerDecidesBetweenACollectionAndItsElements() {
        let elements = Dependencies { Module("a") { 1 } }
        let collection = Dependencies { Module { [2, 3] } }
        collection.isolate {
            elements.override { #expect(Resolver.resolve([Int].self) == [1]) }
        }
        elements.isolate {
            collection.override { #expect(Resolver.resolve([Int].self) == [2, 3]) }
        }
    }

    /// Whether it has parts is asked once, and later registrations still count.
    @Test func whatAnOverrideLacksComesFromTheOuterContainer() {
        Dependencies {
            Module { "outer" }
            Module { 1 as Int? }
            Module { [7, 8] }
        }
        .isolate {
            Dependencies { Module { 2.0 } }.override {
                for _ in 1...2 {
                    #expect(Resolver.resolve(String.self) == "outer")
                    #expect(Resolver.resolve(Int?.self) == 1)
                    #expect(Resolver.resolve([Int].self) == [7, 8])
                    #expect(Resolver.resolve([Int]?.self) == [7, 8])
                }
                Resolver.register { 3 }
                Resolver.register { "inner" }
                #expect(Resolver.resolve(String.self) == "inner")
                #expect(Resolver.resolve(Int?.self) == 3)
                #expect(Resolver.resolve([Int].self) == [3])
            }
            #expect(Resolver.resolve(Int?.self) == 1)
            #expect(Resolver.resolve([Int].self) == [7, 8])
        }
    }

    /// A request with a name doesn't get elements, whatever their names.
    @Test func aCollectionWithANameIsWhatIsRegisteredUnderIt() {
        Dependencies { Module("even") { [2, 4] } }.isolate {
            Dependencies { Module("even") { 1 } }.override {
                #expect(Resolver.resolve([Int].self, name: "even") == [2, 4])
                #expect(Resolver.resolve([Int]?.self, name: "even") == [2, 4])
                #expect(Resolver.resolve([Int].self) == [1])
            }
        }
    }

    // Dip's forwarding tests
    @Test func aCollectionAndAnOptionalShareTheInstances() {
        Dependencies {
            Module(.shared) { Counted() as any Session }
            Module(.weak, "weak") { Counted() as any Session }
            Module("transient") { Counted() as any Session }
        }
        .isolate {
            let one = Resolver.resolve([any Session].self)
            let two = Resolver.resolve([any Session].self)
            #expect(zip(one, two).map { $0 === $1 } == [true, true, false])
            #expect(one[0] === Resolver.resolve((any Session).self))
            #expect(one[1] === Resolver.resolve((any Session)?.self, name: "weak"))
        }
    }

    // MARK: Re-entrance

    @Test func oneTypeMayDecorateItselfUnderAnotherName() {
        Dependencies {
            Module(.shared) {
                FixedClock(
                    zone: Resolver.resolve((any Clock).self, name: "plain").zone + "+1")
                    as any Clock
            }
            Module(.shared, "plain") { FixedClock(zone: "UTC") as any Clock }
        }
        .isolate {
            #expect(Resolver.resolve((any Clock).self).zone == "UTC+1")
        }
    }

    /// A module that makes itself a limited number of times is not a cycle.
    @Test func recursionThatEndsIsNoCycle() {
        #expect(nestedFolders(64) == 64)
    }

    /// The overridden module is made from the one that it replaces, which is no cycle:
    /// they are two instances.
    @Test func anOverrideMayUseTheRegistrationItReplaces() {
        Dependencies { Module(.shared) { "real" } }.isolate {
            let real = Inject<String>()
            Dependencies { Module(.shared) { real() + " and fake" } }.override {
                #expect(Resolver.resolve(String.self) == "real and fake")
            }
        }
    }

    // MARK: Contention

    /// Factory#385: the caches are cold and the initialiser goes on only when all have
    /// asked.
    @Test(.timeLimit(.minutes(10)), arguments: [ModuleLifetime.shared, .weak])
    func oneInstanceIsMadeHoweverManyThreadsAsk(lifetime: ModuleLifetime) async throws {
        let threads = 100
        for _ in 1...20 {
            let tally = Tally()
            let arrivals = Barrier(threads)
            let dependencies = Dependencies {
                lifetime.module {
                    arrivals.wait()
                    return Counted(tally) as any Session
                }
            }
            try await dependencies.isolate {
                let injected = (1...threads).map { _ in Inject<any Session>() }
                let sessions = try await race(threads: threads) { thread in
                    arrivals.arrive()
                    return injected[thread]()
                }
                #expect(Set(sessions.map(ObjectIdentifier.init)).count == 1)
                #expect(tally.made == 1)
            }
        }
    }

    /// No thread is held back here, so the first request meets the others at every stage.
    @Test(.timeLimit(.minutes(10)), arguments: [ModuleLifetime.shared, .weak])
    func oneInstanceIsMadeInManyColdStarts(lifetime: ModuleLifetime) async throws {
        let tally = Tally()
        for round in 1...200 {
            try await Dependencies { lifetime.module { Counted(tally) as any Session } }
                .isolate {
                    let injected = (1...8).map { _ in Inject<any Session>() }
                    let sessions = try await race(threads: 8) { injected[$0]() }
                    #expect(Set(sessions.map(ObjectIdentifier.init)).count == 1)
                    #expect(tally.made == round)
                }
        }
    }

    /// The tasks release the instance while others ask for it. Everybody gets a live one,
    /// and in the end all are gone.
    @Test(.timeLimit(.minutes(10)))
    func weakInstancesMayEndWhileOthersAsk() async {
        let tally = Tally()
        await Dependencies { Module(.weak) { Counted(tally) as any Session } }.isolate {
            await withTaskGroup { group in
                for _ in 1...8 {
                    group.addTask {
                        for _ in 1...1_000 {
                            #expect(Resolver.resolve((any Session)?.self) != nil)
                        }
                    }
                }
            }
            #expect(tally.alive == 0)
        }
    }

    /// Factory#340, Factory#365, Swinject#547: the slow initialiser waits until all
    /// others have their values. If they were held back, this would never end.
    @Test(.timeLimit(.minutes(10)), arguments: ModuleLifetime.allCases)
    func aSlowInitialiserHoldsNobodyElseBack(lifetime: ModuleLifetime) async throws {
        let (slowBegan, othersAreDone) = (Barrier(), Barrier())
        try await Dependencies {
            lifetime.module {
                slowBegan.arrive()
                othersAreDone.wait()
                return Counted() as any Session
            }
            Module(.shared) { Counted() as any Store }
            Module(.weak) { Counted() as any Network }
            Module { FixedClock(zone: "UTC") as any Clock }
        }
        .isolate {
            let slow = Inject<any Session>()
            let others = (
                Inject<any Store>(), Inject<any Network>(), Inject<any Clock>(),
                Inject<[any Clock]>(), Inject<FixedClock?>()
            )
            let isDone = try await race(threads: 2) { thread in
                if thread == 0 {
                    _ = slow()
                } else {
                    slowBegan.wait()
                    _ = (others.0(), others.1(), others.2(), others.3(), others.4())
                    Dependencies { Module { 1 } }.isolate {
                        _ = Resolver.resolve(Int.self)
                    }
                    othersAreDone.arrive()
                }
                return true
            }
            #expect(isDone == [true, true])
        }
    }

    // Dip's thread-safety tests
    @Test(.timeLimit(.minutes(10)), arguments: ModuleLifetime.allCases)
    func closuresMayResolveThroughAnotherThread(lifetime: ModuleLifetime) {
        Dependencies {
            lifetime.module {
                let injected = Inject<any Store>()
                return Chain(onAnotherThread { injected() }) as any Session
            }
            Module(.shared) { Counted() as any Store }
        }
        .isolate {
            let session: any Session = Resolver.resolve()
            #expect((session as? Chain)?.next === Resolver.resolve((any Store).self))
        }
    }

    /// needle#485: each thread has made the first of its two when it asks for the second,
    /// which the other thread made.
    @Test(.timeLimit(.minutes(10)))
    func oppositeOrdersDoNotDeadlock() async throws {
        for _ in 1...50 {
            let tally = Tally()
            let meeting = Barrier(2)
            try await Dependencies {
                Module(.shared) {
                    Pair<any Store, any Network>(between: meeting.arriveAndWait)
                }
                Module(.shared) {
                    Pair<any Network, any Store>(between: meeting.arriveAndWait)
                }
                Module(.shared) { Counted(tally) as any Store }
                Module(.shared) { Counted(tally) as any Network }
            }
            .isolate {
                let forwards = Inject<Pair<any Store, any Network>>()
                let backwards = Inject<Pair<any Network, any Store>>()
                try await race(threads: 2) { thread in
                    if thread == 0 { _ = forwards() } else { _ = backwards() }
                }
                #expect(forwards().first === backwards().second)
                #expect(forwards().second === backwards().first)
                #expect(tally.made == 2)
            }
        }
    }
}

// MARK: - Fixtures

private struct Namesake: Sendable { let file: String }

/// Holds the next object of a chain.
private final class Chain: Session {
    let next: any AnyObject & Sendable

    init(_ next: any AnyObject & Sendable) { self.next = next }
}

/// Asks for two services, one after the other, while it is made.
private final class Pair<First: Sendable, Second: Sendable>: Sendable {
    let first: First
    let second: Second

    init(between: () -> Void) {
        first = Resolver.resolve()
        between()
        second = Resolver.resolve()
    }
}
