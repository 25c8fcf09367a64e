/// The memory: the value of each cell. A branch writes to a layer of its own.
final class Heap {
    private(set) var cells: [Cell: Value] = [:]
    /// A bit for each cell, which it shares with others. Of hundreds of layers, those with
    /// few cells need no search.
    private var marks = 0
    let base: Heap?
    /// The writes of code that runs at unknown times.
    let untimed: UntimedWrites

    init(base: Heap? = nil, untimed: UntimedWrites? = nil) {
        self.base = base
        self.untimed = untimed ?? base?.untimed ?? UntimedWrites()
    }

    subscript(cell: Cell) -> Value? {
        get {
            var heap: Heap? = self
            while let layer = heap {
                if layer.marks & 1 &<< cell != 0, let value = layer.cells[cell] {
                    return value
                }
                heap = layer.base
            }
            return nil
        }
        set {
            cells[cell] = newValue
            marks |= 1 &<< cell
        }
    }

    // MARK: Addresses

    func load(_ address: Value) -> Value {
        if case .oneOf(let all) = address { return .joined(all.map(load)) }
        guard case .address(let cell, let steps) = address else {
            return address == .uncomputed ? address : .unknown
        }
        var value = self[cell] ?? .unknown
        for step in steps { value = value.part(step) }
        return untimed.joined(value, at: cell, steps)
    }

    func store(_ value: Value, at address: Value) {
        if case .oneOf(let all) = address {
            return all.forEach { store(Value.join(load($0), value), at: $0) }
        }
        guard case .address(let cell, let steps) = address else { return }
        let old = self[cell]
        untimed.note(value, at: cell, steps, over: old)
        self[cell] = (old ?? .unknown).replacing(steps[...], with: value)
    }

    /// Moves new cells to the lowest layer, because no other branch knows them. Otherwise
    /// the branches and loops around the code that makes them would compare them again
    /// and again.
    func sink(after last: Cell, into base: Heap) {
        guard base !== self else { return }
        for (cell, value) in cells where cell > last {
            base[cell] = value
            cells[cell] = nil
        }
    }

    // MARK: Branches

    /// Takes over a branch's writes.
    func take(_ branch: Heap) {
        for (cell, value) in branch.written(above: self) { self[cell] = value }
    }

    /// A layer above this one with the writes of several branches, each of which may have
    /// run.
    func joining(_ branches: [Heap]) -> Heap {
        if branches.count == 1 { return branches[0] }
        let joined = Heap(base: self)
        let written = branches.map { $0.written(above: self) }
        for cell in written.flatMap(\.keys) where joined.cells[cell] == nil {
            // A branch doesn't use a cell that it doesn't know.
            joined[cell] = .joined(written.compactMap { $0[cell] ?? self[cell] })
        }
        return joined
    }

    /// All writes above a layer.
    func written(above base: Heap) -> [Cell: Value] {
        if self === base { return [:] }
        var all = cells
        var layer = self.base
        while let one = layer, one !== base {
            all.merge(one.cells) { upper, _ in upper }
            layer = one.base
        }
        return all
    }
}
