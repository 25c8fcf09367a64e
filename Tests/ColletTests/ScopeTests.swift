import Collet
import Synchronization
import TestSupport
import Testing

/// How long one component of a module serves.
struct ScopeTests {
    // MARK: Keys

    /// A component is identified by the place of the call with its file, line and column,
    /// by the type of the result, the only difference between some overloads, and by the
    /// key. Having no key counts as a key of its own, and so does `nil`.
    @Test(arguments: Serving.allCases)
    func oneCallWithOneKeyIsOneComponent(serving: Serving) {
        let desk = TicketDesk(serving: serving)
        func components() -> [AnyObject] {
            [
                desk.object(), desk.other(),
                desk.component() as any Session, desk.component() as any Store,
                desk.object(for: 1), desk.other(for: 1),
                desk.object(for: String(["a", "n", "n", "a"])), desk.object(for: "1"),
                desk.object(for: Collision(number: 1)),
                desk.object(for: Collision(number: 2)),
                desk.object(for: nil as String?), desk.object(for: ""),
                desk.serve(fileID: "Shop/Cart.swift", line: 1, column: 1) {},
                desk.serve(fileID: "Shop/User.swift", line: 1, column: 1) {},
                desk.serve(fileID: "Shop/Cart.swift", line: 2, column: 1) {},
                desk.serve(fileID: "Shop/Cart.swift", line: 1, column: 2) {},
            ]
        }
        desk.withinAGraph {
            let (first, second) = (components(), components())
            #expect(Set(first.map(ObjectIdentifier.init)).count == first.count)
            let areTheSame = zip(first, second).allSatisfy(===)
            #expect(areTheSame)
        }
    }

    @Test func callsInOneFunctionStayApart() {
        let scope = Scope()
        func components() -> [Counted] {
            [
                scope.shared { Counted() }, scope.shared { Counted() },
                scope.weak { Counted() },
                scope.graph { Counted() },
            ]
        }
        let (first, second) = (components(), components())
        #expect(Set(first.map { ObjectIdentifier($0) }).count == 4)
        #expect(zip(first, second).map(===) == [true, true, true, false])
    }

    /// The function's own type plays no part.
    @Test func theTypeIsThatOfTheClosuresResult() {
        let scope = Scope()
        func component() -> any Session { scope.shared(line: 1, column: 1) { Counted() } }
        func component() -> any Store { scope.shared(line: 1, column: 1) { Counted() } }
        func component() -> any Network {
            scope.shared(line: 1, column: 1) { Counted() as any Network }
        }
        let session: any Session = component()
        #expect(component() as any Store === session)
        #expect(component() as any Network !== session)
    }

    @Test func typesThatShareTheirSimpleNameStayApart() {
        let scope = Scope()
        func box<Content>() -> Box<Content> {
            scope.shared { Box<Content>(label: String(describing: Content.self)) }
        }
        #expect((box() as Box<Int>).label == "Int")
        #expect((box() as Box<String>).label == "String")
        let billing = scope.shared(line: 1, column: 1) {
            Billing.LiveAPI() as any Billing.API
        }
        let search = scope.shared(line: 1, column: 1) {
            Search.LiveAPI() as any Search.API
        }
        #expect([billing.area, search.area] == ["billing", "search"])
    }

    @Test(arguments: [Serving.shared, .weak])
    func scopesHaveTheirOwnInstances(serving: Serving) {
        let desks = [TicketDesk(serving: serving), TicketDesk(serving: serving)]
        let objects = desks.map { $0.object() }
        #expect(objects[0] !== objects[1])
    }

    // MARK: Shared

    @Test func sharedComponentsAreMadeOnFirstUseAndReleasedWithTheirScope() {
        let tally = Tally()
        do {
            let desk = TicketDesk(serving: .shared, tally)
            #expect(tally.made == 0)
            for key in 0..<20 {
                _ = (desk.object(for: key), desk.object(for: key), desk.object())
            }
            #expect(tally.made == 21)
            #expect(tally.alive == 21)
        }
        #expect(tally.alive == 0)
    }

    // Factory#385
    @Test(.timeLimit(.minutes(10)), arguments: [Serving.shared, .weak])
    func componentsAreMadeOnceUnderContention(serving: Serving) async throws {
        let rounds = (0..<300).map { _ in
            let tally = Tally()
            return (
                start: Barrier(8), tally: tally, desk: TicketDesk(serving: serving, tally)
            )
        }
        let seen = try await race(threads: 8) { _ in
            rounds.map { round in
                round.start.arriveAndWait()
                return round.desk.object()
            }
        }
        for (number, round) in rounds.enumerated() {
            try #require(round.tally.made == 1)
            try #require(seen.allSatisfy { $0[number] === seen[0][number] })
        }
    }

