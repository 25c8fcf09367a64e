import Counters
import Foundation
import Synchronization

/// What one operation costs.
struct Cost {
    /// The least time of any sample.
    var nanoseconds: Double
    /// Allocations on the heap, counted.
    var allocations: Double
    /// Bytes that these allocations asked for.
    var bytes: Double
}

extension Row {
    /// Measures both sides of the row, in samples taken in turn.
    func measure(samples: Int = 40) -> (byHand: Cost, collet: Cost) {
        register(others: others)
        let times = leastNanoseconds(of: byHand, and: collet, samples: samples)
        return (cost(of: byHand, nanoseconds: times.0), cost(of: collet, nanoseconds: times.1))
    }

    /// Counts the allocations of Collet's side.
    func countAllocations() -> Double {
        register(others: others)
        collet(1)
        return cost(of: collet, nanoseconds: .nan).allocations
    }

    private func cost(of operation: (Int) -> Void, nanoseconds: Double) -> Cost {
        let allocated = allocations(times: 100, of: operation)
        return Cost(
            nanoseconds: nanoseconds / Double(parts),
            allocations: allocated.count / Double(parts),
            bytes: allocated.bytes / Double(parts)
        )
    }
}

// MARK: - Time

/// The time that a sample takes at least.
private let shortestSample = Duration.milliseconds(2)

/// Returns the least time of one call of either operation, in nanoseconds.
///
/// The operations take turns, and so do the first and the second place, so that a slow phase of the
/// machine meets both.
private func leastNanoseconds(
    of first: (Int) -> Void,
    and second: (Int) -> Void,
    samples: Int
) -> (Double, Double) {
    let counts = (callsForSample(of: first), callsForSample(of: second))
    var least = (Double.infinity, Double.infinity)
    for sample in 0..<samples {
        for isFirst in sample.isMultiple(of: 2) ? [true, false] : [false, true] {
            if isFirst {
                least.0 = min(least.0, time { first(counts.0) }.nanoseconds / Double(counts.0))
            } else {
                least.1 = min(least.1, time { second(counts.1) }.nanoseconds / Double(counts.1))
            }
        }
    }
    return least
}

/// Returns how many calls fill a sample, with a margin for samples that run faster; warms up, too.
func callsForSample(of operation: (Int) -> Void) -> Int {
    var count = 1
    while true {
        let elapsed = (0..<3).map { _ in time { operation(count) } }.min()!
        if elapsed > shortestSample * 1.25 { return count }
        count = max(count + 1, Int(Double(count) * min(10, shortestSample * 1.5 / elapsed)))
    }
}

func time(_ body: () -> Void) -> Duration {
    ContinuousClock().measure(body)
}

extension Duration {
    var nanoseconds: Double { self / .nanoseconds(1) }
}

// MARK: - Allocations

/// Returns what each of many calls of an operation allocates.
func allocations(times count: Int, of operation: (Int) -> Void) -> (count: Double, bytes: Double) {
    allocations_start()
    operation(count)
    let counted = allocations_stop()
    return (Double(counted.count) / Double(count), Double(counted.bytes) / Double(count))
}

/// Returns what a call of an operation allocates that has nothing to do but what is always done.
func leastAllocations(of operation: (Int) -> Void) -> (count: Double, bytes: Double) {
    (0..<100).map { _ in allocations(times: 1, of: operation) }.min { $0.bytes < $1.bytes }!
}

/// Returns the bytes by which the heap is larger after a call than before.
func heldBytes(_ body: () -> Void) -> Double {
    allocations_start()
    body()
    return Double(allocations_stop().held)
}

// MARK: - Two threads

/// Returns the least time of one call, in nanoseconds, while one thread makes calls and while two do.
func nanosecondsByThreads<Result>(
    samples: Int = 60,
    of operation: @escaping @Sendable () -> Result
) -> (one: Double, two: Double) {
    let count = callsForSample(of: repeated(operation))
    var least = (one: Double.infinity, two: Double.infinity)
    for _ in 0..<samples {
        let one = timeTogether(threads: 1) { repeated(operation)(count) }
        let two = timeTogether(threads: 2) { repeated(operation)(count) }
        least.one = min(least.one, one.nanoseconds / Double(count))
        least.two = min(least.two, two.nanoseconds / Double(2 * count))
    }
    return least
}

/// Returns the time from the first thread's start to the last one's end.
private func timeTogether(threads: Int, _ body: @escaping @Sendable () -> Void) -> Duration {
    let waiting = Atomic(threads)
    let spans = Mutex<[(start: ContinuousClock.Instant, end: ContinuousClock.Instant)]>([])
    let run: @Sendable () -> Void = {
        waiting.subtract(1, ordering: .acquiringAndReleasing)
        while waiting.load(ordering: .acquiring) > 0 {}
        let start = ContinuousClock.now
        body()
        let end = ContinuousClock.now
        spans.withLock { $0.append((start, end)) }
    }
    // All of them new ones, as those of an app are: their stacks lie at equal distances.
    for _ in 0..<threads { Thread.detachNewThread(run) }
    while spans.withLock({ $0.count }) < threads { Thread.sleep(forTimeInterval: 0.0001) }
    return spans.withLock { $0.map(\.end).max()! - $0.map(\.start).min()! }
}
