import Foundation
import Synchronization
import Testing

#if !(os(macOS) || os(Linux))
    #error("these tests start processes: run them on a Mac, and build a product for this system")
#endif

/// Whether tests do what is slow by nature: where `COLLET_SLOW_TESTS` is set.
let runsSlowTests = ProcessInfo.processInfo.environment["COLLET_SLOW_TESTS"] != nil

/// Holds threads back until a number of arrivals has been counted, and stays open afterwards.
///
/// With many arrivals it makes threads meet; with one it is a gate that somebody opens.
final class Barrier: Sendable {
    private let missing: Mutex<Int>
    private let condition = NSCondition()

    /// Makes a barrier.
    ///
    /// - Parameter arrivals: How many arrivals open it.
    init(_ arrivals: Int = 1) {
        missing = Mutex(arrivals)
    }

    /// Counts one arrival and goes on.
    func arrive() {
        condition.lock()
        defer { condition.unlock() }
        missing.withLock { $0 -= 1 }
        condition.broadcast()
    }

    /// Waits until all have arrived.
    func wait() {
        condition.lock()
        defer { condition.unlock() }
        while missing.withLock({ $0 > 0 }) { condition.wait() }
    }

    /// Counts one arrival and waits for the others.
    func arriveAndWait() {
        arrive()
        wait()
    }
}

/// Runs a body on many threads, all released at the same moment, and returns their results.
///
/// The threads are real ones: they can block without starving the tests that run in parallel,
/// and they know nothing of the caller's task. A time limit on the test ends the waiting, so a
/// deadlock is a failure and not a hang.
///
/// ```swift
/// let sessions = try await race(threads: 100) { _ in injected() }
/// ```
///
/// - Parameters:
///   - threads: How many threads to start.
///   - body: What each of them does, given its number.
/// - Returns: What the bodies returned, ordered by the threads' numbers.
/// - Throws: `CancellationError` where the time is up.
@discardableResult
func race<Result: Sendable>(
    threads: Int,
    _ body: @escaping @Sendable (_ thread: Int) -> Result
) async throws -> [Result] {
    let (results, continuation) = AsyncStream.makeStream(of: (thread: Int, result: Result).self)
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

/// Runs a body on a new thread, blocks the calling thread meanwhile and returns the result.
///
/// - Parameters:
///   - stackSize: How many bytes the thread's stack has, or `nil` for as many as usual.
///   - body: What the thread does.
/// - Returns: What the body returned.
func onAnotherThread<Result: Sendable>(
    stackSize: Int? = nil, _ body: @escaping @Sendable () -> Result
) -> Result {
    let result = Mutex<Result?>(nil)
    let done = Barrier()
    let thread = Thread {
        let value = body()
        result.withLock { $0 = value }
        done.arrive()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
    done.wait()
    return result.withLock { $0! }
}

/// Returns how many bytes are allocated, where that is known: the address sanitizer counts them.
///
/// For the counts to be of use, Swift Testing must not keep the backtraces of errors:
/// `SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0`.
let allocatedBytes: (@Sendable () -> Int)? = {
    // The thread sanitizer has the function too, but counts what is free and to be used again.
    guard let program = dlopen(nil, RTLD_NOW), dlsym(program, "__asan_init") != nil,
        let function = dlsym(program, "__sanitizer_get_current_allocated_bytes")
    else { return nil }
    let count = unsafeBitCast(function, to: (@convention(c) () -> Int).self)
    return { count() }
}()

extension ExitTest.Result {
    /// The lines that Collet wrote before it trapped, from its name to the cure.
    ///
    /// Where there are none, they are all that was written.
    var report: [String] {
        let output = String(decoding: standardErrorContent, as: UTF8.self)
        let start = output.range(of: "Collet: ")?.lowerBound ?? output.startIndex
        let lines = output[start...].components(separatedBy: "\n")
        guard let cure = lines.firstIndex(where: { $0.hasPrefix("To fix, ") }) else { return lines }
        return Array(lines[...cure])
    }
}

/// Holds tasks back until it is sent, without blocking a thread, and stays open afterwards.
final class Signal: Sendable {
    private let state = Mutex((isSent: false, waiters: [CheckedContinuation<Void, Never>]()))

    /// Lets everybody go on who waits, or will.
    func send() {
        let waiters = state.withLock { state in
            defer { state = (true, []) }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the signal has been sent.
    func wait() async {
        await withCheckedContinuation { waiter in
            let isSent = state.withLock { state in
                if !state.isSent { state.waiters.append(waiter) }
                return state.isSent
            }
            if isSent { waiter.resume() }
        }
    }
}