    /// Threads that add different components to one scope at once lose none of them.
    @Test(.timeLimit(.minutes(10)))
    func everyKeyIsMadeOnceUnderContention() async throws {
        for _ in 0..<20 {
            let tally = Tally()
            let scope = Scope()
            let seen = try await race(threads: 8) { thread in
                let keys =
                    thread.isMultiple(of: 2) ? Array(0..<100) : (0..<100).reversed()
                let made = keys.map { key in
                    (key, scope.shared(for: key) { Counted(tally) })
                }
                return Dictionary(uniqueKeysWithValues: made)
            }
            try #require(tally.made == 100)
            for objects in seen {
                try #require((0..<100).allSatisfy { objects[$0] === seen[0][$0] })
            }
        }
    }

    // Factory#340, #365; Swinject#547
    @Test(.timeLimit(.minutes(10)))
    func callersWaitOnlyForTheComponentThatTheyAskFor() async throws {
        let scope = Scope()
        let tally = Tally()
        let othersAreThrough = Barrier(4)
        try await race(threads: 8) { thread in
            if thread < 4 {
                _ = scope.shared(for: "slow") {
                    othersAreThrough.wait()
                    return Counted(tally)
                }
            } else {
                _ = scope.shared(for: thread) { Counted(tally) }
                _ = scope.shared { Counted(tally) }
                othersAreThrough.arrive()
            }
        }
        #expect(tally.made == 6)
    }

    @Test(arguments: [Serving.shared, .weak])
    func errorsPassThroughWithTheirTypeAndAreNotRemembered(serving: Serving) throws {
        let scope = Scope()
        func component(stock: Int) throws(OutOfStock) -> Counted {
            let make = { () throws(OutOfStock) in
                if stock == 0 { throw OutOfStock() }
                return Counted()
            }
            return try serving == .shared ? scope.shared(make) : scope.weak(make)
        }
        for _ in 0..<2 {
            #expect(throws: OutOfStock.self) { _ = try component(stock: 0) }
        }
        let object = try component(stock: 1)
        // The instance exists, so its closure is not run.
        #expect(try component(stock: 0) === object)
    }

    /// Each waiting caller tries again when its turn comes.
    @Test(.timeLimit(.minutes(10)))
    func callersThatWaitedForAFailureTryThemselves() async throws {
        let scope = Scope()
        let tries = Mutex(0)
        let results = try await race(threads: 8) { _ in
            try? scope.shared { () throws in
                let number = tries.withLock { tries in
                    tries += 1
                    return tries
                }
                if number < 5 { throw OutOfStock() }
                return Counted()
            }
        }
        #expect(tries.withLock(\.self) == 5)
        let objects = results.compactMap(\.self)
        #expect(objects.count == 4)
        #expect(objects.allSatisfy { $0 === objects[0] })
    }

    // needle#485
    @Test(.timeLimit(.minutes(10)))
    func componentsThatNeedThirdOnesInOppositeOrderDoNotLockUp() async throws {
        let rounds = (0..<200).map { _ in
            (start: Barrier(2), tally: Tally(), scope: Scope())
        }
        try await race(threads: 2) { thread in
            for (start, tally, scope) in rounds {
                func third(_ key: Int) -> Counted {
                    scope.shared(for: key) { Counted(tally) }
                }
                start.arriveAndWait()
                _ = scope.shared(for: "\(thread)") { [third(thread), third(1 - thread)] }
            }
        }
        #expect(rounds.allSatisfy { $0.tally.made == 2 })
    }

    /// NaN does not equal itself, so it is like a new key each time.
    @Test(.timeLimit(.minutes(10)))
    func aKeyThatDoesNotEqualItselfGetsNewInstances() {
        let scope = Scope()
        let sessions = (0..<2).map { _ in scope.shared(for: Double.nan) { Counted() } }
        #expect(sessions[0] !== sessions[1])
    }

    // MARK: Weak

    @Test func weakComponentsEndWithTheirLastHolderAndAreMadeAnew() {
        let tally = Tally()
        let desk = TicketDesk(serving: .weak, tally)
        for round in 1...3 {
            do {
                let holder = desk.object()
                #expect(desk.object() === holder)
                #expect(tally.made == round)
            }
            #expect(tally.alive == 0)
        }
    }

