import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Components that need themselves, and those that nest deep without doing so.
struct ScopeCycleTests {
    @Test(.timeLimit(.minutes(10)), arguments: Serving.allCases)
    func aComponentThatNeedsItselfIsReportedWithItsPath(serving: Serving) async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [serving] in
            _ = Ring(serving: serving).acorn()
        }.report
        #expect(
            report == [
                headline(ofCycle: "ColletTests.Acorn", "ColletTests.Oak"),
                "  made at       Shop/Acorn.swift:1",
                serving == .graph
                    ? "To fix, let one take the other in its configure closure."
                    : "To fix, let one of them ask for the other later, when both are made.",
            ]
        )
    }

    /// The types by themselves would say nothing.
    @Test(.timeLimit(.minutes(10)), arguments: Serving.allCases)
    func aCycleOfComponentsOfOneTypeNamesTheirPlaces(serving: Serving) async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [serving] in
            let desk = TicketDesk(serving: serving)
            @Sendable func first() -> Counted {
                desk.serve(fileID: "Shop/User.swift", line: 12) { _ = second() }
            }
            @Sendable func second() -> Counted {
                desk.serve(fileID: "Shop/Cart.swift", line: 12) { _ = first() }
            }
            _ = first()
        }.report
        let (user, cart) = (
            "ColletTests.Counted at Shop/User.swift:12",
            "ColletTests.Counted at Shop/Cart.swift:12"
        )
        #expect(
            report.first == """
                Collet: \(user) -> \(cart) -> \(user) is a cycle: \
                ColletTests.Counted needs itself to be made.
                """
        )
    }

    @Test(.timeLimit(.minutes(10)), arguments: Serving.allCases)
    func aCycleThatIsEnteredFromOutsideIsReportedFromWhereItBegins(serving: Serving)
        async throws
    {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [serving] in
            let ring = Ring(serving: serving)
            _ = TicketDesk(serving: serving).serve { _ = ring.oak() }
        }.report
        #expect(report.first == headline(ofCycle: "ColletTests.Oak", "ColletTests.Acorn"))
    }

    @Test func aComponentThatNeedsNothingButItselfIsToldToTakeItLater() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            _ = Snake().component()
        }.report
        #expect(
            report.last
                == "To fix, let one of them ask for the other later, when both are made.")
    }

    @Test(.timeLimit(.minutes(10)), arguments: Serving.allCases, Serving.allCases)
    func aCycleOfAllLifetimesIsReportedWithItsWholePath(even: Serving, odd: Serving)
        async throws
    {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [even, odd] in
            let desks = [TicketDesk(serving: even), TicketDesk(serving: odd)]
            @Sendable func step(_ number: Int) -> Counted {
                if number == 4 { return Resolver.resolve() }
                let line = UInt(number)
                return desks[number % 2].object(for: number, line: line) {
                    _ = step(number + 1)
                }
            }
            Resolver.register(Module(.shared) { step(0) })
            _ = step(0)
        }.report
        let place = " at ColletTests/ScopeFixtures.swift:"
        let members = (0...4).map {
            "ColletTests.Counted" + ($0 == 4 ? "" : "\(place)\($0)")
        }
        // Kept components are made outside of the graph that came first, so the path may
        // begin later.
        let paths = members.indices.map { start in
            (members[start...] + members[...start]).joined(separator: " -> ")
        }
        #expect(paths.contains { report[0].hasPrefix("Collet: \($0) is a cycle: ") })
    }

    /// While an object of a graph is made, a module that was made before has its place in
    /// the path, even directly in an override around the graph.
    @Test func aCycleOfAGraphByWayOfAModuleMadeBeforeIsReportedWithItsWholePath()
        async throws
    {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            let tickets = LateTicket()
            tickets.dependencies.isolate { _ = Resolver.resolve(String.self) }
            tickets.begin()
            tickets.dependencies.override {
                tickets.makeTicket { _ = Resolver.resolve(String.self) }
            }
        }.report
        #expect(report.first == headline(ofCycle: "ColletTests.Counted", "Swift.String"))
    }

    /// The override has a graph of its own.
    @Test func anObjectOfAGraphMayNeedItsLikeInAnOverride() {
        let tickets = LateTicket()
        tickets.begin()
        tickets.makeTicket {
            tickets.dependencies.override { _ = Resolver.resolve(String.self) }
        }
        #expect(tickets.tally.made == 2)
    }

    /// Scopes that were made before can't go on for ever, however alike their components
    /// are.
    @Test(arguments: Serving.allCases)
    func scopesThatWereMadeBeforeMayNestDeep(serving: Serving) {
        let tally = Tally()
        let desks = (0..<100).map { _ in TicketDesk(serving: serving, tally) }
        @Sendable func tower(_ level: Int) -> Counted {
            desks[level].object(for: "one") { if level > 0 { _ = tower(level - 1) } }
        }
        _ = onAnotherThread(stackSize: deepStack) { tower(99) }
        #expect(tally.made == 100)
    }

    /// How their keys print doesn't matter.
    @Test(arguments: Serving.allCases)
    func componentsMayNestDeep(serving: Serving) {
        let tally = Tally()
        let desk = TicketDesk(serving: serving, tally)
        @Sendable func tower(_ level: Int) -> Counted {
            desk.object(for: Silent(number: level)) {
                if level > 0 { _ = tower(level - 1) }
            }
        }
        _ = onAnotherThread(stackSize: deepStack) { tower(200) }
        #expect(tally.made == 201)
    }

    /// A folder that holds a folder: each is made by its own module, with its own
    /// scope.
    @Test(arguments: Serving.allCases)
    func modulesWithScopesOfTheirOwnMayNestDeep(serving: Serving) {
        let tally = Tally()
        Dependencies {
            Module { FolderModule(desk: TicketDesk(serving: serving, tally)) }
        }
        .isolate {
            let module = Inject<FolderModule>()
            _ = onAnotherThread(stackSize: deepStack) { module().folder(70) }
        }
        #expect(tally.made == 71)
    }
}

/// Deep nesting takes more than the 512 KB that a Mac gives to every thread but the
/// first, and the sanitizers multiply it.
let deepStack = 64 << 20

private struct FolderModule: Sendable {
    let desk: TicketDesk
    @Inject private var inner: FolderModule

    init(desk: TicketDesk) { self.desk = desk }

    func folder(_ level: Int) -> Counted {
        desk.serve { if level > 0 { _ = inner.folder(level - 1) } }
    }
}

/// A module that comes to need an object of a graph.
private final class LateTicket: Sendable {
    let tally = Tally()
    private let isNeeded = Mutex(false)
    private let desk: TicketDesk

    init() { desk = TicketDesk(serving: .graph, tally) }

    var dependencies: Dependencies {
        Dependencies {
            Module { [self] in
                if isNeeded.withLock(\.self) { _ = desk.object(for: 0) }
                return "made"
            }
        }
    }

    func begin() { isNeeded.withLock { $0 = true } }

    func makeTicket(_ meanwhile: () -> Void) {
        _ = desk.object(for: 0, meanwhile: meanwhile)
    }
}

private struct Snake {
    private let scope = Scope()
    func component() -> Counted { scope.shared { component() } }
}
