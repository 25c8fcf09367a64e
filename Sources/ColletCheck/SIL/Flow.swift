/// Where the branches of a function meet again.
struct Flow {
    /// By block, those that it leads to. The last one stands for the function's end.
    private var successors: [[Int]]
    /// By block, the nearest block that every way from it to the end passes: its immediate
    /// post-dominator. A block from which the function can't return has none.
    private var nearest: [Int?]
    /// The branches in a loop.
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

    /// Where all ways from a block meet, or `nil` if that is behind the function's end.
    func meetingPoint(of block: Int) -> Int? {
        nearest[block] == exit ? nil : nearest[block]
    }

    /// The blocks that others lead to, from one on.
    func blocks(after start: Int) -> [Int] {
        Self.blocks(from: start, successors).filter { $0 != exit }
    }

    func reachesExit(_ block: Int) -> Bool { nearest[block] != nil }

    /// Whether a block branches, and some way from it leads to it again.
    func isInLoop(_ block: Int) -> Bool { loopBranches.contains(block) }

    private func isLoopBranch(_ block: Int) -> Bool {
        let next = successors[block]
        return next.contains { $0 != next[0] }
            && Self.blocks(from: block, successors).contains(block)
    }

    /// The blocks that edges lead to, in the order in which a walk leaves them.
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

    /// Finds the post-dominators as Cooper, Harvey and Kennedy do.
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

    /// The nearest block that every way from either passes.
    private func meet(_ a: Int, _ b: Int, _ ranks: [Int]) -> Int {
        var (a, b) = (a, b)
        while a != b {
            if ranks[a] < ranks[b] { a = nearest[a]! } else { b = nearest[b]! }
        }
        return a
    }
}

extension Code {
    /// Where code ends that never returns: where its text does, with a trap or a turn of a
    /// loop. Other traps are ways that don't end well.
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
    /// The line that it ends on. Only the end of top-level code has none.
    fileprivate var line: Int {
        let places = instructions.reversed().lazy.compactMap(\.place)
        return places.first { $0.file != Place.unknownFile }?.line ?? .max
    }

    /// Whether an error that nobody caught ends the program here.
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