    // Swinject's circularity tests
    @Test func weakComponentsSurviveWhileTheirHoldersAreBeingMade() {
        let tally = Tally()
        let desk = TicketDesk(serving: .weak, tally)
        let holder = desk.scope.weak { Couple(desk.object(), desk.object()) }
        #expect(holder.first === holder.second)
        #expect(tally.made == 1)
    }

    @Test func anObjectGraphKeepsNoWeakInstances() {
        let tallies = [Tally(), Tally()]
        let desk = TicketDesk(serving: .weak, tallies[0])
        Dependencies { Module(.weak) { Counted(tallies[1]) } }.isolate {
            func ask() { _ = (desk.object(), Resolver.resolve(Counted.self)) }
            desk.scope.graph {
                ask()
                #expect(tallies.map(\.alive) == [0, 0])
            } configure: { _ in
                ask()
            }
            #expect(tallies.map(\.made) == [2, 2])
            #expect(tallies.map(\.alive) == [0, 0])
        }
    }

    // Factory's scope tests
    @Test func aWeakComponentThatIsNoClassInstanceIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: .messages) {
            _ = Scope().weak(fileID: "Shop/Checkout.swift", line: 42) {
                FixedClock(zone: "UTC") as any Clock
            }
        }
        #expect(
            try #require(result).report == [
                "Collet: ColletTests.Clock can't be weak: ColletTests.FixedClock is not a class.",
                "  made at       Shop/Checkout.swift:42",
                "To fix, make it shared, or an instance of a class.",
            ]
        )
    }

    // MARK: The container of a scope

    /// A component made for one graph may know the fakes of its container.
    @Test(arguments: [Serving.shared, .weak])
    func keptComponentsNeverCatchAFakeThroughAGraph(serving: Serving) {
        Dependencies { Module { FixedClock(zone: "real") as any Clock } }.isolate {
            let scope = Scope()
            func tower() -> Tower { scope.graph { Tower() } }
            func carillon() -> Carillon {
                if serving == .shared { return scope.shared { Carillon(tower: tower()) } }
                return scope.weak { Carillon(tower: tower()) }
            }
            let holder = Dependencies { Module { FixedClock(zone: "fake") as any Clock } }
                .override {
                    let (tower, carillon) = scope.graph { (tower(), carillon()) }
                    #expect(tower.zone == "fake")
                    return carillon
                }
            #expect(holder.tower.zone == "real")
            #expect(carillon() === holder)
        }
    }

    // MARK: Tasks that go on

    /// A task that begins while a component is made inherits what is known of that, for
    /// messages.
    @Test(.timeLimit(.minutes(10)), arguments: [false, true])
    func aTaskThatAComponentBeginsDoesNotKeepIt(isAsynchronous: Bool) async {
        let tally = Tally()
        let mayEnd = Signal()
        @Sendable func make() -> Counted {
            Task { await mayEnd.wait() }
            return Counted(tally)
        }
        func useAScope() async {
            let scope = Scope()
            if isAsynchronous {
                _ = await scope.shared { () async in make() }
            } else {
                _ = scope.shared { make() }
            }
        }
        await useAScope()
        // The run of an asynchronous component may end a little later than the calls that
        // wait for it.
        while tally.alive > 0, !Task.isCancelled { await Task.yield() }
        #expect(tally.alive == 0)
        mayEnd.send()
    }

    // MARK: Scopes that are not shared

    @Test(arguments: [ModuleLifetime.shared, .transient])
    func aSharedModuleGivesEverybodyTheSameScope(lifetime: ModuleLifetime) {
        Dependencies { lifetime.module { TicketDesk(serving: .shared) } }.isolate {
            let desks = [Inject<TicketDesk>(), Inject<TicketDesk>()]
            let objects = desks.map { $0().object() }
            #expect((objects[0] === objects[1]) == (lifetime == .shared))
            #expect(desks[0]().object() === objects[0])
        }
    }

    // MARK: Main actor

    @MainActor @Test func mainActorModulesMakeMainActorObjects() async {
        let panels = PanelModule()
        let shared = panels.shared()
        #expect(panels.shared() === shared)
        let weak = panels.weak()
        #expect(panels.weak() === weak)
        let twin = panels.graph()
        #expect(twin.twin?.twin === twin)
        let later = await panels.later()
        #expect(await panels.later() === later)
        #expect(await Task.detached { await panels.later() }.value === later)
    }
}

// MARK: - Fixtures

/// Shows the time of the clock in the container in which it is made.
private final class Tower: Sendable { let zone = Resolver.resolve((any Clock).self).zone }

private final class Carillon: Sendable {
    let tower: Tower

    init(tower: Tower) { self.tower = tower }
}
