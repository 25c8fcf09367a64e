import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Threads and tasks that do everything at once, while all invariants are
/// checked.
///
/// They register for the process and stop at the first broken invariant, so they
/// run in a process of their own, which ends itself if it hangs.
struct LoadTests {
    /// 10 rounds, `COLLET_LOAD_ROUNDS` under a sanitizer, or 200 with `COLLET_SLOW_TESTS`; up
    /// to three times as many while it seems that memory is lost.
    @Test func theInvariantsHoldUnderLoad() async throws {
        let given = ProcessInfo.processInfo.environment["COLLET_LOAD_ROUNDS"]
        let rounds = given.flatMap { Int($0) } ?? (runsSlowTests ? 200 : 10)
        let transcript = try Transcript()
        let result = await #expect(processExitsWith: .success) {
            [rounds = rounds as Int, transcript = transcript as Transcript] in
            try transcript.begin()
            var allocated: [Int] = []
            for round in 0..<3 * rounds {
                // On a busy machine, the system's pools may still grow.
                if round >= rounds, lossPerRound(allocated) == 0 { break }
                alarm(600)
                say("round \(round)")
                await Round(seed: round).run()
                if let allocatedBytes { allocated.append(allocatedBytes()) }
            }
            let loss = lossPerRound(allocated)
            check(loss == 0, "most rounds leave nothing allocated, not \(loss) bytes")
        }
        let lines = try transcript.lines
        try #require(result != nil, "\(lines.suffix(20).joined(separator: "\n"))")
    }
}

/// The difference that most of many rounds make to the number of allocated bytes.
///
/// The system's pools of threads grow now and then, so the sum says nothing. If Collet
/// loses memory, it does so in most rounds, however many there are.
private func lossPerRound(_ allocated: [Int]) -> Int {
    guard allocated.count >= 40 else { return 0 }
    let late = allocated.suffix(allocated.count / 2)
    let lost = zip(late, late.dropFirst()).map { $1 - $0 }.sorted()
    return lost[lost.count / 2]
}

/// Ends the process if an invariant is broken.
private func check(_ condition: Bool, _ invariant: String, line: UInt = #line) {
    if !condition { fatalError("Broken: \(invariant)", line: line) }
}

// MARK: - Registrations

/// Registered by every container of a round, with the label 0 for the process, or that of
/// an override.
private protocol Labelled: AnyObject, Sendable { var label: Int { get } }

private protocol Plain: Labelled {}
private protocol Single: Labelled {}
private protocol Fleeting: Labelled {}
/// Takes the others while it is made. It is only registered for the process.
private protocol Composed: AnyObject, Sendable { var parts: [any Labelled] { get } }

private final class Labels: Plain, Single, Fleeting {
    let label: Int
    private let counted: Counted

    init(_ label: Int, _ tally: Tally) {
        self.label = label
        counted = Counted(tally)
    }
}

private final class Composition: Composed {
    let parts: [any Labelled] = [
        Resolver.resolve((any Plain).self),
        Resolver.resolve((any Single).self),
        Inject<any Fleeting>()(),
    ]
}

/// A module with components, of the process or of an override.
private final class Workshop: Sendable {
    private struct Failure: Error {}

    let label: Int
    private let scope = Scope()
    private let tally: Tally
    private let counted: Counted
    /// How often each component was made or failed.
    private let counts = Mutex<[String: Int]>([:])
    private let seen = Seen()

    init(_ label: Int, _ tally: Tally) {
        self.label = label
        self.tally = tally
        counted = Counted(tally)
    }

    /// Makes a component, always in the workshop's container.
    private func make(_ name: String, isOnce: Bool = true) -> Labels {
        let count = count(name)
        check(!isOnce || count == 1, "\(name) is made once")
        check(
            Resolver.resolve((any Plain).self).label == label,
            "components stay in \(label)")
        check(
            Resolver.resolve((any Single).self).label == label,
            "components stay in \(label)")
        return Labels(label, tally)
    }

    private func count(_ name: String) -> Int {
        counts.withLock { counts in
            counts[name, default: 0] += 1
            return counts[name]!
        }
    }

