import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// How long one component of a module serves.
struct ScopeTests {
    // MARK: Keys

    @Test(arguments: Serving.allCases)
    func oneCallIsOneComponent(serving: Serving) {
        let desk = TicketDesk(serving: serving)
        desk.withinAGraph {
            let object = desk.object()
            #expect(desk.object() === object)
        }
    }

    /// Every overload is called `component()`.
    @Test(arguments: Serving.allCases)
    func overloadsWithDifferentTypesNeverMix(serving: Serving) {
        let desk = TicketDesk(serving: serving)
        desk.withinAGraph {
            let session: any Session = desk.component()
            let store: any Store = desk.component()
            #expect(session !== store)
            #expect(desk.component() as any Session === session)
            #expect(desk.component() as any Store === store)
        }
    }

    @Test(arguments: Serving.allCases)
    func callsWithTheSameTypeStayApart(serving: Serving) {
        let desk = TicketDesk(serving: serving)
        desk.withinAGraph {
            let object = desk.object()
            let other = desk.other()
            #expect(other !== object)
            #expect(desk.other() === other)
        }
    }

    /// Both are called `component(user:)`.
    @Test func overloadsWithEqualLabelsStayApart() {
        let scope = Scope()
        func component(user: Int) -> Counted { scope.shared { Counted() } }
        func component(user: String) -> Counted { scope.shared { Counted() } }
        #expect(component(user: 1) !== component(user: "1"))
        #expect(component(user: 1) === component(user: 2))
        #expect(component(user: "1") === component(user: "2"))
    }

    @Test func callsInOneFunctionStayApart() {
        let scope = Scope()
        func components() -> [Counted] {
            [
                scope.shared { Counted() }, scope.shared { Counted() }, scope.weak { Counted() },
                scope.graph { Counted() },
            ]
        }
        let (first, second) = (components(), components())
        #expect(Set(first.map { ObjectIdentifier($0) }).count == 4)
        #expect(zip(first, second).map(===) == [true, true, true, false])
    }

    @Test func aPropertyAndAFunctionStayApart() {
        let scope = Scope()
        var component: Counted { scope.shared { Counted() } }
        func makeComponent() -> Counted { scope.shared { Counted() } }
        #expect(component === component)
        #expect(component !== makeComponent())
    }

    /// Each part of a place tells calls apart.
    @Test(arguments: Serving.allCases)
    func theFileTheLineAndTheColumnOfACallCount(serving: Serving) {
        let desk = TicketDesk(serving: serving)
        func components() -> [Counted] {
            [
                desk.serve(fileID: "Shop/Cart.swift", line: 1, column: 1) {},
                desk.serve(fileID: "Shop/User.swift", line: 1, column: 1) {},
                desk.serve(fileID: "Shop/Cart.swift", line: 2, column: 1) {},
                desk.serve(fileID: "Shop/Cart.swift", line: 1, column: 2) {},
            ]
        }
        desk.withinAGraph {
            let (first, second) = (components(), components())
            #expect(Set(first.map { ObjectIdentifier($0) }).count == 4)
            let areTheSame = zip(first, second).allSatisfy(===)
            #expect(areTheSame)
        }
    }

    /// As a library of a team's own does that is built upon scopes.
    @Test func aHelperPassesThePlaceOfItsCallerOn() {
        let scope = Scope()
        func kept(
            fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
        ) -> Counted {
            scope.shared(fileID: fileID, line: line, column: column) { Counted() }
        }
        func first() -> Counted { kept() }
        func second() -> Counted { kept() }
        #expect(first() === first())
        #expect(first() !== second())
    }

    /// The type of the function plays no part.
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

    @Test func genericTypesStayApart() {
        let scope = Scope()
        func component<Content>() -> Box<Content> {
            scope.shared { Box<Content>(label: String(describing: Content.self)) }
        }
        #expect((component() as Box<Int>).label == "Int")
        #expect((component() as Box<String>).label == "String")
    }

    @Test func typesThatShareTheirSimpleNameStayApart() {
        let scope = Scope()
        func component() -> any Billing.API {
            scope.shared { Billing.LiveAPI() as any Billing.API }
        }
        func component() -> any Search.API {
            scope.shared { Search.LiveAPI() as any Search.API }
        }
        #expect((component() as any Billing.API).area == "billing")
        #expect((component() as any Search.API).area == "search")
    }

    @Test(arguments: Serving.allCases)
    func equalKeysShare(serving: Serving) {
        let desk = TicketDesk(serving: serving)
        desk.withinAGraph {
            let anna = desk.object(for: "anna")
            #expect(desk.object(for: String(["a", "n", "n", "a"])) === anna)
        }
    }

