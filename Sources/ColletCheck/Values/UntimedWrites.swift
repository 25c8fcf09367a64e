/// What code writes that runs at a time that nobody can tell, or any number of times: who
/// reads it may find that from then on.
final class UntimedWrites {
    struct Write: Equatable {
        let cell: Cell
        let steps: [Step]
        let value: Value
    }

    /// The cells of global and static variables, which are there from the start.
    var globals: Set<Cell> = []
    /// By cell, what is written there, and by which tasks.
    private var known: [Cell: [(write: Write, tasks: Set<Cell?>)]] = [:]
    /// What the code that runs has written, and the last cell that was there before it.
    private var recorded: [Write] = []
    private var last: Cell?

    /// Records what code writes of what was there before it.
    func recording(after last: Cell, _ body: () -> Void) -> [Write] {
        let outer = (recorded, self.last)
        recorded = []
        self.last = min(last, self.last ?? last)
        body()
        let all = recorded
        (recorded, self.last) = outer
        // What runs it may run it later, too.
        if self.last != nil { recorded += all }
        return all
    }

    func note(_ value: Value, at cell: Cell, _ steps: [Step], over old: Value?) {
        guard let last, cell <= last || globals.contains(cell) else { return }
        // How often it runs can't be told, so neither can what it counts.
        let old = old.map { steps.reduce($0) { $0.part($1) } } ?? value
        let new = Value.widen(old, value, isFirst: true)
        recorded.append(Write(cell: cell, steps: steps, value: new))
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

    /// Forgets what a task writes, whose end somebody has waited for.
    func remove(task: Cell) {
        if last != nil { return }
        known = known.mapValues { all in
            all.map { ($0, $1.subtracting([task])) }.filter { !$1.isEmpty }
        }
    }

    /// A value that is read, with what may have been written there.
    func joined(_ value: Value, at cell: Cell, _ steps: [Step]) -> Value {
        guard let writes = known[cell] else { return value }
        var value = value
        for (write, _) in writes {
            let count = min(steps.count, write.steps.count)
            var same = 0
            // A loop: comparing slices took a third of a debug build's time.
            while same < count, steps[same] == write.steps[same] { same += 1 }
            if same < count { continue }
            let part = write.steps.dropFirst(count)
            let old = part.reduce(value) { $0.part($1) }
            let new = steps.dropFirst(count).reduce(write.value) { $0.part($1) }
            value = value.replacing(part, with: .join(old, new))
        }
        return value
    }
}
