import Allocations
import Dispatch

/// An operation of Collet, compared with code that one would write by hand.
struct Row {
    var operation: String
    /// Whether Collet may allocate more than the first side that it is compared with.
    var mayAllocate: Bool
    /// Collet, and the ways that it is compared with.
    var sides: [Side]

    init<Result>(
        _ operation: String, mayAllocate: Bool = false, _ body: @escaping () -> Result
    ) {
        self.operation = operation
        self.mayAllocate = mayAllocate
        sides = [Side(body)]
    }

    /// Returns the row, compared with one more way to do the same.
    func beside<Result>(
        _ name: String, atMost limit: Double = .infinity, _ body: @escaping () -> Result
    ) -> Row {
        var row = self
        row.sides.append(Side(name: name, limit: limit, run: Side(body).run))
        return row
    }

    /// Returns the row, compared with the libraries that can do the same.
    func beside(_ peers: [Peer], _ operation: KeyPath<Peer, Side?>) -> Row {
        var row = self
        row.sides += peers.compactMap { peer in
            peer[keyPath: operation].map { Side(name: peer.name, run: $0.run) }
        }
        return row
    }

    /// Returns the row, with all sides performed on two threads at once.
    func onTwoThreads(_ operation: String) -> Row {
        var row = self
        row.operation = operation
        row.mayAllocate = true  // One thread may allocate for both.
        row.sides = sides.map { side in
            nonisolated(unsafe) let run = side.run
            return Side(name: side.name) { count in
                DispatchQueue.concurrentPerform(iterations: 2) { _ in run(count) }
            }
        }
        return row
    }

    /// Returns the least time of one call of each side, in nanoseconds.
    ///
    /// The sides take turns, so that a slow phase of the machine affects all of them.
    func leastNanoseconds(samples: Int = 40) -> [Double] {
        let counts = sides.map { $0.callsForSample() }
        var least = sides.map { _ in Double.infinity }
        for _ in 0..<samples {
            for (index, side) in sides.enumerated() {
                let elapsed =
                    nanoseconds { side.run(counts[index]) } / Double(counts[index])
                least[index] = min(least[index], elapsed)
            }
        }
        return least
    }
}

/// One way to perform an operation.
struct Side {
    var name = ""
    /// The highest ratio of Collet's time to this side's.
    var limit = Double.infinity
    /// Performs the operation a given number of times.
    let run: (_ count: Int) -> Void

    /// Returns how many calls take at least two milliseconds, and warms up meanwhile.
    func callsForSample() -> Int {
        var count = 1
        while true {
            let elapsed = (0..<3).map { _ in nanoseconds { run(count) } }.min()!
            if elapsed > 2_500_000 { return count }
            count = max(count + 1, Int(Double(count) * min(10, 3_000_000 / elapsed)))
        }
    }

    /// Returns how many blocks one call allocates.
    func allocations() -> Double {
        run(1)
        return Double(heap { run(100) }.count) / 100
    }
}

extension Side {
    /// The operation is hidden from the loop, so that nothing is moved out of it, and its
    /// result from the operation, so that it must be made. An indirect call on each side
    /// remains.
    init<Result>(_ body: @escaping () -> Result) {
        let operation = hidden(body)
        self.init { count in
            for _ in 0..<count { escape(operation()) }
        }
    }
}

/// Returns the time that a body takes.
func nanoseconds(_ body: () -> Void) -> Double {
    ContinuousClock().measure(body) / .nanoseconds(1)
}

/// Returns this thread's use of the heap while a body runs.
func heap(_ body: () -> Void) -> allocations {
    allocations_start()
    body()
    return allocations_stop()
}

/// Takes a value without the compiler seeing what becomes of it.
@inline(never) @_optimize(none)
func escape<T>(_ value: borrowing T) {}

/// Returns a function without the compiler seeing which one it is.
@inline(never) @_optimize(none)
private func hidden<Result>(_ function: @escaping () -> Result) -> () -> Result {
    function
}
