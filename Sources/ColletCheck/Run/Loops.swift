/// A turn of a loop: what was known where its branch began.
///
/// A loop whose end can't be told runs until another turn would begin with nothing that
/// an earlier turn didn't have. What changes from turn to turn is one of several at
/// first, then unknown. The same happens to a loop whose end can be told, but which has
/// many turns.
struct LoopTurn {
    let heap: Heap
    let registers: [Value]
    let count: Int
    /// Whether an earlier turn, which is under way, began with all that this one has.
    var isCovered = false
    /// Whether the branch was decided, so that nothing has left the loop.
    var isDecided = false
}

extension Interpreter {
    /// How many turns may pass until nothing changes.
    private static let turnLimit = 8
    /// How many decided turns run one by one.
    private static let decidedLimit = 50

    /// Begins a block that branches in a loop, on a layer of its own.
    func beginTurn(at block: Int) -> LoopTurn? {
        let code = frame.code
        guard code.hasLoops, code.flow.isInLoop(block) else { return nil }
        let earlier = frame.turns[block]
        let count = (earlier?.count ?? 0) + 1
        let isCovered = earlier.map { !widen(since: $0) && !$0.isDecided }
        var turn = LoopTurn(
            heap: heap, registers: frame.registers, count: count,
            isCovered: isCovered == true)
        if count > Self.turnLimit, !turn.isCovered {
            noteCut(of: frame.function)
            turn.isCovered = true
        }
        if !turn.isCovered { heap = Heap(base: heap) }
        return turn
    }

    /// The branch was decided: the block's layer isn't needed, unless there are too many.
    func endTurn(_ turn: LoopTurn, at block: Int) {
        if frame.visits[block] > Self.decidedLimit {
            frame.turns[block] = turn
            frame.turns[block]?.isDecided = true
        } else {
            turn.heap.take(heap)
            heap = turn.heap
        }
    }

    /// Forgets what has changed since an earlier turn, and says whether anything has.
    private func widen(since turn: LoopTurn) -> Bool {
        let isFirst = turn.count == 1
        if !isFirst { summarize(since: turn) }
        var hasChanged = false
        for (cell, new) in heap.written(above: turn.heap) {
            // What didn't exist then, nothing of that turn can mean.
            guard let old = turn.heap[cell] else { continue }
            let both = Value.widen(old, new, isFirst: isFirst)
            heap[cell] = both
            hasChanged = hasChanged || both != old
        }
        for register in turn.registers.indices where turn.registers[register] != .unknown
        {
            let old = turn.registers[register]
            let both = Value.widen(old, frame[register], isFirst: isFirst)
            frame[register] = both
            hasChanged = hasChanged || both != old
        }
        return hasChanged
    }

    /// Lets what this turn has made count as what an earlier one has made.
    private func summarize(since turn: LoopTurn) {
        var summaries = Summaries(before: turn.heap, after: heap)
        let written = heap.written(above: turn.heap).inOrder
        for (cell, new) in written { summaries.find(turn.heap[cell] ?? .unknown, new) }
        for register in turn.registers.indices {
            summaries.find(turn.registers[register], frame[register])
        }
        let cells = summaries.cells
        if cells.isEmpty { return }
        for (cell, value) in written { heap[cell] = value.replacing(cells: cells) }
        for (new, old) in cells.sorted(by: <) {
            heap[old] = heap[new].map { .join(heap[old] ?? $0, $0) }
        }
        frame.registers = frame.registers.map { $0.replacing(cells: cells) }
    }
}
