import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Whatever is over leaves nothing behind: keys, histories and the wiring of others.
///
/// Nothing is measured: keys are objects that are counted, and messages list the
/// rest.
struct GrowthTests {
    // MARK: Keys

    @Test func aScopeKeepsNoKeysOfGraphs() {
        let tally = Tally()
        let scope = Scope()
        for number in 0..<10_000 {
            _ = scope.graph(for: CountedKey(number, tally)) { Draft() }
        }
        #expect(tally.made == 10_000)
        #expect(tally.alive == 0)
        scope.graph {
            for number in 0..<100 {
                _ = scope.graph(for: CountedKey(number, tally)) { Draft() }
            }
            #expect(tally.alive == 100)
        }
        #expect(tally.alive == 0)
    }

    /// An object created with a key remembers where, but not the key. The scope itself
    /// forgets the keys of weak components when others come.
    @Test(.timeLimit(.minutes(10)), arguments: Reminder.allCases)
    func whatIsCreatedWithAKeyDoesNotKeepTheKey(reminder: Reminder) {
        let tally = Tally()
        let scope = Scope()
        var reminders = (0..<10).map { number in
            scope.graph(for: CountedKey(number, tally)) { reminder.begin() }
        }
        #expect(tally.made == 10)
        #expect(tally.alive == 0)
        for number in 0..<10 {
            _ = scope.weak(for: CountedKey(number, tally)) { () -> Counted in
                reminders.append(reminder.begin())
                return Counted()
            }
        }
        for number in 0..<1_000 { _ = scope.weak(for: number) { Counted() } }
        #expect(tally.made == 20)
        #expect(tally.alive == 0)
        withExtendedLifetime(reminders) {}
    }

    @Test(arguments: Leftover.allCases)
    func aScopeForgetsKeysWhoseInstancesAreGone(leftover: Leftover) async {
        let tally = Tally()
        let scope = Scope()
        let first = CountedKey(-1, tally)
        let kept = scope.weak(for: first, line: 1, column: 1) { Counted() }
        var mostAlive = 0
        for number in 0..<10_000 {
            await leftover.ask(scope, for: CountedKey(number, tally))
            mostAlive = max(mostAlive, tally.alive)
        }
        #expect(tally.made == 10_001)
        // Twice as many as are needed, which is one, plus 64.
        #expect(mostAlive <= 66)
        // A key is still known while its instance is held.
        #expect(scope.weak(for: first, line: 1, column: 1) { Counted() } === kept)
    }

    @Test(arguments: [Serving.shared, .weak])
    func aComponentThatIsBeingMadeIsNotForgotten(serving: Serving) {
        let desk = TicketDesk(serving: serving)
        func object(_ meanwhile: () -> Void = {}) -> Counted {
            desk.object(for: "first", meanwhile: meanwhile)
        }
        // An earlier instance has ended, and doesn't count.
        if serving == .weak { _ = object() }
        let first = object {
            for number in 0..<1_000 { _ = desk.scope.weak(for: number) { Assistant() } }
        }
        #expect(object() === first)
    }

    @Test(.timeLimit(.minutes(10)))
    func anAsynchronousComponentThatIsBeingMadeIsNotForgotten() async {
        let scope = Scope()
        func object(_ meanwhile: @escaping @Sendable () -> Void = {}) async -> Counted {
            await scope.shared(for: "first") { () async in
                meanwhile()
                return Counted()
            }
        }
        let first = await object {
            for number in 0..<1_000 { _ = scope.weak(for: number) { Assistant() } }
        }
        #expect(await object() === first)
    }