    /// Another thread asks while it is made.
    func useShared(_ key: Int, late steps: Int) {
        @Sendable func component(whenMade: () -> Void = {}) -> Labels {
            scope.shared(for: key) {
                defer { whenMade() }
                return make("shared \(key)")
            }
        }
        let late = LateThread(after: steps) { [self] in
            seen.check(component(), "shared \(key)")
        }
        seen.check(component(whenMade: late.begin), "shared \(key)")
        late.waitForEnd()
    }

    /// Fails at first.
    func useFailing(_ key: Int) {
        let component = try? scope.shared(for: key) { () throws(Failure) in
            if count("failure \(key)") < 3 { throw Failure() }
            return make("failing \(key)")
        }
        if let component { seen.check(component, "failing \(key)") }
    }

    func useWeak(_ key: Int, late steps: Int) {
        @Sendable func component(whenMade: () -> Void = {}) -> Labels {
            scope.weak(for: key) {
                defer { whenMade() }
                return make("weak", isOnce: false)
            }
        }
        let other = Handover<Labels>()
        let late = LateThread(after: steps) { other.give(component()) }
        let first = component(whenMade: late.begin)
        check(component() === first, "a weak component is one while it is held")
        check(first.label == label, "components stay in \(label)")
        late.waitForEnd()
        check(other.take() === first, "a weak component is one while it is held")
    }

    func useGraph() {
        let configured = Mutex(0)
        func head() -> Loop {
            scope.graph {
                Loop(tally)
            } configure: { ring in
                configured.withLock { $0 += 1 }
                let body = body()
                ring.next.withLock { $0 = body }
            }
        }
        func body() -> Loop {
            scope.graph {
                let ring = Loop(tally)
                let tail = tail()
                ring.next.withLock { $0 = tail }
                return ring
            }
        }
        func tail() -> Loop {
            scope.graph {
                Loop(tally)
            } configure: { ring in
                let head = head()
                ring.next.withLock { $0 = head }
            }
        }
        let first = head()
        let last = first.following.following
        check(last.following === first, "everybody in a graph has the same instances")
        check(configured.withLock { $0 == 1 }, "what is in a graph is configured once")
        let second = head()
        check(second !== first, "the next graph starts afresh")
        // Both rings hold themselves.
        for ring in [first, second] { ring.next.withLock { $0 = nil } }
    }

    func useAsynchronous(_ key: Int) async {
        let component = try? await scope.shared(for: key) {
            await Task.yield()
            if self.count("asynchronous failure \(key)") < 3 { throw Failure() }
            await Task.yield()
            return self.make("asynchronous \(key)")
        }
        if let component { seen.check(component, "asynchronous \(key)") }
    }

    /// A component that is also made synchronously, because both calls pass on one place.
    /// Everybody gets the first one that is kept.
    func useEither(_ key: Int) async {
        let component = await scope.shared(for: key, line: 1, column: 1) {
            await Task.yield()
            return self.make("either", isOnce: false)
        }
        seen.check(component, "either \(key)")
    }

    func useEitherSynchronously(_ key: Int) {
        let component = scope.shared(for: key, line: 1, column: 1) {
            make("either", isOnce: false)
        }
        seen.check(component, "either \(key)")
    }
}

/// An object that holds others in a ring.
private final class Loop: Sendable {
    let next = Mutex<Loop?>(nil)
    private let counted: Counted

    init(_ tally: Tally) { counted = Counted(tally) }

    var following: Loop { next.withLock { $0! } }
}

/// Remembers the first object of each name, without holding it.
private final class Seen: Sendable {
    private let objects = Mutex<[String: ObjectIdentifier]>([:])

    func check(_ object: AnyObject, _ name: String) {
        let identifier = ObjectIdentifier(object)
        let first = objects.withLock { objects in
            objects[name] = objects[name] ?? identifier
            return objects[name]
        }
        ColletTests.check(first == identifier, "all have the same \(name)")
    }
}

