import Collet
import Foundation
import Synchronization
import Testing

/// How long one component of a module serves.
struct ScopeTests {
    // MARK: Keys

    @Test(arguments: Serving.allCases)
    func oneFunctionAndTypeAreOneComponent(serving: Serving) {
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
    func functionsWithTheSameTypeStayApart(serving: Serving) {
        let desk = TicketDesk(serving: serving)
        desk.withinAGraph {
            let object = desk.object()
            let other = desk.other()
            #expect(other !== object)
            #expect(desk.other() === other)
        }
    }

    /// What the function returns plays no part.
    @Test func theTypeIsThatOfTheClosuresResult() {
        let scope = Scope()
        func component() -> any Session { scope.shared { Counted() } }
        func component() -> any Store { scope.shared { Counted() } }
        func component() -> any Network { scope.shared { Counted() as any Network } }
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
    func keysStayApartByFunctionToo(serving: Serving) {
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
    @Test(.timeLimit(.minutes(1)))
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
    @Test(.timeLimit(.minutes(1)))
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
    @Test(.timeLimit(.minutes(1)))
    func callersWaitOnlyForTheComponentThatTheyAskFor() async throws {
        let scope = Scope()
        let othersAreThrough = Barrier(4)
        try await race(threads: 8) { thread in
            if thread < 4 {
                _ = scope.shared(for: "slow") {
                    othersAreThrough.wait()
                    return Counted()
                }
            } else {
                _ = scope.shared(for: thread) { Counted() }
                _ = scope.shared { Counted() }
                othersAreThrough.arrive()
            }
        }
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
    @Test(.timeLimit(.minutes(1)))
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
    @Test(.timeLimit(.minutes(1)))
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
    @Test(.timeLimit(.minutes(1)))
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
    @Test(.timeLimit(.minutes(1)))
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

    @Test(.timeLimit(.minutes(1)))
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
        let holder = desk.scope.weak { Holder(desk.object(), desk.object()) }
        #expect(holder.first === holder.second)
        #expect(tally.made == 1)
    }

    // Swinject's circularity tests
    @Test func weakComponentsSurviveWhileTheirObjectGraphIsUnderWay() {
        let tallies = [Tally(), Tally()]
        let desk = TicketDesk(serving: .weak, tallies[0])
        Dependencies { Module(.weak) { Counted(tallies[1]) } }.isolate {
            func ask() { _ = (desk.object(), Resolver.resolve(Counted.self)) }
            desk.scope.graph {
                ask()
            } configure: { _ in
                ask()
                #expect(tallies.map(\.alive) == [1, 1])
            }
            #expect(tallies.map(\.made) == [1, 1])
            #expect(tallies.map(\.alive) == [0, 0])
        }
    }

    @Test func weakComponentsThatAnObjectGraphFoundSurviveWhileItIsUnderWay() {
        let tallies = [Tally(), Tally()]
        let desk = TicketDesk(serving: .weak, tallies[0])
        Dependencies { Module(.weak) { Counted(tallies[1]) } }.isolate {
            func ask() -> [Counted] { [desk.object(), Resolver.resolve(Counted.self)] }
            var holder = ask()
            desk.scope.graph {
                _ = ask()
                holder = []
            } configure: { _ in
                _ = ask()
            }
            #expect(holder.isEmpty)
            #expect(tallies.map(\.made) == [1, 1])
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

    // MARK: Cycles

    @Test(.timeLimit(.minutes(1)), arguments: Serving.allCases)
    func aComponentThatNeedsItselfIsReportedWithItsPath(serving: Serving) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [serving] in
            _ = Ring(serving: serving).acorn()
        }
        #expect(
            try #require(result).report == [
                """
                Collet: ColletTests.Acorn -> ColletTests.Oak -> ColletTests.Acorn is a cycle: \
                ColletTests.Acorn needs itself to be made.
                """,
                "  made at       Shop/Acorn.swift:1",
                serving == .graph
                    ? "To fix, let one of them take the other in its configure closure."
                    : "To fix, let one of them take the other after its init, not in it.",
            ]
        )
    }

    /// The types alone would say nothing.
    @Test(.timeLimit(.minutes(1)), arguments: Serving.allCases)
    func aCycleOfComponentsOfOneTypeNamesTheirFunctions(serving: Serving) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [serving] in
            let desk = TicketDesk(serving: serving)
            @Sendable func first() -> Counted { desk.serve { _ = second() } }
            @Sendable func second() -> Counted { desk.serve { _ = first() } }
            _ = first()
        }
        let counted = "ColletTests.Counted from"
        #expect(
            try #require(result).report.first == """
                Collet: \(counted) first() -> \(counted) second() -> \(counted) first() is a cycle: \
                ColletTests.Counted needs itself to be made.
                """
        )
    }

    @Test(.timeLimit(.minutes(1)))
    func aCycleThatIsEnteredFromOutsideIsReportedFromWhereItBegins() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let ring = Ring(serving: .shared)
            _ = ring.scope.shared { Holder(Counted(), ring.oak().acorn) }
        }
        let headline = """
            Collet: ColletTests.Oak -> ColletTests.Acorn -> ColletTests.Oak is a cycle: \
            ColletTests.Oak needs itself to be made.
            """
        #expect(try #require(result).report.first == headline)
    }

    @Test(.timeLimit(.minutes(1)), arguments: Serving.allCases, Serving.allCases)
    func aCycleOfAllLifetimesIsReportedWithItsWholePath(even: Serving, odd: Serving) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [even, odd] in
            let desks = [TicketDesk(serving: even), TicketDesk(serving: odd)]
            @Sendable func step(_ number: Int) -> Counted {
                if number == 4 { return Resolver.resolve() }
                return desks[number % 2].object(for: number) { _ = step(number + 1) }
            }
            Resolver.register(Module(.shared) { step(0) })
            _ = step(0)
        }
        let counted = "ColletTests.Counted"
        let path = (0...4).map { counted + ($0 == 4 ? "" : " named \"\($0)\"") }
        let headline = """
            Collet: \((path + path[...0]).joined(separator: " -> ")) \
            is a cycle: \(path[0]) needs itself to be made.
            """
        #expect(try #require(result).report.first == headline)
    }

    /// Where an object of a graph is being made, a module that was made before has its place in the
    /// path, also directly in an override within the graph or around it.
    @Test(arguments: [true, false])
    func aCycleOfAGraphByWayOfAModuleMadeBeforeIsReportedWithItsWholePath(
        isWithin: Bool
    ) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [isWithin] in
            let desk = TicketDesk(serving: .graph)
            let needsTicket = Mutex(false)
            let dependencies = Dependencies {
                Module {
                    if needsTicket.withLock(\.self) { _ = desk.object(for: 0) }
                    return "made"
                }
            }
            dependencies.isolate { _ = Resolver.resolve(String.self) }
            needsTicket.withLock { $0 = true }
            func ask() { _ = Resolver.resolve(String.self) }
            if isWithin {
                _ = desk.object(for: 0) { dependencies.override(ask) }
            } else {
                dependencies.override { _ = desk.object(for: 0, meanwhile: ask) }
            }
        }
        let ticket = "ColletTests.Counted named \"0\""
        let headline = """
            Collet: \(ticket) -> Swift.String -> \(ticket) \
            is a cycle: \(ticket) needs itself to be made.
            """
        #expect(try #require(result).report.first == headline)
    }

    /// Each thread makes one of the components and waits for the other one's maker.
    @Test(.timeLimit(.minutes(1)), arguments: [Serving.shared, .weak])
    func aCycleThatTwoThreadsShareIsReportedWithItsPath(serving: Serving) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [serving] in
            let bothMake = Barrier(2)
            let desk = TicketDesk(serving: serving)
            try await race(threads: 2) { thread in
                desk.object(for: thread) {
                    bothMake.arriveAndWait()
                    _ = desk.object(for: 1 - thread)
                }
            }
        }
        let counted = "ColletTests.Counted named"
        let headlines = [(0, 1), (1, 0)].map { first, second in
            """
            Collet: \(counted) "\(first)" -> \(counted) "\(second)" -> \(counted) "\(first)" \
            is a cycle: \(counted) "\(first)" needs itself to be made.
            """
        }
        #expect(headlines.contains(try #require(result).report[0]))
    }

    @Test(.timeLimit(.minutes(1)), arguments: Serving.allCases)
    func componentsMayNestDeep(serving: Serving) async throws {
        let tally = Tally()
        let desk = TicketDesk(serving: serving, tally)
        @Sendable func tower(_ level: Int) -> Counted {
            desk.object(for: level) { if level > 0 { _ = tower(level - 1) } }
        }
        try await race(threads: 1) { _ in tower(200) }
        #expect(tally.made == 201)
    }

    /// They are not told apart by how they print.
    @Test(.timeLimit(.minutes(1)), arguments: Serving.allCases)
    func componentsWhoseKeysPrintAlikeMayNestDeep(serving: Serving) async throws {
        await #expect(processExitsWith: .success) { [serving] in
            let tally = Tally()
            let desk = TicketDesk(serving: serving, tally)
            func tower(_ level: Int) -> Counted {
                desk.object(for: Silent(number: level)) { if level > 0 { _ = tower(level - 1) } }
            }
            _ = tower(100)
            precondition(tally.made == 101)
        }
    }

    // MARK: What is in force

    /// What was made for one graph may know the fakes that are in force there.
    @Test(arguments: [Module.Lifetime.shared, .weak])
    func keptComponentsNeverCatchAFakeThroughAGraph(lifetime: Module.Lifetime) {
        Dependencies { Module { FixedClock(zone: "real") as any Clock } }.isolate {
            let towers = TowerModule(lifetime: lifetime)
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
        let towers = TowerModule(lifetime: .shared)
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

    // MARK: Graph

    @Test func graphsHaveOneInstanceWithinTheOutermostCall() {
        let tally = Tally()
        let desk = TicketDesk(serving: .graph, tally)
        let holder = desk.scope.graph { Holder(desk.object(), desk.object()) }
        #expect(holder.first === holder.second)
        #expect(tally.made == 1)
    }

    @Test func theNextGraphStartsAfresh() {
        let desk = TicketDesk(serving: .graph)
        let holders = (0..<2).map { _ in
            desk.scope.graph { Holder(desk.object(), desk.object()) }
        }
        #expect(holders[0] !== holders[1])
        #expect(holders[0].first !== holders[1].first)
    }

    @Test func graphsAreSharedAcrossModules() {
        Dependencies {
            Module(.shared) { TicketDesk(serving: .graph) }
            Module(.shared) { Branch() }
            Module(.shared) { HeadOffice() }
        }
        .isolate {
            let office = Inject<HeadOffice>()
            let offices: [Office] = (0..<2).map { _ in office().component() }
            for office in offices {
                #expect(office.own === office.branch.first)
                #expect(office.own === office.branch.second)
            }
            #expect(offices[0].own !== offices[1].own)
            #expect(offices[0].branch !== offices[1].branch)
        }
    }

    /// Pilgrim's controller and view.
    @Test func oneObjectMayTakeAnotherThatTakesItLater() {
        let screens = ScreenModule()
        let controller: Controller = screens.component()
        #expect(controller.view.controller === controller)
        let view: View = screens.component()
        #expect(view.controller?.view === view)
        #expect(view !== controller.view)
    }

    @Test func configuringBeginsWhenNothingIsBeingMadeAndEndsBeforeTheCallReturns() {
        let screens = ScreenModule()
        let _: Controller = screens.component()
        #expect(
            screens.log.all == [
                "make controller", "make view", "made view", "made controller",
                "configure view", "configure controller",
            ]
        )
        let _: View = screens.component()
        #expect(
            screens.log.all.dropFirst(6) == [
                "make view", "made view", "configure view", "make controller", "made controller",
                "configure controller",
            ]
        )
    }

    @Test func whatIsMadeWhileConfiguringIsConfiguredAtOnce() {
        let scope = Scope()
        let log = Log()
        _ = scope.graph(for: "outer") {
            Draft()
        } configure: { outer in
            let inner = scope.graph(for: "inner") {
                Draft()
            } configure: {
                $0.text = "configured"
                log.add("inner")
            }
            outer.text = inner.text
            log.add("outer \(outer.text)")
        }
        #expect(log.all == ["inner", "outer configured"])
    }

    /// The making of the shared one asks for an object of the graph, whose other objects are still
    /// to be configured and ask for the shared one too.
    @Test(.timeLimit(.minutes(1)), arguments: [Serving.shared, .weak])
    func objectsThatAskForOneComponentInTheirConfigurationAreNoCycle(
        serving: Serving
    ) async throws {
        await #expect(processExitsWith: .success) { [serving] in
            let desk = TicketDesk(serving: serving)
            let part = TicketDesk(serving: .graph)
            func component() -> Counted { desk.object(for: "kept") { _ = part.object() } }
            var kept: [Counted] = []
            func object(_ number: Int) -> Draft {
                desk.scope.graph(for: number) {
                    Draft()
                } configure: { _ in
                    kept.append(component())
                }
            }
            _ = desk.scope.graph { [object(1), object(2)] }
            precondition(kept.count == 2 && kept[0] === kept[1])
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func objectsThatInjectOneModuleInTheirConfigurationAreNoCycle(isShared: Bool) async throws {
        await #expect(processExitsWith: .success) { [isShared] in
            let part = TicketDesk(serving: .graph)
            Dependencies {
                Module(isShared ? .shared : .transient) { Holder(part.object(), part.object()) }
            }
            .isolate {
                let holder = Inject<Holder>()
                var injected: [Holder] = []
                func object(_ number: Int) -> Draft {
                    part.scope.graph(for: number) {
                        Draft()
                    } configure: { _ in
                        injected.append(holder())
                    }
                }
                _ = part.scope.graph { [object(1), object(2)] }
                precondition(injected.count == 2 && injected[0] === injected[1])
            }
        }
    }

    @Test(arguments: [Serving.shared, .weak])
    func aFailureWithinAGraphLeavesItAsItIs(serving: Serving) {
        let scope = Scope()
        func fail() -> Counted? {
            let make = { () throws(OutOfStock) -> Counted in throw OutOfStock() }
            return try? serving == .shared ? scope.shared(make) : scope.weak(make)
        }
        func part() -> Draft {
            scope.graph {
                Draft()
            } configure: {
                $0.text += "!"
            }
        }
        let parts = scope.graph {
            let first = part()
            #expect(fail() == nil)
            return [first, part()]
        } configure: { _ in
            #expect(fail() == nil)
        }
        #expect(parts[0] === parts[1])
        #expect(parts[0].text == "!")
    }

    @Test func everyObjectIsConfiguredOnce() {
        let scope = Scope()
        let log = Log()
        func node(_ number: Int) -> Draft {
            scope.graph(for: number) {
                Draft()
            } configure: { _ in
                log.add("\(number)")
                for other in 0..<10 { _ = node(other) }
            }
        }
        _ = node(0)
        #expect(log.all.sorted() == (0..<10).map(String.init))
    }

    // Swinject, Dip
    @Test func aCycleOfFourObjectsIsFreedWhenTheCallerLetsGo() {
        let tally = Tally()
        let scope = Scope()
        func link(_ number: Int) -> Link {
            scope.graph(for: number) {
                Link(Counted(tally))
            } configure: {
                if number < 3 { $0.next = link(number + 1) }
                $0.previous = link((number + 3) % 4)
            }
        }
        do {
            let first = link(0)
            let links = [first, first.next!, first.next!.next!, first.next!.next!.next!]
            for (number, each) in links.enumerated() {
                #expect(each.previous === links[(number + 3) % 4])
            }
            #expect(tally.made == 4)
            #expect(tally.alive == 4)
        }
        #expect(tally.alive == 0)
    }

    @Test func valuesOfAGraphNeedNotBeSendable() {
        let scope = Scope()
        func component() -> Draft {
            scope.graph {
                Draft()
            } configure: {
                $0.text += "!"
            }
        }
        let drafts = scope.graph { [component(), component()] }
        #expect(drafts[0] === drafts[1])
        #expect(drafts[0].text == "!")
    }

    @Test func valuesOfAGraphMayBeStructs() {
        let scope = Scope()
        let tally = Tally()
        func component() -> FixedClock {
            scope.graph {
                tally.objectWasMade()
                return FixedClock(zone: "\(tally.made)")
            }
        }
        #expect(scope.graph { [component(), component()] }.map(\.zone) == ["1", "1"])
        #expect(component().zone == "2")
    }

    // Swinject#135, Factory#375
    @Test(.timeLimit(.minutes(1)))
    func graphsOfConcurrentThreadsNeverShare() async throws {
        let desk = TicketDesk(serving: .graph)
        let holders = try await race(threads: 8) { _ in
            (0..<200).map { _ in
                desk.scope.graph { Holder(desk.object(), desk.object()) }
            }
        }
        .flatMap(\.self)
        #expect(holders.allSatisfy { $0.first === $0.second })
        #expect(Set(holders.map { ObjectIdentifier($0) }).count == 1_600)
        #expect(Set(holders.map { ObjectIdentifier($0.first) }).count == 1_600)
    }

    @Test(.timeLimit(.minutes(1)))
    func graphsOfConcurrentTasksNeverShare() async {
        let desk = TicketDesk(serving: .graph)
        let holders = await withTaskGroup(of: Holder.self) { group in
            for _ in 0..<500 {
                group.addTask {
                    desk.scope.graph { Holder(desk.object(), desk.object()) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(holders.allSatisfy { $0.first === $0.second })
        #expect(Set(holders.map { ObjectIdentifier($0.first) }).count == 500)
    }

    /// It would share an object that is not `Sendable`.
    @Test(.timeLimit(.minutes(1)), arguments: Elsewhere.allCases)
    func whatRunsElsewhereWithinAGraphBeginsItsOwn(elsewhere: Elsewhere) async throws {
        let desk = TicketDesk(serving: .graph)
        let holders = try await race(threads: 2) { thread in
            desk.scope.graph {
                let own = desk.object()
                return Holder(own, elsewhere.run { desk.object() })
            }
        }
        #expect(Set(holders.flatMap { [ObjectIdentifier($0.first), .init($0.second)] }).count == 4)
    }

    @Test(.timeLimit(.minutes(1)))
    func childTasksOfATaskThatAGraphStartedBeginTheirOwn() async {
        let desk = TicketDesk(serving: .graph)
        let (own, task) = desk.scope.graph { () -> (Counted, Task<[Counted], Never>) in
            let own = desk.object()
            let task = Task {
                async let first = desk.object()
                async let second = desk.object()
                return await [first, second, desk.object()]
            }
            return (own, task)
        }
        let others = await task.value
        #expect(Set(([own] + others).map { ObjectIdentifier($0) }).count == 4)
    }

    /// A new task may lie in memory where the one lay that began a graph.
    @Test(.timeLimit(.minutes(1)))
    func tasksThatOutliveTheOneOfTheirGraphNeverGetItsObjects() async throws {
        let scope = Scope()
        @Sendable func component() -> Counted { scope.graph { Counted() } }
        for _ in 0..<50 {
            let graphIsOver = Signal()
            let (survivors, continuation) = AsyncStream.makeStream(of: Task<Bool, Never>.self)
            Task.detached {
                _ = scope.graph(for: "outermost") {
                    let object = component()
                    continuation.yield(
                        Task {
                            await graphIsOver.wait()
                            for _ in 0..<20 {
                                if await Task(operation: { component() }).value === object {
                                    return true
                                }
                            }
                            return false
                        }
                    )
                    return object
                }
                continuation.finish()
            }
            for await survivor in survivors {
                for _ in 0..<10 { await Task.yield() }
                graphIsOver.send()
                try #require(await survivor.value == false)
            }
        }
    }

    @Test func objectsAreConfiguredWithWhatWasInForceWhereTheyWereAskedFor() {
        let scope = Scope()
        let log = Log()
        func component(_ name: String) {
            scope.graph(for: name) {
                log.add("make \(name): \(Resolver.resolve(String.self))")
            } configure: { _ in
                log.add("configure \(name): \(Resolver.resolve(String.self))")
            }
        }
        let real = Dependencies { Module { "real" } }
        let fake = Dependencies { Module { "fake" } }
        real.isolate {
            scope.graph(for: "outermost") {
                fake.override { component("inner") }
                component("outer")
            }
        }
        #expect(
            log.all == [
                "make inner: fake", "make outer: real",
                "configure inner: fake", "configure outer: real",
            ]
        )
    }

    // MARK: Tasks that go on

    /// A task that is begun while a component is made inherits what is known of that, for messages.
    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
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

    /// Each injection makes a module and with it a scope, so each object would be another.
    @Test(.timeLimit(.minutes(1)), arguments: Coming.allCases)
    func aCycleThatHasNoEndIsReported(coming: Coming) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [coming] in
            await Dependencies {
                Module { AuthorModule(coming: coming) }
                Module { BookModule(coming: coming) }
            }
            .isolate {
                await Resolver.resolve(AuthorModule.self).make()
            }
        }
        let report = try #require(result).report
        let headlines = [("Author", "Book"), ("Book", "Author")].map { first, second in
            """
            Collet: ColletTests.\(first) -> ColletTests.\(second) -> ColletTests.\(first) \
            has no end: each ColletTests.\(first) comes from a scope of its own.
            """
        }
        #expect(headlines.contains(report[0]))
        #expect(
            report.last == """
                To fix, register the module that holds the scope as .shared: \
                everybody gets the same scope.
                """
        )
    }

    // MARK: Asynchronous

    @Test(.timeLimit(.minutes(1)))
    func callersOfAnAsynchronousComponentWaitForItsOneRun() async throws {
        let desk = WaitingDesk()
        let callers = await desk.callers(20)
        desk.mayEnd.send()
        let first = await callers[0].value
        for caller in callers { #expect(try await caller.value.get() === first.get()) }
        #expect(desk.runs.all == ["succeeds"])
    }

    @Test(.timeLimit(.minutes(1)), arguments: [[0], [1], [0, 1, 2], [0, 1, 2, 3]])
    func cancelledCallersHarmNobodyElse(cancelled: [Int]) async throws {
        let desk = WaitingDesk()
        let callers = await desk.callers(4)
        for number in cancelled { callers[number].cancel() }
        desk.mayEnd.send()
        let first = try await callers[0].value.get()
        for caller in callers { #expect(try await caller.value.get() === first) }
        #expect(desk.runs.all == ["succeeds"])
    }

    @Test(.timeLimit(.minutes(1)))
    func aFailureReachesAllWhoWaitedAndTheNextCallerTriesAgain() async throws {
        let desk = WaitingDesk(failures: 1)
        let callers = await desk.callers(10)
        desk.mayEnd.send()
        for caller in callers {
            #expect(await caller.value == .failure(OutOfStock()))
        }
        #expect(desk.runs.all == ["fails"])
        let next = try await desk.component()
        #expect(desk.runs.all == ["fails", "succeeds"])
        #expect(try await desk.component() === next)
        #expect(desk.runs.all == ["fails", "succeeds"])
    }

    /// It can't be told of an error that its type excludes.
    @Test(.timeLimit(.minutes(1)))
    func aCallerThatCannotThrowTheErrorOfTheOtherTriesItself() async {
        let desk = WaitingDesk(failures: 1)
        let callers = await desk.callers(2)
        let sure = await desk.sureCaller()
        desk.mayEnd.send()
        for caller in callers {
            #expect(await caller.value == .failure(OutOfStock()))
        }
        let object = await sure.value
        #expect(await desk.sureComponent() === object)
        #expect(desk.runs.all == ["fails", "succeeds surely"])
    }

    @Test(.timeLimit(.minutes(1)))
    func asynchronousComponentsHaveKeys() async {
        let scope = Scope()
        func component(for key: Int) async -> Counted {
            await scope.shared(for: Collision(number: key)) { () async in Counted() }
        }
        let first = await component(for: 1)
        let second = await component(for: 2)
        #expect(first !== second)
        #expect(await component(for: 1) === first)
        #expect(await component(for: 2) === second)
    }

    @Test(.timeLimit(.minutes(1)))
    func callersWaitOnlyForTheAsynchronousComponentThatTheyAskFor() async {
        let scope = Scope()
        let object = await scope.shared(for: "slow") { () async in
            _ = await Task.detached {
                await scope.shared(for: "quick") { () async in Counted() }
            }
            .value
            return Counted()
        }
        #expect(await scope.shared(for: "slow") { () async in Counted() } === object)
    }

    @Test(.timeLimit(.minutes(1)))
    func nestedAsynchronousComponentsDoNotLockUp() async {
        let scope = Scope()
        let tally = Tally()
        @Sendable func tower(_ level: Int) async -> Counted {
            await scope.shared(for: level) { () async in
                if level > 0 { _ = await tower(level - 1) }
                return Counted(tally)
            }
        }
        _ = await tower(20)
        #expect(tally.made == 21)
    }

    @Test(.timeLimit(.minutes(1)))
    func anAsynchronousComponentThatNeedsItselfIsReportedWithItsPath() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = await Ring(serving: .shared).laterAcorn()
        }
        #expect(
            try #require(result).report == [
                """
                Collet: ColletTests.Acorn -> ColletTests.Oak -> ColletTests.Acorn is a cycle: \
                ColletTests.Acorn needs itself to be made.
                """,
                "  made at       Shop/Acorn.swift:2",
                "To fix, let one of them take the other after its init, not in it.",
            ]
        )
    }

    /// Only who waits for the component itself can't be seen there.
    @Test(.timeLimit(.minutes(1)))
    func childTasksOfAnAsynchronousComponentMayAskForOthers() async {
        let scope = Scope()
        let object = await scope.shared { () async in
            async let first = scope.shared(for: 1) { () async in Assistant() }
            async let second = scope.shared(for: 1) { () async in Assistant() }
            let areOne = await first === second
            return areOne ? Counted() : nil
        }
        #expect(object != nil)
    }

    /// The component does not wait for such a task, so the task may wait for the component.
    @Test(.timeLimit(.minutes(1)))
    func aTaskThatAnAsynchronousComponentBeginsMayAskForIt() async throws {
        for round in 0..<500 {
            let scope = Scope()
            let (tasks, continuation) = AsyncStream.makeStream(of: Task<Counted, Never>.self)
            @Sendable func component() async -> Counted {
                await scope.shared { () async in
                    async let other = scope.shared(for: round) { () async in Assistant() }
                    async let task = Task { await component() }
                    continuation.yield(await task)
                    continuation.yield(Task.immediate { await component() })
                    continuation.finish()
                    _ = await other
                    return Counted()
                }
            }
            let object = await component()
            for await task in tasks { try #require(await task.value === object) }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func asynchronousComponentsThatNeedEachOtherFromTwoTasksAreReported() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let scope = Scope()
            let areMaking = [Signal(), Signal()]
            @Sendable func component(_ number: Int) async -> Counted {
                await scope.shared(for: number) { () async in
                    areMaking[number].send()
                    await areMaking[1 - number].wait()
                    _ = await component(1 - number)
                    return Counted()
                }
            }
            async let first = component(0)
            async let second = component(1)
            _ = await (first, second)
        }
        let counted = "ColletTests.Counted named"
        let headlines = [(0, 1), (1, 0)].map { first, second in
            """
            Collet: \(counted) "\(first)" -> \(counted) "\(second)" -> \(counted) "\(first)" \
            is a cycle: \(counted) "\(first)" needs itself to be made.
            """
        }
        #expect(headlines.contains(try #require(result).report[0]))
    }

    @Test(.timeLimit(.minutes(1)), arguments: [TaskPriority.background, .high])
    func aRunHasThePriorityOfTheCallerThatBeginsIt(priority: TaskPriority) async {
        let scope = Scope()
        let seen = Mutex<TaskPriority?>(nil)
        let hasRun = Signal()
        // Whoever awaited the task would pass its own priority on.
        Task.detached(priority: priority) {
            _ = await scope.shared { () async in
                seen.withLock { $0 = Task.currentPriority }
                hasRun.send()
                return Counted()
            }
        }
        await hasRun.wait()
        #expect(seen.withLock(\.self) == priority)
    }

    @Test(.timeLimit(.minutes(1)))
    func aCallerThatWaitsPassesItsPriorityOn() async {
        let desk = WaitingDesk()
        let isMaking = Signal()
        let priorities = Mutex<[TaskPriority]>([])
        let hasRun = Signal()
        Task.detached(priority: .background) {
            await desk.wait {
                priorities.withLock { $0.append(Task.currentPriority) }
                isMaking.send()
                await desk.mayEnd.wait()
                priorities.withLock { $0.append(Task.currentPriority) }
                hasRun.send()
            }
        }
        await isMaking.wait()
        let waits = Signal()
        Task.detached(priority: .high) { await desk.wait(whenWaiting: waits) {} }
        await waits.wait()
        await desk.turn()
        desk.mayEnd.send()
        await hasRun.wait()
        #expect(priorities.withLock(\.self) == [.background, .high])
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

    @Test(.timeLimit(.minutes(1)))
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

    /// Overloads that differ only in being asynchronous have one key.
    @Test(.timeLimit(.minutes(1)))
    func anAsynchronousAndASynchronousComponentAreOneInstance() async {
        let scope = Scope()
        let isMaking = Signal()
        let mayEnd = Signal()
        let asynchronous = Task {
            await scope.shared {
                isMaking.send()
                await mayEnd.wait()
                return Counted()
            }
        }
        await isMaking.wait()
        let synchronous = { scope.shared { Counted() } }()
        mayEnd.send()
        #expect(await asynchronous.value === synchronous)
    }
}

// MARK: - Fixtures

/// What is made beside the object that a test is about.
final class Assistant: Sendable {}

/// How long the components of a desk serve.
enum Serving: String, CaseIterable, Codable {
    case shared, weak, graph
}

/// A module with components that can be told apart by their identity only.
final class TicketDesk: Sendable {
    let scope = Scope()
    private let serving: Serving
    private let tally: Tally

    init(serving: Serving, _ tally: Tally = Tally()) {
        self.serving = serving
        self.tally = tally
    }

    func object() -> Counted { serve { Counted(tally) } }
    func component() -> any Session { serve { Counted(tally) as any Session } }
    func component() -> any Store { serve { Counted(tally) as any Store } }
    func other() -> Counted { serve { Counted(tally) } }

    func object(for key: some Hashable & Sendable, meanwhile: () -> Void = {}) -> Counted {
        serve(for: key) {
            meanwhile()
            return Counted(tally)
        }
    }

    func other(for key: some Hashable & Sendable) -> Counted {
        serve(for: key) { Counted(tally) }
    }

    func serve(function: StaticString = #function, meanwhile: () -> Void) -> Counted {
        serve(function: function) {
            meanwhile()
            return Counted(tally)
        }
    }

    /// Runs a body in which even the components of a graph have one instance.
    func withinAGraph(_ body: () -> Void) {
        scope.graph(for: "outermost", body)
    }

    private func serve<T: Sendable>(function: StaticString = #function, _ make: () -> T) -> T {
        switch serving {
        case .shared: scope.shared(function: function, make)
        case .weak: scope.weak(function: function, make)
        case .graph: scope.graph(function: function, make)
        }
    }

    private func serve<T: Sendable>(
        for key: some Hashable & Sendable,
        function: StaticString = #function,
        _ make: () -> T
    ) -> T {
        switch serving {
        case .shared: scope.shared(for: key, function: function, make)
        case .weak: scope.weak(for: key, function: function, make)
        case .graph: scope.graph(for: key, function: function, make)
        }
    }
}

/// A key whose hash tells nothing.
private struct Collision: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) {}
}

/// A key that says nothing of itself.
private struct Silent: Hashable, CustomStringConvertible {
    let number: Int

    var description: String { "key" }
}

private struct OutOfStock: Error, Equatable {}

/// What happened, in order.
private final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock(\.self) }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private final class Holder: Sendable {
    let first: Counted
    let second: Counted

    init(_ first: Counted, _ second: Counted) {
        self.first = first
        self.second = second
    }
}

// Modules that use each other's components.

private final class Branch: Sendable {
    private let scope = Scope()
    private let desk = Inject<TicketDesk>()

    func component() -> Holder {
        scope.graph { Holder(desk().object(), desk().object()) }
    }
}

private final class Office {
    let own: Counted
    let branch: Holder

    init(own: Counted, branch: Holder) {
        self.own = own
        self.branch = branch
    }
}

private final class HeadOffice: Sendable {
    private let scope = Scope()
    private let desk = Inject<TicketDesk>()
    private let branch = Inject<Branch>()

    func component() -> Office {
        scope.graph { Office(own: desk().object(), branch: branch().component()) }
    }
}

// Components that need each other.

final class Acorn: Sendable {
    let oak: Oak

    init(oak: Oak) {
        self.oak = oak
    }
}

final class Oak: Sendable {
    let acorn: Counted

    init(acorn: Counted) {
        self.acorn = acorn
    }
}

/// An acorn that needs an oak that needs the acorn.
private final class Ring: Sendable {
    let scope = Scope()
    private let serving: Serving

    init(serving: Serving) {
        self.serving = serving
    }

    @discardableResult
    func acorn() -> Acorn {
        let make = { Acorn(oak: self.oak()) }
        return switch serving {
        case .shared: scope.shared(fileID: "Shop/Acorn.swift", line: 1, make)
        case .weak: scope.weak(fileID: "Shop/Acorn.swift", line: 1, make)
        case .graph: scope.graph(fileID: "Shop/Acorn.swift", line: 1, make)
        }
    }

    func oak() -> Oak {
        let make = {
            self.acorn()
            return Oak(acorn: Counted())
        }
        return switch serving {
        case .shared: scope.shared(make)
        case .weak: scope.weak(make)
        case .graph: scope.graph(make)
        }
    }

    @discardableResult
    func laterAcorn() async -> Acorn {
        await scope.shared(fileID: "Shop/Acorn.swift", line: 2) { () async in
            Acorn(oak: await self.laterOak())
        }
    }

    func laterOak() async -> Oak {
        await scope.shared { () async in
            await self.laterAcorn()
            return Oak(acorn: Counted())
        }
    }
}

/// An object between two others.
private final class Link {
    let counted: Counted
    var next: Link?
    weak var previous: Link?

    init(_ counted: Counted) {
        self.counted = counted
    }
}

private final class Controller {
    let view: View

    init(view: View) {
        self.view = view
    }
}

private final class View {
    weak var controller: Controller?
}

private final class ScreenModule {
    let log = Log()
    private let scope = Scope()
    /// Views don't hold their controllers.
    private var controllers: [Controller] = []

    func component() -> Controller {
        scope.graph {
            log.add("make controller")
            defer { log.add("made controller") }
            return Controller(view: component())
        } configure: { [self] controller in
            controllers.append(controller)
            log.add("configure controller")
        }
    }

    func component() -> View {
        scope.graph {
            log.add("make view")
            defer { log.add("made view") }
            return View()
        } configure: { [self] view in
            log.add("configure view")
            view.controller = component()
        }
    }
}

/// Where code may run that a graph's closure starts.
enum Elsewhere: CaseIterable {
    case thread, task, detachedTask, immediateTask

    /// Runs a body there, and blocks the calling thread meanwhile.
    func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
        let result = Mutex<Result?>(nil)
        let isOver = Barrier()
        let keepResult = { @Sendable in
            let value = body()
            result.withLock { $0 = value }
            isOver.arrive()
        }
        switch self {
        case .thread: Thread.detachNewThread(keepResult)
        case .task: Task { keepResult() }
        case .detachedTask: Task.detached { keepResult() }
        case .immediateTask:
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                Task.immediate { keepResult() }
            } else {
                Task { keepResult() }
            }
        }
        isOver.wait()
        return result.withLock { $0! }
    }
}

/// A component whose callers are known to wait.
///
/// What calls it is on this actor, and leaves it only where it waits for the run. So whoever gets
/// a turn on the actor afterwards finds the caller waiting.
private actor WaitingDesk {
    nonisolated let mayEnd = Signal()
    nonisolated let runs = Log()
    private nonisolated let scope = Scope()
    private nonisolated let failures: Mutex<Int>

    init(failures: Int = 0) {
        self.failures = Mutex(failures)
    }

    /// Starts callers and returns when all of them wait.
    func callers(_ count: Int) async -> [Task<Result<Counted, OutOfStock>, Never>] {
        var callers: [Task<Result<Counted, OutOfStock>, Never>] = []
        for _ in 0..<count {
            let calls = Signal()
            callers.append(
                Task {
                    calls.send()
                    do throws(OutOfStock) {
                        return .success(try await component())
                    } catch {
                        return .failure(error)
                    }
                }
            )
            await calls.wait()
        }
        return callers
    }

    /// Starts a caller that can't fail, and returns when it waits.
    func sureCaller() async -> Task<Counted, Never> {
        let calls = Signal()
        let caller = Task {
            calls.send()
            return await sureComponent()
        }
        await calls.wait()
        return caller
    }

    func component() async throws(OutOfStock) -> Counted {
        try await scope.shared(function: "component()") { [self] () async throws(OutOfStock) in
            await mayEnd.wait()
            let fails = failures.withLock { failures in
                failures -= 1
                return failures >= 0
            }
            runs.add(Task.isCancelled ? "is cancelled" : fails ? "fails" : "succeeds")
            if fails { throw OutOfStock() }
            return Counted()
        }
    }

    func sureComponent() async -> Counted {
        await scope.shared(function: "component()") { [self] () async in
            await mayEnd.wait()
            runs.add("succeeds surely")
            return Counted()
        }
    }

    /// Asks for a component that is made by a body.
    func wait(whenWaiting signal: Signal? = nil, _ body: @escaping @Sendable () async -> Void) async
    {
        signal?.send()
        _ = await scope.shared { () async in
            await body()
            return Counted()
        }
    }

    /// Returns when the actor is free.
    func turn() {}
}

extension Result where Success == Counted, Failure == OutOfStock {
    fileprivate static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.success(let left), .success(let right)): left === right
        case (.failure(let left), .failure(let right)): left == right
        default: false
        }
    }
}

@MainActor private final class Panel {
    var twin: Panel?
}

@MainActor private final class PanelModule {
    private let scope = Scope()

    func shared() -> Panel { scope.shared { Panel() } }
    func weak() -> Panel { scope.weak { Panel() } }
    func later() async -> Panel { await scope.shared { @MainActor () async in Panel() } }

    func graph() -> Panel {
        scope.graph {
            Panel()
        } configure: { [self] in
            $0.twin = other()
        }
    }

    private func other() -> Panel {
        scope.graph {
            Panel()
        } configure: { [self] in
            $0.twin = graph()
        }
    }
}

/// Shows the time of the clock that is in force where it is made.
private final class Tower: Sendable {
    let zone = Resolver.resolve((any Clock).self).zone
}

private final class Carillon: Sendable {
    let tower: Tower

    init(tower: Tower) {
        self.tower = tower
    }
}

private final class Town: Sendable {
    let tower: Tower
    let carillon: Carillon

    init(tower: Tower, carillon: Carillon) {
        self.tower = tower
        self.carillon = carillon
    }
}

private struct TowerModule: Sendable {
    let lifetime: Module.Lifetime
    let scope = Scope()

    func component() -> Town {
        scope.graph { Town(tower: component(), carillon: component()) }
    }

    func component() -> Tower { scope.graph { Tower() } }

    func component() -> Carillon {
        switch lifetime {
        case .shared: scope.shared { Carillon(tower: component()) }
        default: scope.weak { Carillon(tower: component()) }
        }
    }
}

/// How components that refer to each other come about.
enum Coming: String, CaseIterable, Codable {
    case shared, weak, graph, configured, asynchronous
}

final class Author: @unchecked Sendable {
    var book: Book?

    init(of book: Book?) {
        self.book = book
    }
}

final class Book: @unchecked Sendable {
    var author: Author?

    init(by author: Author?) {
        self.author = author
    }
}

struct AuthorModule: Sendable {
    let coming: Coming
    private let scope = Scope()
    @Inject private var books: BookModule

    init(coming: Coming) {
        self.coming = coming
    }

    func make() async {
        if coming == .asynchronous {
            let _: Author = await component()
        } else {
            makeAtOnce()
        }
    }

    private func makeAtOnce() { let _: Author = component() }

    func component() -> Author {
        switch coming {
        case .shared: scope.shared { Author(of: books.component()) }
        case .weak: scope.weak { Author(of: books.component()) }
        default: scope.graph { Author(of: books.component()) }
        }
    }

    func component() async -> Author {
        await scope.shared { () async in Author(of: await books.component()) }
    }
}

struct BookModule: Sendable {
    let coming: Coming
    private let scope = Scope()
    @Inject private var authors: AuthorModule

    init(coming: Coming) {
        self.coming = coming
    }

    func component() -> Book {
        switch coming {
        case .shared: scope.shared { Book(by: authors.component()) }
        case .weak: scope.weak { Book(by: authors.component()) }
        case .configured:
            scope.graph {
                Book(by: nil)
            } configure: {
                $0.author = authors.component()
            }
        default: scope.graph { Book(by: authors.component()) }
        }
    }

    func component() async -> Book {
        await scope.shared { () async in Book(by: await authors.component()) }
    }
}
