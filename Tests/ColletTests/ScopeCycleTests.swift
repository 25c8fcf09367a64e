import Collet
import Foundation
import Synchronization
import Testing

/// Components that need themselves, and those that nest deep without doing so.
struct ScopeCycleTests {
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
            _ = ring.scope.shared { Couple(Counted(), ring.oak().acorn) }
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

    /// Scopes that were made before can't go on without end, however alike their components are.
    @Test(.timeLimit(.minutes(1)), arguments: Serving.allCases)
    func scopesThatWereMadeBeforeMayNestDeep(serving: Serving) async throws {
        let tally = Tally()
        let desks = (0..<100).map { _ in TicketDesk(serving: serving, tally) }
        @Sendable func tower(_ level: Int) -> Counted {
            desks[level].object(for: "one") { if level > 0 { _ = tower(level - 1) } }
        }
        _ = try await race(threads: 1) { _ in tower(99) }
        #expect(tally.made == 100)
    }

    /// Each configuration resolves a module that makes another object, in a scope of its own.
    @Test(.timeLimit(.minutes(1)))
    func aGraphThatConfiguresWithoutEndIsReported() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            @Sendable func object() -> Draft {
                Scope().graph {
                    Draft()
                } configure: { _ in
                    _ = Resolver.resolve([Draft].self)
                }
            }
            Resolver.register { [object()] }
            _ = object()
        }
        let headline = try #require(result).report[0]
        #expect(headline.hasSuffix("needs itself to be made.") || headline.contains("has no end"))
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
}
