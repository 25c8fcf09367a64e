/// The writes of code that runs at an unknown time, or any number of times. From then on,
/// any read may find them.
final class UntimedWrites {
    struct Write: Equatable {
        let cell: Cell
        let steps: [Step]
        let value: Value
    }

    /// The cells of global and static variables, which are there from the start.
    var globals: Set<Cell> = []
    /// The values of constants, unknown at first. Code that makes one writes only what
    /// any code would that reads it first.
    var constants: [Cell: Value] = [:]
    /// By cell, the writes to it, and the tasks that make them.
    private var known: [Cell: [(write: Write, tasks: Set<Cell?>)]] = [:] {
        didSet { joins = [:] }
    }
    /// What the last read of each place made of a value: a task may write to a place a
    /// thousand times.
    private var joins: [Cell: [[Step]: (old: Value, new: Value)]] = [:]
    /// Whether only the program knows when the running code runs.
    var isGuess = false
    /// The writes of the running code, and the last cell that existed before it.
    private var recorded: [Write] = []
    private var last: Cell?

    /// Records the writes of code to cells that existed before it.
    func recording(after last: Cell, _ body: () -> Void) -> [Write] {
        let outer = (recorded, self.last)
        recorded = []
        self.last = min(last, self.last ?? last)
        body()
        let all = recorded
        (recorded, self.last) = outer
        // The code around it may itself run at an unknown time.
        if self.last != nil { recorded += all }
        return all
    }

    func note(_ value: Value, at cell: Cell, _ steps: [Step], over old: Value?) {
        guard let last, cell <= last || globals.contains(cell) else { return }
        if constants[cell] != nil { return }
        // The code may run any number of times, so what it counts can't be told.
        let old = old.map { steps.reduce($0) { $0.part($1) } } ?? value
        let new = Value.widen(old, value, isFirst: true)
        let isOpen = isGuess && new == .unknown
        recorded.append(
            Write(cell: cell, steps: steps, value: isOpen ? .uncomputed : new))
    }

    func add(_ writes: [Write], of task: Cell? = nil) {
        for write in writes {
            var all = known[write.cell] ?? []
            let same = all.firstIndex { $0.write == write } ?? all.count
            if same == all.count { all.append((write, [])) }
            all[same].tasks.insert(task)
            known[write.cell] = all
        }
    }

    /// Makes literals and unknown values guesses, once code has waited for some of the code
    /// that writes them. Returns the places of all writes.
    func makeGuesses() -> [Value] {
        known = known.mapValues { all in
            all.map { write, tasks in
                let isGuess = write.value.isLiteral || write.value == .unknown
                let value = isGuess ? .uncomputed : write.value
                return (Write(cell: write.cell, steps: write.steps, value: value), tasks)
            }
        }
        return known.values.joined().map { .address($0.write.cell, $0.write.steps) }
    }

    /// Forgets the writes of a task whose end has been awaited.
    func remove(task: Cell) {
        known = known.mapValues { all in
            all.map { ($0, $1.subtracting([task])) }.filter { !$1.isEmpty }
        }
    }

    /// The value that a read finds, with everything that may have been written there.
    func joined(_ value: Value, at cell: Cell, _ steps: [Step]) -> Value {
        guard let writes = known[cell] else { return value }
        if let found = joins[cell]?[steps], found.old == value { return found.new }
        var joined = value
        for (write, _) in writes {
            let count = min(steps.count, write.steps.count)
            var same = 0
            // A loop: comparing slices took a third of a debug build's time.
            while same < count, steps[same] == write.steps[same] { same += 1 }
            if same < count { continue }
            let part = write.steps.dropFirst(count)
            let old = part.reduce(joined) { $0.part($1) }
            let new = steps.dropFirst(count).reduce(write.value) { $0.part($1) }
            joined = joined.replacing(part, with: .join(old, new))
        }
        joins[cell, default: [:]][steps] = (value, joined)
        return joined
    }
}
