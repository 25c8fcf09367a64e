import Foundation
import Synchronization

/// Holds threads back until a number of arrivals has been counted, and stays open
/// afterwards.
///
/// With many arrivals it makes threads meet; with one it is a gate that somebody opens.
public final class Barrier: Sendable {
    private let missing: Mutex<Int>
    private let condition = NSCondition()

    /// Makes a barrier.
    ///
    /// - Parameter arrivals: How many arrivals open it.
    public init(_ arrivals: Int = 1) { missing = Mutex(arrivals) }

    /// Counts one arrival and goes on.
    public func arrive() {
        condition.lock()
        defer { condition.unlock() }
        missing.withLock { $0 -= 1 }
        condition.broadcast()
    }

    /// Waits until all have arrived.
    public func wait() {
        condition.lock()
        defer { condition.unlock() }
        while missing.withLock({ $0 > 0 }) { condition.wait() }
    }

    /// Counts one arrival and waits for the others.
    public func arriveAndWait() {
        arrive()
        wait()
    }
}

/// Holds tasks back until it is sent, without blocking a thread, and stays open
/// afterwards.
public final class Signal: Sendable {
    private let state = Mutex(
        (isSent: false, waiters: [CheckedContinuation<Void, Never>]()))

    public init() {}

    /// Lets everything that waits, or will wait, go on.
    public func send() {
        let waiters = state.withLock { state in
            defer { state = (true, []) }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the signal has been sent.
    public func wait() async {
        await withCheckedContinuation { waiter in
            let isSent = state.withLock { state in
                if !state.isSent { state.waiters.append(waiter) }
                return state.isSent
            }
            if isSent { waiter.resume() }
        }
    }
}

/// Hands a value to another thread or task, which then has it exclusively.
public final class Handover<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>

    public init(_ value: Value? = nil) { self.value = Mutex(value) }

    public func give(_ value: Value) { self.value.withLock { $0 = value } }
    public func take() -> Value? { value.withLock { $0.take() } }
}

/// Runs a body on many threads, all released at the same moment, and returns their
/// results.
///
/// The threads are real ones: they can block without starving the tests that run in
/// parallel, and they know nothing of the caller's task. A time limit on the test ends
/// the waiting, so a deadlock is a failure and not a hang.
///
/// ```swift
/// let sessions = try await race(threads: 100) { _ in injected() }
/// ```
///
/// - Parameters:
///   - threads: How many threads to start.
///   - body: The work of each thread, given its number.
/// - Returns: The results of the bodies, ordered by the threads' numbers.
/// - Throws: `CancellationError` if the time is up.
@discardableResult
public func race<Result: Sendable>(
    threads: Int,
    _ body: @escaping @Sendable (_ thread: Int) -> Result
) async throws -> [Result] {
    let (results, continuation) = AsyncStream.makeStream(
        of: (thread: Int, result: Result).self)
    let start = Barrier(threads)
    let end = Mutex(threads)
    for thread in 0..<threads {
        Thread.detachNewThread {
            start.arriveAndWait()
            continuation.yield((thread, body(thread)))
            let isLast = end.withLock { running in
                running -= 1
                return running == 0
            }
            if isLast { continuation.finish() }
        }
    }
    var collected: [(thread: Int, result: Result)] = []
    for await result in results { collected.append(result) }
    try Task.checkCancellation()
    return collected.sorted { $0.thread < $1.thread }.map(\.result)
}

/// A thread that comes a little later than another one. The other thread makes something,
/// and its last step lets this one begin. A barrier won't do: the threads that it
/// releases have all asked before anything is made.
public final class LateThread: Sendable {
    private let mayBegin = Barrier()
    private let hasBegun = Atomic(false)
    private let isOver = Barrier()

    /// - Parameters:
    ///   - steps: How many turns of a loop the thread waits before it runs. Tests try one
    ///     number after the other.
    ///   - body: The work of the thread.
    public init(after steps: Int, _ body: @escaping @Sendable () -> Void) {
        let work = Handover(body)
        // This isn't a queue, because the threads of queues keep some bytes for later use
        // each time that a queue gets work.
        Thread.detachNewThread { [self] in
            mayBegin.wait()
            hasBegun.store(true, ordering: .relaxed)
            for _ in 0..<steps { _ = hasBegun.load(ordering: .relaxed) }
            work.take()!()
            isOver.arrive()
        }
    }

    /// Lets the thread begin. Returns as soon as it does, so that both go on at the same
    /// time.
    public func begin() {
        mayBegin.arrive()
        while !hasBegun.load(ordering: .relaxed) {}
    }