/// An object of the app, with dependencies from where it was created.
private final class Widget: Sendable {
    private let label: Int
    private let plain = Inject<any Plain>()
    private let single = Inject<any Single>()
    private let workshop = Inject<Workshop>()
    private let composed = Inject<any Composed>()
    private let all = Inject<[any Plain]>()
    /// The shared instance. Because this holds it, it remains the only one.
    private let expected: any Single
    private let seen = Seen()
    private let counted: Counted

    init(_ label: Int, _ tally: Tally) {
        self.label = label
        expected = Resolver.resolve()
        counted = Counted(tally)
    }

    func use() {
        let plain = plain()
        check(plain.label == label, "a widget of \(label) keeps its dependencies")
        seen.check(plain, "plain")
        check(single() === expected, "a shared instance is the one while it is held")
        check(workshop().label == label, "a widget of \(label) keeps its modules")
        check(
            composed().parts.allSatisfy { $0.label == 0 },
            "no override gets into the process")
        check(
            all().first?.label == label,
            "an override comes at the place of what it replaces")
    }
}

// MARK: - Rounds

/// The work of threads and tasks with the same registrations, from start to end.
private final class Round: Sendable {
    private let seed: Int
    private let tally = Tally()
    /// Objects that threads and tasks hand each other.
    private let widgets = Mutex<[Widget]>([])
    private let seen = Seen()
    private let lastLabel = Atomic(0)
    private static let workers = 8
    private static let registrations = 12

    init(seed: Int) { self.seed = seed }

    func run() async {
        Resolver.reset()
        registered(0).build()
        Dependencies { Module(.shared) { Composition() as any Composed } }.build()
        let workers = (0..<Self.workers).map { number in
            let worker = Worker(self, number)
            if number.isMultiple(of: 2) { return Task { await worker.workInTask() } }
            return Task {
                await withCheckedContinuation { continuation in
                    // A new queue has a thread of its own. `Thread` loses 64 bytes
                    // here.
                    DispatchQueue(label: "worker").async {
                        worker.work()
                        continuation.resume()
                    }
                }
            }
        }
        for worker in workers { await worker.value }
        let names = (0..<Self.workers).flatMap { worker in
            (0..<Self.registrations).map { "\(worker).\($0)" }
        }
        check(
            Set(Resolver.resolve([String].self)) == Set(names), "no registration is lost")
        widgets.withLock { $0 = [] }
        Resolver.reset()
        // Threads and tasks release their closures a little after they have said that
        // they end.
        var yields = 0
        while tally.alive > 0 {
            await Task.yield()
            yields += 1
            if yields == 1_000_000 {
                say("\(tally.alive) objects are alive that nobody holds.")
            }
        }
    }

    private func registered(_ label: Int) -> Dependencies {
        let tally = tally
        return Dependencies {
            Module { Labels(label, tally) as any Plain }
            Module(.shared) { Labels(label, tally) as any Single }
            Module(.weak) { Labels(label, tally) as any Fleeting }
            Module(.shared) { Workshop(label, tally) }
        }
    }

    /// One thread or task of a round.
    private final class Worker: @unchecked Sendable {
        private let round: Round
        private let number: Int
        private var random: SplitMix
        private var registered = 0

        init(_ round: Round, _ number: Int) {
            self.round = round
            self.number = number
            random = SplitMix(state: UInt64(round.seed * Round.workers + number))
        }

        private func below(_ bound: Int) -> Int {
            Int.random(in: 0..<bound, using: &random)
        }

        func work() {
            for _ in 0..<60 { act(in: 0, depth: 0) }
            while registered < Round.registrations { register() }
        }

        func workInTask() async {
            for _ in 0..<60 {
                await actAsynchronously(in: 0, depth: 0)
                act(in: 0, depth: 0)
            }
            while registered < Round.registrations { register() }
        }