    // Factory's parameter tests
    @Test(arguments: Serving.allCases)
    func unequalKeysWithOneHashStayApart(serving: Serving) {
        let desk = TicketDesk(serving: serving)
        desk.withinAGraph {
            let objects = (0..<100).map { desk.object(for: Collision(number: $0)) }
            #expect(Set(objects.map(ObjectIdentifier.init)).count == 100)
            for (number, object) in objects.enumerated() {
                #expect(desk.object(for: Collision(number: number)) === object)
            }
        }
    }

    @Test(arguments: Serving.allCases)
    func keysOfDifferentTypesStayApart(serving: Serving) {
        let desk = TicketDesk(serving: serving)
        desk.withinAGraph {
            let number = desk.object(for: 1)
            let text = desk.object(for: "1")
            let collision = desk.object(for: Collision(number: 1))
            #expect(number !== text)
            #expect(number !== collision)
            #expect(text !== collision)
        }
    }

    /// A key that is absent is a key too.
    @Test(arguments: Serving.allCases)
    func aComponentWithoutAKeyIsAnother(serving: Serving) {
        let desk = TicketDesk(serving: serving)
        desk.withinAGraph {
            let absent = desk.object(for: nil as String?)
            #expect(desk.object() !== absent)
            #expect(desk.object(for: nil as String?) === absent)
            #expect(desk.object(for: "") !== absent)
        }
    }

    @Test(arguments: Serving.allCases)
    func keysStayApartByTheCallToo(serving: Serving) {
        let desk = TicketDesk(serving: serving)
        desk.withinAGraph {
            #expect(desk.object(for: 1) !== desk.other(for: 1))
        }
    }

    @Test(arguments: [Serving.shared, .weak])
    func scopesHaveTheirOwnInstances(serving: Serving) {
        let desks = [TicketDesk(serving: serving), TicketDesk(serving: serving)]
        let objects = desks.map { $0.object() }
        #expect(objects[0] !== objects[1])
    }

    // MARK: Shared

    @Test func sharedComponentsAreMadeOnceOnFirstUse() {
        let tally = Tally()
        let desk = TicketDesk(serving: .shared, tally)
        #expect(tally.made == 0)
        for _ in 0..<3 { _ = desk.object() }
        #expect(tally.made == 1)
        #expect(tally.alive == 1)
    }

    @Test func sharedComponentsAreReleasedWithTheirScope() {
        let tally = Tally()
        do {
            let desk = TicketDesk(serving: .shared, tally)
            for key in 0..<20 { _ = desk.object(for: key) }
            #expect(tally.alive == 20)
        }
        #expect(tally.alive == 0)
    }