    /// Waits until the thread has ended, after beginning it if necessary.
    public func waitForEnd() {
        mayBegin.arrive()
        isOver.wait()
    }
}

/// The bytes of stack for a thread that a test starts: a little less than the 512 KB that
/// a Mac gives to every thread but the first. With a sanitizer, calls take more.
public let threadStack: Int = {
    let sanitizers: [String] = ["__asan_init", "__tsan_init"]
    let isSanitized = sanitizers.contains { dlsym(dlopen(nil, RTLD_NOW), $0) != nil }
    return (isSanitized ? 4096 : 448) << 10
}()

/// Runs a body on a new thread, blocks the calling thread meanwhile and returns the
/// result.
///
/// When it returns, the other thread no longer holds any part of the body or the result.
///
/// - Parameters:
///   - stackSize: The size of the thread's stack in bytes, or `nil` for the usual one.
///   - body: The work of the thread.
/// - Returns: The result of the body.
public func onAnotherThread<Result: Sendable>(
    stackSize: Int? = nil, _ body: @escaping @Sendable () -> Result
) -> Result {
    let (work, result, isOver) = (Handover(body), Handover<Result>(), Barrier())
    let thread = Thread {
        result.give(work.take()!())
        isOver.arrive()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
    isOver.wait()
    return result.take()!
}

/// The places in which a closure's code may run.
public enum Elsewhere: CaseIterable, Sendable {
    case thread, task, childTask, groupTask, detachedTask, immediateTask

    /// Whether the code inherits the current container.
    public var inherits: Bool { self != .thread && self != .detachedTask }

    /// Runs a body there, and blocks the calling thread meanwhile.
    ///
    /// When it returns, nothing there holds any part of the body or the result.
    public func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result
    {
        if self == .thread { return onAnotherThread(body) }
        let result = Handover<Result>()
        let work = { @Sendable in result.give(body()) }
        begin(work).waitForEnd()
        return result.take()!
    }

    private func begin(_ work: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        switch self {
        case .childTask:
            return Task(executorPreference: OwnThreads.shared) {
                async let result: Void = work()
                await result
            }
        case .groupTask:
            return Task(executorPreference: OwnThreads.shared) {
                await withTaskGroup { $0.addTask { work() } }
            }
        case .detachedTask:
            return Task.detached(executorPreference: OwnThreads.shared) { work() }
        case .immediateTask:
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                return Task.immediate { work() }
            }
            return Task(executorPreference: OwnThreads.shared) { work() }
        case .thread, .task: return Task(executorPreference: OwnThreads.shared) { work() }
        }
    }
}

extension Task where Success == Void, Failure == Never {
    /// Blocks the calling thread until the task has ended. Until then the task holds its
    /// closure's captures and the task-locals that it inherited.
    public func waitForEnd() {
        let isOver = Barrier()
        Task.detached(executorPreference: OwnThreads.shared) {
            await value
            isOver.arrive()
        }
        isOver.wait()
    }
}

/// Runs each part of a task on its own thread, so that tasks may wait as threads do.
public final class OwnThreads: TaskExecutor {
    public static let shared = OwnThreads()
    /// Threads with small stacks.
    public static let small = OwnThreads(stackSize: threadStack)

    private let stackSize: Int?

    private init(stackSize: Int? = nil) { self.stackSize = stackSize }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if let stackSize {
            let thread = Thread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
            thread.stackSize = stackSize
            return thread.start()
        }
        // A new queue has its own thread, even while others are blocked.
        DispatchQueue(label: "task").async {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}

private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void

/// Makes each part of this process's tasks run on its own thread, before the code that
/// begins or resumes the task does anything else.
public func runTasksAtOnce() {
    let hook = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook")!
    hook.assumingMemoryBound(to: EnqueueHook?.self).pointee = { job, _ in
        let isOver = Barrier()
        Thread.detachNewThread {
            job.runSynchronously(on: OwnThreads.shared.asUnownedTaskExecutor())
            isOver.arrive()
        }
        isOver.wait()
    }
}

/// A task that has begun, and waits until it is told to go on.
public final class WaitingTask: Sendable {
    private let mayGoOn = Barrier()
    private let work: Handover<@Sendable () -> Void>
    private let task: Task<Void, Never>

    /// - Parameter body: The work of the task, once it goes on.
    public init(_ body: @escaping @Sendable () -> Void) {
        let work = Handover(body)
        self.work = work
        task = Task(executorPreference: OwnThreads.shared) { [mayGoOn] in
            mayGoOn.wait()
            work.take()?()
        }
    }

    /// Lets the task go on, and waits for its end.
    public func finish() {
        mayGoOn.arrive()
        task.waitForEnd()
    }

    /// Lets the task end without doing anything.
    public func drop() {
        _ = work.take()
        finish()
    }
}