    /// It is released while no lock is held. If it hangs, the process ends itself.
    @Test func aForgottenKeyMayUseTheScopeAsItEnds() async {
        await #expect(processExitsWith: .success) {
            final class Key: Hashable, Sendable {
                private let scope: Scope
                init(_ scope: Scope) { self.scope = scope }
                deinit { _ = scope.shared { Counted() } }
                static func == (left: Key, right: Key) -> Bool { left === right }
                func hash(into hasher: inout Hasher) {
                    hasher.combine(ObjectIdentifier(self))
                }
            }
            alarm(600)
            let scope = Scope()
            for _ in 0..<1_000 { _ = scope.weak(for: Key(scope)) { Counted() } }
        }
    }

    // MARK: Histories

    /// Each page begins the next one before it is over, as in prefetching.
    @Test(.timeLimit(.minutes(10))) func aRunKeepsLittleOfThoseThatCameBefore() async {
        let pages = Pages(count: 1_000)
        await pages.run { _ in }
        #expect(pages.tally.made == 1_000)
        #expect(pages.mostAlive < 300)
    }

    @Test func aMessageListsLittleOfWhatCameBefore() async throws {
        let result = await #expect(processExitsWith: .failure, observing: .messages) {
            await Pages(count: 1_000).run { number in
                if number == 999 { need((any Clock).self) }
            }
        }
        let report = try #require(result).report
        let needers = try #require(report.first { $0.hasPrefix("  needed by ") })
        #expect(needers.components(separatedBy: " -> ").count < 150)
    }

    // MARK: Others

    /// Only many values of one registration at the same time may be endless wiring, so
    /// those of other threads and those that are over don't count.
    @Test(.timeLimit(.minutes(10)))
    func whatOtherThreadsMakeIsNotWhatNeeds() async throws {
        let result = await #expect(processExitsWith: .failure, observing: .messages) {
            let areMade = Barrier(20)
            let mayEnd = Barrier()
            let begins = Mutex(false)
            for number in 0..<20 {
                Resolver.register(name: "\(number)") { () -> Int in
                    if begins.withLock(\.self) {
                        areMade.arrive()
                        mayEnd.wait()
                    }
                    return number
                }
            }
            let sessions = Mutex(0)
            Resolver.register { () -> any Session in
                let count = sessions.withLock {
                    $0 += 1
                    return $0
                }
                defer { sessions.withLock { $0 -= 1 } }
                if count < 3 {
                    _ = Resolver.resolve((any Session).self)
                } else if begins.withLock(\.self) {
                    need((any Clock).self)
                }
                return Counted()
            }
            for number in 0..<60 {
                _ = Resolver.resolve((any Session).self)
                _ = Resolver.resolve(Int.self, name: "\(number % 20)")
            }
            begins.withLock { $0 = true }
            for number in 0..<20 {
                Thread.detachNewThread {
                    _ = Resolver.resolve(Int.self, name: "\(number)")
                }
            }
            areMade.wait()
            _ = Resolver.resolve((any Session).self)
        }
        // No line says what needs it.
        let report = try #require(result).report
        #expect(report.dropFirst().first == "  resolved at   Shop/Checkout.swift:42")
    }
}

// MARK: - Fixtures

/// A key that is an object, and is counted.
private final class CountedKey: Hashable, Sendable, CustomStringConvertible {
    let number: Int
    private let counted: Counted

    init(_ number: Int, _ tally: Tally) {
        self.number = number
        counted = Counted(tally)
    }

    var description: String { "page \(number)" }

    static func == (left: CountedKey, right: CountedKey) -> Bool {
        left.number == right.number
    }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// Things that remember where they were created.
enum Reminder: CaseIterable {
    case unreadInjection, scope, task

    fileprivate func begin() -> AnyObject {
        switch self {
        case .unreadInjection: Inject<Int>()
        case .scope: Scope()
        case .task: EndingTask()
        }
    }
}

/// A task that goes on as long as this object lives.
private final class EndingTask {
    private let mayEnd = Signal()

    init() { Task { [mayEnd] in await mayEnd.wait() } }

    deinit { mayEnd.send() }
}

/// Components that a scope need not remember.
enum Leftover: CaseIterable {
    case weak, failed, asynchronouslyFailed

    fileprivate func ask(_ scope: Scope, for key: CountedKey) async {
        switch self {
        case .weak: _ = scope.weak(for: key) { Counted() }
        case .failed:
            _ = try? scope.shared(for: key) { () throws(OutOfStock) -> Int in
                throw OutOfStock()
            }
        case .asynchronouslyFailed:
            _ = try? await scope.shared(for: key) { () async throws(OutOfStock) -> Int in
                throw OutOfStock()
            }
        }
    }
}

/// Runs that begin each other, each in a scope of its own.
private final class Pages: Sendable {
    let tally = Tally()
    private let count: Int
    private let most = Mutex(0)
    private let isOver = Signal()

    init(count: Int) { self.count = count }

    var mostAlive: Int { most.withLock(\.self) }

    /// - Parameter body: Runs while each of them is being made.
    func run(_ body: @escaping @Sendable (Int) -> Void) async {
        await turn(to: 0, hasBegun: Signal(), body)
        await isOver.wait()
    }

    private func turn(
        to number: Int, hasBegun: Signal, _ body: @escaping @Sendable (Int) -> Void
    ) async {
        let key = CountedKey(number, tally)
        _ = await Scope().shared(for: key) { [self] () async in
            hasBegun.send()
            body(number)
            most.withLock { $0 = max($0, tally.alive) }
            if number + 1 < count {
                let nextHasBegun = Signal()
                Task { await turn(to: number + 1, hasBegun: nextHasBegun, body) }
                await nextHasBegun.wait()
            } else {
                isOver.send()
            }
            return number
        }
    }
}
