/// A turn of a loop or of a recursion: the state in which it began.
///
/// A loop with no known end runs until a turn would begin with nothing that an earlier
/// turn didn't have. A value that changes from turn to turn becomes one of several at
/// first, then unknown. The same happens in a loop with a known end, but many turns, and
/// in a recursion.
struct Turn {
    let heap: Heap
    /// The values of the function's registers, or the arguments of a call.
    let values: [Value]
    let count: Int
    /// Whether an earlier turn that is still under way began with all that this one has.
    var isCovered = false
    /// Whether the branch was decided, so that nothing has left the loop.
    var isDecided = false
    /// How many decided branches had gone on with a loop when it began.
    var decisions = 0
}

/// How many turns may pass before nothing changes: more than there are alternatives
/// before a value becomes unknown.
private let turnLimit = 24

/// How many decided turns run one by one: more in a loop that can end, unless much has
/// run.
private let decidedLimits = (ending: 200, other: 50)

extension Interpreter {
    /// Begins a block that branches in a loop, on a layer of its own.
    func beginTurn(at block: Int) -> Turn? {
        let code = frame.code
        guard code.hasLoops, code.flow.isInLoop(block) else { return nil }
        var count = 1, isCovered = false
        if let earlier = frame.turns[block] {
            let isAlone = isDecided(since: earlier, at: block)
            count = earlier.count + (isAlone ? 0 : 1)
            let hasChanged = isAlone || widen(&frame.registers, since: earlier)
            isCovered = !hasChanged && !earlier.isDecided
        }
        if count > turnLimit, !isCovered {
            noteCut(of: frame.function)
            isCovered = true
        }
        let turn = Turn(
            heap: heap, values: frame.registers, count: count, isCovered: isCovered,
            decisions: frame.decisions)
        if !isCovered { heap = Heap(base: heap) }
        return turn
    }

    /// Whether a decided branch has gone on with the loop since an earlier turn that
    /// something may have left. If so, this turn is followed by itself, but not if
    /// several ways stay in the loop: that would take twice as long with each turn.
    private func isDecided(since turn: Turn, at block: Int) -> Bool {
        if turn.isDecided || frame.decisions == turn.decisions { return false }
        let isShort = frame.visits[block] <= decidedLimits.other
        return isShort && frame.code.flow.leavesLoop(block) && runsAlone(block)
    }

    /// Whether a decided turn is followed by itself, because neither its loop nor a loop
    /// inside that one has taken many turns.
    private func runsAlone(_ block: Int) -> Bool {
        let flow = frame.code.flow
        let all = flow.innermost[block]?.blocks ?? []
        let isShort = steps < limit / 4 && flow.hasEnd(around: block)
        let most = isShort ? decidedLimits.ending : decidedLimits.other
        return all.allSatisfy { frame.visits[$0] <= most }
    }

    /// Ends a decided turn. Its layer isn't needed, unless there were too many turns.
    func endTurn(_ turn: Turn, at block: Int) {
        if frame.code.flow.leavesLoop(block) { frame.decisions += 1 }
        if runsAlone(block) {
            turn.heap.take(heap)
            heap = turn.heap
        } else {
            frame.turns[block] = turn
            frame.turns[block]?.isDecided = true
        }
    }

    /// Forgets the decided turns of loops that end before a block: when they begin again,
    /// nothing is known to have changed.
    func forgetDecidedTurns(before block: Int) {
        for (start, turn) in frame.turns where turn.isDecided {
            let loop = frame.code.flow.innermost[start]
            if loop?.blocks.contains(block) != true { frame.turns[start] = nil }
        }
    }

    /// Forgets what has changed since an earlier turn, and returns whether anything has.
    func widen(_ values: inout [Value], since turn: Turn) -> Bool {
        let isFirst = turn.count == 1
        if !isFirst { summarize(&values, since: turn) }
        var hasChanged = false
        let written = heap.written(above: turn.heap)
        count(comparisons: written.count)
        for (cell, new) in written {
            // Nothing from that turn can refer to a cell that didn't exist then.
            guard let old = turn.heap[cell], children[cell] == nil else { continue }
            let both = Value.widen(old, new, isFirst: isFirst)
            // If the layer had unchanged values as well, the next turns would be slower.
            if both != new { heap[cell] = both }
            hasChanged = hasChanged || both != old
        }
        for (index, old) in turn.values.enumerated() where old != .unknown {
            let both = Value.widen(old, values[index], isFirst: isFirst)
            values[index] = both
            hasChanged = hasChanged || both != old
        }
        return hasChanged
    }

    /// Merges what this turn has made with what an earlier turn has made.
    private func summarize(_ values: inout [Value], since turn: Turn) {
        var summaries = Summaries(before: turn.heap, after: heap)
        let written = heap.written(above: turn.heap).inOrder
        for (cell, new) in written {
            if let old = turn.heap[cell] { summaries.find(old, new) }
        }
        for (old, new) in zip(turn.values, values) { summaries.find(old, new) }
        let cells = summaries.cells
        if cells.isEmpty { return }
        for (cell, value) in written { heap[cell] = value.replacing(cells: cells) }
        for (new, old) in cells.sorted(by: <) {
            heap[old] = heap[new].map { .join(heap[old] ?? $0, $0) }
        }
        values = values.map { $0.replacing(cells: cells) }
    }
}