        /// Does something with the modules of a label current.
        private func act(in label: Int, depth: Int) {
            checkCurrent(label)
            let workshop: Workshop = Resolver.resolve()
            switch below(12) {
            case 0: workshop.useShared(below(8), late: below(200))
            case 1: workshop.useFailing(below(4))
            case 2: workshop.useWeak(below(2), late: below(200))
            case 3: workshop.useGraph()
            case 4: workshop.useEitherSynchronously(below(8))
            case 5 where depth == 0: register()
            case 6:
                let widget = Widget(label, round.tally)
                round.widgets.withLock { widgets in
                    if widgets.count > 20 { widgets.removeFirst() }
                    widgets.append(widget)
                }
            case 7, 8: useSomebodysWidget()
            case 9 where depth < 3:
                let label = newLabel()
                round.registered(label).override {
                    for _ in 0..<3 { act(in: label, depth: depth + 1) }
                    check(Dependencies.unused.count < 4, "what was asked for is noted")
                }
            case 10 where depth < 3: isolate(depth)
            default: Resolver.register(Module(.shared, "churn") { [number] in number })
            }
            checkCurrent(label)
        }

        private func actAsynchronously(in label: Int, depth: Int) async {
            checkCurrent(label)
            let workshop: Workshop = Resolver.resolve()
            switch below(6) {
            case 0, 1: await workshop.useAsynchronous(below(8))
            case 2: await workshop.useEither(below(8))
            case 3:
                let key = below(8)
                let waiter = Task { await workshop.useAsynchronous(key) }
                waiter.cancel()
                await waiter.value
            case 4 where depth < 3:
                let label = newLabel()
                await round.registered(label).override {
                    await actAsynchronously(in: label, depth: depth + 1)
                    act(in: label, depth: depth + 1)
                    await checkTasks(label)
                }
            default: await Task.yield()
            }
            checkCurrent(label)
        }

        /// Child tasks have the current modules, detached ones don't.
        private func checkTasks(_ label: Int) async {
            await withTaskGroup { group in
                for _ in 0..<2 {
                    group.addTask { [self] in
                        checkCurrent(label)
                        let workshop: Workshop = Resolver.resolve()
                        await workshop.useAsynchronous(0)
                        await workshop.useEither(0)
                        workshop.useGraph()
                    }
                }
                group.addTask {
                    await Task.detached { [self] in checkCurrent(0) }.value
                }
            }
        }

        private func checkCurrent(_ label: Int) {
            check(
                Resolver.resolve((any Plain).self).label == label, "\(label) is current")
            let fleeting: any Fleeting = Resolver.resolve()
            check(fleeting.label == label, "\(label) is current")
            let other: any Fleeting = Resolver.resolve()
            check(fleeting === other, "a weak instance is one while it is held")
            round.seen.check(Resolver.resolve((any Single).self), "single of \(label)")
            round.seen.check(Resolver.resolve(Workshop.self), "workshop of \(label)")
            let composed: any Composed = Resolver.resolve()
            check(
                composed.parts.allSatisfy { $0.label == 0 },
                "no override gets into the process")
        }

        private func newLabel() -> Int {
            round.lastLabel.wrappingAdd(1, ordering: .relaxed).newValue
        }

        private func isolate(_ depth: Int) {
            let label = newLabel()
            let composed = Module(.shared) { Resolver.resolve((any Plain).self).label }
            Dependencies {
                Module { [round] in Labels(label, round.tally) as any Plain }
                composed
            }
            .isolate {
                check(Resolver.resolve(Int.self) == label, "isolation is complete")
                check(
                    Resolver.resolve((any Single)?.self) == nil, "isolation is complete")
                check(Resolver.resolve([String].self).isEmpty, "isolation is complete")
            }
        }

        /// Registers something that only this worker registers, one way or another.
        private func register() {
            let name = "\(number).\(registered)"
            if registered == Round.registrations { return }
            switch registered % 3 {
            case 0: Resolver.register(value: name, name: name)
            case 1: Resolver.register(name: name) { name }
            default: Dependencies { Module(.shared, name) { name } }.build()
            }
            registered += 1
            for number in 0..<registered {
                let name = "\(self.number).\(number)"
                let found = Resolver.resolve(String.self, name: name)
                check(found == name, "no registration is lost")
            }
        }

        private func useSomebodysWidget() {
            let widget = round.widgets.withLock { $0.randomElement(using: &random) }
            widget?.use()
        }
    }
}
