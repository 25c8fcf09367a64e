/// The control flow of a function, and where its branches meet again.
struct Flow {
    /// By block, the blocks that it leads to. The last one stands for the function's end.
    private var successors: [[Int]]
    /// By block, the nearest block that every way from it to the end passes: its
    /// immediate post-dominator. A block from which the function can't return has none.
    private var nearest: [Int?]
    /// The blocks that branch within a loop.
    private var loopBranches: Set<Int> = []

    private var exit: Int { successors.count - 1 }

    init(_ code: Code, withErrors: Bool = true) {
        let exit = code.blocks.count
        successors = code.blocks.map(\.successors) + [[]]
        nearest = Array(repeating: nil, count: exit) + [exit]
        for (index, block) in code.blocks.enumerated() {
            guard let last = block.instructions.last else { continue }
            if last.endsFunction(withErrors: withErrors) { successors[index] = [exit] }
            if !withErrors, block.leavesMainWithError { successors[index] = [] }
        }
        var order = blocksBeforeExit
        if !order.contains(0) {
            for end in code.endsWithoutReturn { successors[end].append(exit) }
            order = blocksBeforeExit
        }
        findNearest(in: order)
        if code.hasLoops { loopBranches = Set(0..<exit).filter(isLoopBranch) }
    }

    /// The block where all ways from a block meet, if that isn't the function's end.
    func meetingPoint(of block: Int) -> Int? {
        nearest[block] == exit ? nil : nearest[block]
    }

    /// The blocks that can be reached from a block.
    func blocks(after start: Int) -> [Int] {
        Self.blocks(from: start, successors).filter { $0 != exit }
    }

    func reachesExit(_ block: Int) -> Bool { nearest[block] != nil }

    /// Whether a block branches, and some way from it leads back to it.
    func isInLoop(_ block: Int) -> Bool { loopBranches.contains(block) }

    private func isLoopBranch(_ block: Int) -> Bool {
        let next = successors[block]
        return next.contains { $0 != next[0] }
            && Self.blocks(from: block, successors).contains(block)
    }

    /// The blocks that edges lead to, in postorder.
    private static func blocks(from start: Int, _ edges: [[Int]]) -> [Int] {
        var isFound = Array(repeating: false, count: edges.count)
        var found: [Int] = []
        func visit(_ block: Int) {
            for next in edges[block] where !isFound[next] {
                isFound[next] = true
                visit(next)
                found.append(next)
            }
        }
        visit(start)
        return found
    }

    private var blocksBeforeExit: [Int] {
        var predecessors = Array(repeating: [Int](), count: successors.count)
        for (index, all) in successors.enumerated() {
            for next in all { predecessors[next].append(index) }
        }
        return Self.blocks(from: exit, predecessors)
    }

    /// Finds the post-dominators with the algorithm of Cooper, Harvey and Kennedy.
    private mutating func findNearest(in order: [Int]) {
        var ranks = Array(repeating: order.count, count: successors.count)
        for (rank, block) in order.enumerated() { ranks[block] = rank }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for block in order.reversed() {
                let next = successors[block].filter { nearest[$0] != nil }
                let common = next.dropFirst().reduce(next[0]) { meet($0, $1, ranks) }
                hasChanged = hasChanged || common != nearest[block]
                nearest[block] = common
            }
        }
    }

    /// The nearest block that every way from either block passes.
    private func meet(_ a: Int, _ b: Int, _ ranks: [Int]) -> Int {
        var (a, b) = (a, b)
        while a != b {
            if ranks[a] < ranks[b] { a = nearest[a]! } else { b = nearest[b]! }
        }
        return a
    }
}

extension Code {
    /// The ends of code that never returns: traps or turns of a loop on its last line.
    /// Other traps are ways that don't end well.
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
    /// The line on which the block ends. Only the end of top-level code has none.
    fileprivate var line: Int {
        let places = instructions.reversed().lazy.compactMap(\.place)
        return places.first { $0.file != Place.unknownFile }?.line ?? .max
    }

    /// Whether an uncaught error ends the program here.
    fileprivate var leavesMainWithError: Bool {
        instructions.contains { $0.opcode == .builtin && $0.name == "errorInMain" }
    }
}

extension Instruction {
    fileprivate func endsFunction(withErrors: Bool) -> Bool {
        if opcode == .return || opcode == .unwind { return true }
        return withErrors && (opcode == .throw || opcode == .throwAddr)
    }
}
