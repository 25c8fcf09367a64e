/// One line of the table: an operation of Collet beside what one would write by hand.
struct Row {
    /// What is done.
    let operation: String
    /// The number of modules registered beside those that are measured.
    let others: Int
    /// What the operation is compared with.
    let baseline: String
    /// The highest ratio of Collet's time to the baseline's that is aimed at.
    let limit: Double?
    /// The number of equal parts that one call has; costs are given for each.
    let parts: Int
    /// Performs the operation without Collet as often as told.
    let byHand: (_ count: Int) -> Void
    /// Performs the operation with Collet as often as told.
    let collet: (_ count: Int) -> Void

    init<Result>(
        _ operation: String,
        others: Int = 100,
        against baseline: String,
        atMost limit: Double? = nil,
        parts: Int = 1,
        byHand: @escaping () -> Result,
        collet: @escaping () -> Result
    ) {
        self.operation = operation
        self.others = others
        self.baseline = baseline
        self.limit = limit
        self.parts = parts
        self.byHand = repeated(byHand)
        self.collet = repeated(collet)
    }
}

/// Returns a loop around an operation, the same loop for every operation.
///
/// The operation is hidden from the loop, so that nothing is moved out of it, and its result from
/// the operation, so that it must be made. What remains is one indirect call on either side.
func repeated<Result>(_ operation: @escaping () -> Result) -> (_ count: Int) -> Void {
    let operation = hidden(operation)
    return { count in
        for _ in 0..<count {
            escape(operation())
        }
    }
}

/// Takes a value so that the compiler can't see what becomes of it.
@inline(never) @_optimize(none)
func escape<T>(_ value: borrowing T) {}

/// Returns a function so that the compiler can't see which one it is.
@inline(never) @_optimize(none)
func hidden<Result>(_ function: @escaping () -> Result) -> () -> Result { function }