    // Factory#385
    @Test(.timeLimit(.minutes(10)))
    func sharedComponentsAreMadeOnceUnderContention() async throws {
        let rounds = (0..<300).map { _ in
            (start: Barrier(8), tally: Tally(), scope: Scope())
        }
        let seen = try await race(threads: 8) { _ in
            rounds.map { round in
                round.start.arriveAndWait()
                return round.scope.shared { Counted(round.tally) }
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
                let keys = thread.isMultiple(of: 2) ? Array(0..<100) : (0..<100).reversed()
                let made = keys.map { key in (key, scope.shared(for: key) { Counted(tally) }) }
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

    /// Each caller whose turn comes tries again.
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

    // Factory's defect suite
    @Test(.timeLimit(.minutes(10)))
    func nestedSharedComponentsDoNotLockUp() async throws {
        let scope = Scope()
        @Sendable func tower(_ level: Int) -> [Counted] {
            scope.shared(for: level) { [Counted()] + (level == 0 ? [] : tower(level - 1)) }
        }
        let towers = try await race(threads: 1) { _ in tower(20) }
        #expect(towers[0].count == 21)
        #expect(zip(towers[0].dropFirst(), tower(19)).allSatisfy { $0 === $1 })
    }

    // needle#485
    @Test(.timeLimit(.minutes(10)))
    func componentsThatNeedThirdOnesInOppositeOrderDoNotLockUp() async throws {
        let rounds = (0..<200).map { _ in (start: Barrier(2), tally: Tally(), scope: Scope()) }
        try await race(threads: 2) { thread in
            for (start, tally, scope) in rounds {
                func third(_ key: Int) -> Counted { scope.shared(for: key) { Counted(tally) } }
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

    @Test(.timeLimit(.minutes(10)))
    func weakComponentsAreMadeOnceUnderContention() async throws {
        let rounds = (0..<300).map { _ in (start: Barrier(8), tally: Tally(), scope: Scope()) }
        let seen = try await race(threads: 8) { _ in
            rounds.map { round in
                round.start.arriveAndWait()
                return round.scope.weak { Counted(round.tally) as any Session }
            }
        }
        for (number, round) in rounds.enumerated() {
            try #require(round.tally.made == 1)
            try #require(seen.allSatisfy { $0[number] === seen[0][number] })
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
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
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

    /// What was made for one graph may know the fakes of its container.
    @Test(arguments: [true, false])
    func keptComponentsNeverCatchAFakeThroughAGraph(isShared: Bool) {
        Dependencies { Module { FixedClock(zone: "real") as any Clock } }.isolate {
            let towers = TowerModule(isShared: isShared)
            let holder = Dependencies { Module { FixedClock(zone: "fake") as any Clock } }
                .override {
                    let town: Town = towers.component()
                    #expect(town.tower.zone == "fake")
                    return town.carillon
                }
            #expect(holder.tower.zone == "real")
            #expect((towers.component() as Carillon) === holder)
        }
    }

    @Test(arguments: [Module.Lifetime.shared, .weak])
    func keptModulesNeverCatchAFakeThroughAGraph(lifetime: Module.Lifetime) {
        let towers = TowerModule(isShared: true)
        Dependencies {
            Module { FixedClock(zone: "real") as any Clock }
            Module(lifetime) { Carillon(tower: towers.component()) }
        }
        .isolate {
            let carillon = Dependencies { Module { FixedClock(zone: "fake") as any Clock } }
                .override {
                    towers.scope.graph {
                        #expect((towers.component() as Tower).zone == "fake")
                        return Resolver.resolve(Carillon.self)
                    }
                }
            #expect(carillon.tower.zone == "real")
        }
    }

    // MARK: Tasks that go on

    /// A task that is begun while a component is made inherits what is known of that, for messages.
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
        // The run of an asynchronous component may end a little later than those who wait for it.
        while tally.alive > 0, !Task.isCancelled { await Task.yield() }
        #expect(tally.alive == 0)
        mayEnd.send()
    }

    // MARK: Scopes that nobody shares

    @Test func aModuleThatIsNotSharedGivesEachInjectionSiteItsOwnScope() {
        Dependencies { Module { TicketDesk(serving: .shared) } }.isolate {
            let desks = [Inject<TicketDesk>(), Inject<TicketDesk>()]
            let objects = desks.map { $0().object() }
            #expect(objects[0] !== objects[1])
            #expect(desks[0]().object() === objects[0])
        }
    }

    @Test func aSharedModuleGivesEverybodyTheSameScope() {
        Dependencies { Module(.shared) { TicketDesk(serving: .shared) } }.isolate {
            let desks = [Inject<TicketDesk>(), Inject<TicketDesk>()]
            let objects = desks.map { $0().object() }
            #expect(objects[0] === objects[1])
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

    @Test(.timeLimit(.minutes(10)))
    func anAsynchronousComponentIsMadeOnceEvenIfItIsReadyWhenACallerArrives() async throws {
        for _ in 0..<2_000 {
            let scope = Scope()
            let tally = Tally()
            let objects = await withTaskGroup(of: Counted.self) { group in
                for _ in 0..<8 {
                    group.addTask { await scope.shared { () async in Counted(tally) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            try #require(tally.made == 1)
            try #require(objects.allSatisfy { $0 === objects[0] })
        }
    }

    @Test func aSynchronousComponentMayBeAskedForInAnAsynchronousOne() async {
        let desk = TicketDesk(serving: .shared)
        let scope = Scope()
        let seen = await scope.shared { () async in
            let before = desk.object()
            await Task.yield()
            return [before, desk.object(), desk.scope.weak { before }]
        }
        #expect(seen.allSatisfy { $0 === desk.object() })
    }

    @Test func anAsynchronousAndASynchronousCallAreTwoComponents() async {
        let scope = Scope()
        func component() -> Counted { scope.shared { Counted() } }
        func laterComponent() async -> Counted { await scope.shared { () async in Counted() } }
        #expect(await laterComponent() !== component())
        #expect(await laterComponent() === laterComponent())
    }

    /// As where a helper passes on one place for both.
    @Test(.timeLimit(.minutes(10)))
    func anAsynchronousAndASynchronousCallAtOnePlaceHaveOneInstance() async {
        let scope = Scope()
        let isMaking = Signal()
        let mayEnd = Signal()
        let asynchronous = Task {
            await scope.shared(line: 1, column: 1) {
                isMaking.send()
                await mayEnd.wait()
                return Counted()
            }
        }
        await isMaking.wait()
        let synchronous = { scope.shared(line: 1, column: 1) { Counted() } }()
        mayEnd.send()
        #expect(await asynchronous.value === synchronous)
    }

    @Test(.timeLimit(.minutes(10)))
    func aSynchronousCallThatIsOvertakenAtItsPlaceGetsTheInstanceOfTheOther() async throws {
        let scope = Scope()
        let isMaking = Signal()
        let mayEnd = Barrier()
        async let synchronous = race(threads: 1) { _ in
            scope.shared(line: 1, column: 1) { () -> Counted in
                isMaking.send()
                mayEnd.wait()
                return Counted()
            }
        }
        await isMaking.wait()
        let asynchronous = await scope.shared(line: 1, column: 1) { () async in Counted() }
        mayEnd.arrive()
        #expect(try await synchronous[0] === asynchronous)
    }
}
