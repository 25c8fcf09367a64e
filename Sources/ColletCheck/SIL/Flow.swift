/// The control flow of a function, and where its branches meet again.
final class Flow {
    struct Loop {
        let blocks: Set<Int>
        /// The first blocks outside.
        let exits: Set<Int>
    }

    /// By block, the blocks that it leads to. The last one stands for the function's end.
    private var successors: [[Int]]
    /// The same as if each loop ran once: the end of a turn leads out of the loop.
    private var forward: [[Int]] = []
    /// By block, how many blocks come after it if each loop runs once.
    private var ranks: [Int] = []
    /// The blocks that never run, such as the one after `while true`.
    private let dead: Set<Int>
    /// The blocks from which the function can return.
    private var live: Set<Int> = []
    /// By block, the innermost loop that it is in.
    private(set) var innermost: [Int: Loop] = [:]
    /// Where a branch's ways meet, by the branch and the ways.
    private var known: [[Int]: Set<Int>] = [:]

    private var exit: Int { successors.count - 1 }

    init(_ code: Code, withErrors: Bool = true) {
        let exit = code.blocks.count
        dead = Set(
            code.blocks.indices.filter {
                code.blocks[$0].instructions.last?.opcode == .unreachable
            })
        let ends: [Opcode] =
            [.return, .unwind] + (withErrors ? [.throw, .throwAddr] : [])
        successors = code.blocks.map(\.successors) + [[]]
        for (index, block) in code.blocks.enumerated() {
            guard let last = block.instructions.last else { continue }
            if ends.contains(last.opcode) { successors[index] = [exit] }
            if !withErrors, block.leavesMainWithError { successors[index] = [] }
        }
        live = successors.blocks(before: exit)
        if !live.contains(0) {
            for end in code.endsWithoutReturn { successors[end].append(exit) }
            live = successors.blocks(before: exit)
        }
        orderBlocks()
    }

    // MARK: Where ways lead

    /// The blocks that can be reached from a block.
    func blocks(after start: Int) -> [Int] {
        successors.blocks(from: start).filter { $0 != exit }
    }

    func reachesExit(_ block: Int) -> Bool { live.contains(block) }

    /// Whether a way leads from a block to an end around some others.
    func reachesExit(_ block: Int, around others: Set<Int>) -> Bool {
        var rest = successors
        for other in others { rest[other] = [] }
        return rest.blocks(from: block).contains(exit)
    }

    /// Whether a block branches, and some way from it leads back to it.
    func isInLoop(_ block: Int) -> Bool {
        let next = successors[block]
        return next.contains { $0 != next[0] } && innermost[block] != nil
    }

    /// Whether one way from a block stays in its loop, and the others leave that.
    func leavesLoop(_ block: Int) -> Bool {
        let loop = innermost[block]?.blocks ?? []
        let ways = successors[block].filter { !dead.contains($0) }
        return ways.count > 1 && ways.count(where: loop.contains) == 1
    }

    /// Whether the loop around a block leads to other code.
    func hasEnd(around block: Int) -> Bool {
        innermost[block]?.exits.contains { $0 != exit && live.contains($0) } == true
    }

    /// Whether one block comes before another if each loop runs once.
    func runs(_ block: Int, before other: Int) -> Bool { ranks[block] > ranks[other] }

    /// The block that runs before the others, leaving out the ends.
    func first(of blocks: [Int], besides ends: Set<Int>) -> Int? {
        blocks.filter { !ends.contains($0) }.min(by: runs)
    }

    /// The blocks where several of a branch's ways meet for the first time, and where
    /// they leave the loop that they are in.
    func meetings(of block: Int, _ ways: [Int]) -> Set<Int> {
        known.value(for: [block] + ways) {
            var all: Set<Int> = []
            var shared: Set<Int> = []
            for way in ways {
                let reached = Set([way] + forward.blocks(from: way))
                shared.formUnion(all.intersection(reached))
                all.formUnion(reached)
            }
            let first = ways + all.subtracting(shared).flatMap { forward[$0] }
            return shared.intersection(first).union(innermost[block]?.exits ?? [])
                .subtracting([exit])
        }
    }

    // MARK: Order

    private func orderBlocks() {
        let order = successors.order
        rank(order)
        var blocks: [Int: Set<Int>] = [:]
        for end in order {
            for start in successors[end] where !runs(end, before: start) {
                var inside = successors
                inside[start] = []
                blocks[start, default: []].formUnion(
                    inside.blocks(before: end).union([start]))
            }
        }
        let loops = blocks.mapValues { blocks in
            let next = Set(blocks.flatMap { successors[$0] })
            return Loop(blocks: blocks, exits: next.subtracting(blocks))
        }
        for loop in loops.values.sorted(by: { $0.blocks.count > $1.blocks.count }) {
            for block in loop.blocks { innermost[block] = loop }
        }
        forward = successors.enumerated().map { block, next in
            next.flatMap { runs(block, before: $0) ? [$0] : loops[$0]?.exits ?? [] }
        }
        rank(forward.order)
    }

    private func rank(_ order: [Int]) {
        ranks = Array(repeating: 0, count: successors.count)
        for (rank, block) in order.enumerated() { ranks[block] = rank }
    }
}

/// A search: by block, the blocks that it leads to.
extension [[Int]] {
    /// The first block and those that it leads to, from the last to the first.
    fileprivate var order: [Int] {
        // Of several ways, the first one comes first.
        map { $0.reversed() }.blocks(from: 0).filter { $0 != 0 } + [0]
    }

    /// The blocks that lead to a block, and the block itself.
    fileprivate func blocks(before end: Int) -> Set<Int> {
        var predecessors = map { _ in [Int]() }
        for (block, all) in enumerated() {
            for next in all { predecessors[next].append(block) }
        }
        return Set(predecessors.blocks(from: end)).union([end])
    }

    /// The blocks that a block leads to, in postorder.
    fileprivate func blocks(from start: Int) -> [Int] {
        var isFound = map { _ in false }
        var found: [Int] = []
        func visit(_ block: Int) {
            for next in self[block] where !isFound[next] {
                isFound[next] = true
                visit(next)
                found.append(next)
            }
        }
        visit(start)
        return found
    }
}

extension Code {
    /// The blocks that count as the end of code that never returns: those on its last
    /// line that trap, or that end a turn of a loop. Other traps are ways that don't end
    /// well.
    fileprivate var endsWithoutReturn: [Int] {
        let ends = blocks.indices.filter { index in
            let block = blocks[index]
            if block.leavesMainWithError { return false }
            let last = block.instructions.last
            let isTrap = last?.opcode == .unreachable || last?.neverReturns == true
            return isTrap || block.successors.contains { $0 <= index }
        }
        let last = ends.map { blocks[$0].line }.max()
        return ends.filter { blocks[$0].line == last }
    }
}

extension Code.Block {
    /// The line on which the block ends. The call that ends top-level code has no line.
    /// It has a position in the SIL file, which is greater than any line.
    fileprivate var line: Int {
        let places = instructions.reversed().lazy.compactMap(\.place)
        let isCall = instructions.last?.neverReturns == true
        return places.first { isCall || $0.file != Place.unknownFile }?.line ?? 0
    }

    /// Whether an uncaught error ends the program here.
    fileprivate var leavesMainWithError: Bool {
        instructions.contains { $0.opcode == .builtin && $0.name == "errorInMain" }
    }
}
