import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Components that are made asynchronously.
struct AsynchronousComponentTests {
    @Test(.timeLimit(.minutes(10)), arguments: [[], [0], [1], [0, 1, 2], [0, 1, 2, 3]])
    func callersWaitForTheOneRunWhoeverIsCancelled(cancelled: [Int]) async throws {
        let desk = WaitingDesk()
        let callers = await desk.callers(4)
        for number in cancelled { callers[number].cancel() }
        desk.mayEnd.send()
        let first = try await callers[0].value.get()
        for caller in callers { #expect(try await caller.value.get() === first) }
        #expect(desk.runs.all == ["succeeds"])
    }

    @Test(.timeLimit(.minutes(10)))
    func aCancelledCallerThatMightThrowThatGetsTheInstance() async throws {
        let caller = Task {
            withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await Scope().shared { () async throws in "made" }
        }
        #expect(try await caller.value == "made")
    }

    /// A caller that can't throw the others' error tries for itself.
    @Test(.timeLimit(.minutes(10)))
    func aFailureReachesAllWhoWaitedAndTheNextCallerTriesAgain() async throws {
        let desk = WaitingDesk(failures: 1)
        let callers = await desk.callers(4)
        let sure = await desk.sureCaller()
        desk.mayEnd.send()
        for caller in callers { #expect(await caller.value == .failure(OutOfStock())) }
        let object = await sure.value
        #expect(try await desk.component() === object)
        #expect(await desk.sureComponent() === object)
        #expect(desk.runs.all == ["fails", "succeeds surely"])
    }

    /// A wait for a run ends with that run, even if the waiting caller hasn't noticed yet
    /// because its actor is busy.
    @Test(.timeLimit(.minutes(10)))
    func aRunMayNeedWhoHasNotYetNoticedThatTheLastOneFailed() async throws {
        let pair = BusyPair()
        async let text = pair.text()
        await pair.numberHasBegun.wait()
        await pair.clerk.turn()
        pair.clerk.isBusy(true)
        pair.numberMayFail.send()
        async let number = pair.numberThatSucceeds()
        await pair.numberAsksForText.wait()
        await pair.secondClerk.turn()
        pair.clerk.isBusy(false)
        #expect(await number == 4)
        #expect(await text == "text")
    }

    @Test(.timeLimit(.minutes(10))) func theClosureIsNotOnTheActorOfItsCaller() async {
        #expect(await Clerk().makeWhileBusy() == "made")
    }

    @Test(.timeLimit(.minutes(10)))
    func theNextCallerTriesAgain() async throws {
        let desk = WaitingDesk(failures: 1)
        desk.mayEnd.send()
        await #expect(throws: OutOfStock.self) { try await desk.component() }
        let object = try await desk.component()
        #expect(try await desk.component() === object)
        #expect(desk.runs.all == ["fails", "succeeds"])
    }

    @Test(.timeLimit(.minutes(10)))
    func callersWaitOnlyForTheAsynchronousComponentThatTheyAskFor() async {
        let scope = Scope()
        @Sendable func slow() async -> Counted {
            await scope.shared(for: "slow") { () async in
                _ = await Task.detached {
                    await scope.shared(for: "quick") { () async in Counted() }
                }
                .value
                return Counted()
            }
        }
        let object = await slow()
        #expect(await slow() === object)
    }

    @Test(.timeLimit(.minutes(10)))
    func anAsynchronousComponentThatNeedsItselfIsReportedWithItsPath() async throws {
        let result = await #expect(processExitsWith: .failure, observing: .messages) {
            _ = await Ring(serving: .shared).laterAcorn()
        }
        #expect(
            try #require(result).report == [
                """
                Collet: ColletTests.Acorn -> ColletTests.Oak -> ColletTests.Acorn is a cycle: \
                ColletTests.Acorn needs itself to be made.
                """,
                "  made at       Shop/Acorn.swift:2",
                "To fix, let one of them ask for the other later, when both are made.",
            ]
        )
    }

    /// The run asks back before its caller goes on. The cycle is still told from the same
    /// end: by the request that closes it.
    @Test(.timeLimit(.minutes(10)))
    func aRunThatAsksBackAtOnceReportsTheCycleFromTheSameEnd() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            let tree = EagerTree()
            _ = await Task { @MainActor in await tree.acorn() }.value
        }.report
        let headline = headline(ofCycle: "ColletTests.Acorn", "ColletTests.Oak")
        #expect(report.first == headline)
    }

    /// The component does not wait for such a task, so the task may wait for the
    /// component.
    @Test(.timeLimit(.minutes(10)))
    func aTaskThatAnAsynchronousComponentBeginsMayAskForIt() async throws {
        for round in 0..<500 {
            let scope = Scope()
            let (tasks, continuation) = AsyncStream.makeStream(
                of: Task<Counted, Never>.self)
            @Sendable func component() async -> Counted {
                await scope.shared { () async in
                    async let other = scope.shared(for: round) { () async in Assistant() }
                    async let task = Task { await component() }
                    continuation.yield(await task)
                    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                        continuation.yield(Task.immediate { await component() })
                    }
                    continuation.finish()
                    _ = await other
                    return Counted()
                }
            }
            let object = await component()
            for await task in tasks { try #require(await task.value === object) }
        }
    }

    @Test(.timeLimit(.minutes(10))) func aRunThatIsOverKeepsNothingOfItsOverride() async {
        let tally = Tally()
        func use() async {
            let held = Counted(tally)
            await Dependencies { Module { held } }.override {
                _ = await Scope().shared { () async in 1 }
            }
        }
        await use()
        // The run may end a little later than the calls that wait for it.
        while tally.alive > 0, !Task.isCancelled { await Task.yield() }
        #expect(tally.alive == 0)
    }

    @Test(.timeLimit(.minutes(10))) func aRunThatFailsLeavesNothingBehind() async {
        let tally = Tally()
        let scope = Scope()
        func fail() async {
            let held = Counted(tally)
            await #expect(throws: OutOfStock.self) {
                try await scope.shared(for: 1) { () async throws -> Counted in
                    _ = held
                    throw OutOfStock()
                }
            }
        }
        await fail()
        // The run may end a little later than the calls that wait for it.
        while tally.alive > 0, !Task.isCancelled { await Task.yield() }
        #expect(tally.alive == 0)
        #expect(tally.made == 1)
    }

    @Test(.timeLimit(.minutes(10)))
    func asynchronousComponentsThatNeedEachOtherFromTwoTasksAreReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: .messages) {
            let scope = Scope()
            let areMaking = [Signal(), Signal()]
            @Sendable func component(_ number: Int) async -> Counted {
                await scope.shared(for: number, line: UInt(number)) { () async in
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
        let counted =
            "ColletTests.Counted at ColletTests/AsynchronousComponentTests.swift"
        let headlines = [(0, 1), (1, 0)].map { first, second in
            """
            Collet: \(counted):\(first) -> \(counted):\(second) -> \(counted):\(first) \
            is a cycle: ColletTests.Counted needs itself to be made.
            """
        }
        #expect(headlines.contains(try #require(result).report[0]))
    }

    @Test(.timeLimit(.minutes(10)), arguments: [TaskPriority.background, .high])
    func aRunHasThePriorityOfTheCallerThatBeginsIt(priority: TaskPriority) async {
        let scope = Scope()
        let seen = Mutex<TaskPriority?>(nil)
        let hasRun = Signal()
        // Awaiting the task would pass on the test's priority.
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

    @Test(.timeLimit(.minutes(10)))
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

    @Test(.timeLimit(.minutes(10)))
    func anAsynchronousComponentIsMadeOnceEvenIfItIsReadyWhenACallerArrives() async throws
    {
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

    /// As if a helper passes on one place for both.
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

    /// The scope doesn't keep that instance, but something holds it.
    @Test func anAsynchronousCallAtThePlaceOfAWeakOneGetsItsInstance() async {
        let scope = Scope()
        let weak = scope.weak(line: 1, column: 1) { Counted() }
        let asynchronous = await scope.shared(line: 1, column: 1) { () async in Counted()
        }
        #expect(asynchronous === weak)
    }

    @Test(.timeLimit(.minutes(10)))
    func aSynchronousCallThatIsOvertakenAtItsPlaceGetsTheInstanceOfTheOther() async throws
    {
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
        let asynchronous = await scope.shared(line: 1, column: 1) { () async in Counted()
        }
        mayEnd.arrive()
        #expect(try await synchronous[0] === asynchronous)
    }
}

// MARK: - Fixtures

/// An acorn whose run begins the oak's while its caller waits on the main actor. From
/// then on, runs begin at once.
private final class EagerTree: Sendable {
    private let scope = Scope()

    nonisolated(nonsending) func acorn() async -> Acorn {
        await scope.shared { () async in
            await self.waitForTheMainActor()
            runTasksAtOnce()
            return Acorn(oak: await self.oak())
        }
    }

    nonisolated(nonsending) private func oak() async -> Oak {
        await scope.shared { () async in
            _ = await self.acorn()
            return Oak(acorn: Counted())
        }
    }

    @MainActor private func waitForTheMainActor() {}
}

/// An actor that can be kept busy.
private actor Clerk {
    private let queue = JobQueue()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// Returns when all earlier calls have ended or wait.
    func turn() {}

    /// Would wait for ever for a closure that runs on the clerk.
    func makeWhileBusy() async -> String {
        isBusy(true)
        return await Scope().shared { () async in
            self.isBusy(false)
            return "made"
        }
    }

    nonisolated func isBusy(_ isBusy: Bool) {
        if isBusy { queue.queue.suspend() } else { queue.queue.resume() }
    }

    func tryNumber(of pair: BusyPair) async { _ = try? await pair.number() }

    func countText(of pair: BusyPair) async -> Int {
        pair.numberAsksForText.send()
        return await pair.text().count
    }
}

private final class JobQueue: SerialExecutor {
    let queue = DispatchQueue(label: "clerk")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// A text that goes on without its number, and a number that is made from the text. Each
/// waits for the other on a clerk, so it only notices the end of its wait when the clerk
/// has time.
private final class BusyPair: Sendable {
    let clerk = Clerk()
    let secondClerk = Clerk()
    let numberHasBegun = Signal()
    let numberMayFail = Signal()
    let numberAsksForText = Signal()
    private let isFirstNumber = Mutex(true)
    private let scope = Scope()

    nonisolated(nonsending) func text() async -> String {
        await scope.shared { () async -> String in
            await self.clerk.tryNumber(of: self)
            return "text"
        }
    }

    nonisolated(nonsending) func number() async throws -> Int {
        try await scope.shared { () async throws -> Int in
            let isFirst = self.isFirstNumber.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isFirst {
                self.numberHasBegun.send()
                await self.numberMayFail.wait()
                throw OutOfStock()
            }
            return await self.secondClerk.countText(of: self)
        }
    }

    /// A caller that comes too early waits for the run that fails.
    func numberThatSucceeds() async -> Int {
        while true {
            if let number = try? await number() { return number }
        }
    }
}
