import Allocations

/// An operation of Collet beside what one would write by hand.
struct Row {
    /// What is done.
    let operation: String
    /// Whether Collet may allocate more than the first of what it is compared with.
    let mayAllocate: Bool
    let collet: Side
    private(set) var byHand: [Side] = []

    init<Result>(_ operation: String, mayAllocate: Bool = false, _ body: @escaping () -> Result) {
        self.operation = operation
        self.mayAllocate = mayAllocate
        collet = Side("Collet", body)
    }

    /// Returns the row, compared with one more way to do the same.
    func beside<Result>(
        _ name: String,
        atMost limit: Double = .infinity,
        _ body: @escaping () -> Result
    ) -> Row {
        var row = self
        row.byHand.append(Side(name, limit: limit, body))
        return row
    }
}

/// One way to perform an operation.
struct Side {
    let name: String
    /// The highest ratio of Collet's time to this side's.
    let limit: Double
    /// Performs the operation as often as told.
    let run: (_ count: Int) -> Void

    /// The operation is hidden from the loop, so that nothing is moved out of it, and its result
    /// from the operation, so that it must be made. What remains is an indirect call on each side.
    init<Result>(
        _ name: String = "",
        limit: Double = .infinity,
        _ body: @escaping () -> Result
    ) {
        let operation = hidden(body)
        self.name = name
        self.limit = limit
        run = { count in
            for _ in 0..<count { escape(operation()) }
        }
    }

    /// Returns the least time of one call of each, in nanoseconds.
    ///
    /// They take turns, so that a slow phase of the machine meets all of them.
    static func leastNanoseconds(of sides: [Side], samples: Int = 40) -> [Double] {
        let counts = sides.map { $0.callsForSample() }
        var least = sides.map { _ in Double.infinity }
        for _ in 0..<samples {
            for (index, side) in sides.enumerated() {
                let elapsed = nanoseconds { side.run(counts[index]) } / Double(counts[index])
                least[index] = min(least[index], elapsed)
            }
        }
        return least
    }

    /// Returns how many calls take two milliseconds or somewhat more; warms up, too.
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

/// Returns the time that a body takes.
func nanoseconds(_ body: () -> Void) -> Double {
    ContinuousClock().measure(body) / .nanoseconds(1)
}

/// Returns what this thread does with the heap while a body runs.
func heap(_ body: () -> Void) -> allocations {
    allocations_start()
    body()
    return allocations_stop()
}

/// Takes a value so that the compiler can't see what becomes of it.
@inline(never) @_optimize(none)
func escape<T>(_ value: borrowing T) {}

/// Returns a function so that the compiler can't see which one it is.
@inline(never) @_optimize(none)
private func hidden<Result>(_ function: @escaping () -> Result) -> () -> Result { function }
