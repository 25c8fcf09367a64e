/// Where the branches of a function meet again.
struct Flow {
    /// By block, the nearest block that every way from it passes: its immediate
    /// post-dominator.
    private var meeting: [Int: Int] = [:]
    /// The blocks from which the function can return.
    private var returning: Set<Int> = []
    /// The branches in a loop.
    private var loopBranches: Set<Int> = []

    init(_ code: Code, withErrors: Bool = true) {
        let exit = code.blocks.count
        var successors = code.blocks.map { Set($0.successors) } + [[]]
        for (index, block) in code.blocks.enumerated() {
            guard let last = block.instructions.last else { continue }
            if last.endsFunction(withErrors: withErrors) { successors[index] = [exit] }
            if !withErrors, block.leavesMainWithError { successors[index] = [] }
        }
        if !Self.reaching(exit, successors).contains(0) {
            for end in code.endsWithoutReturn { successors[end].insert(exit) }
        }
        returning = Self.reaching(exit, successors)
        loopBranches = Set(
            successors.indices.filter { block in
                let next = successors[block]
                return next.count > 1
                    && Self.reached(from: next, successors).contains(block)
            })
        let dominators = Self.postDominators(exit, successors, returning)
        for block in returning where block != exit {
            let others = dominators[block]!.subtracting([block])
            // All others dominate the nearest.
            let nearest = others.max { dominators[$0]!.count < dominators[$1]!.count }
            meeting[block] = nearest == exit ? nil : nearest
        }
    }

    /// Where all ways from a block meet, or `nil` if that is behind the function's end.
    func meetingPoint(of block: Int) -> Int? { meeting[block] }

    func reachesExit(_ block: Int) -> Bool { returning.contains(block) }

    /// Whether a block branches, and some way from it leads to it again.
    func isInLoop(_ block: Int) -> Bool { loopBranches.contains(block) }

    private static func reached(from start: Set<Int>, _ edges: [Set<Int>]) -> Set<Int> {
        var found = start
        var open = Array(start)
        while let next = open.popLast() {
            open += edges[next].filter { found.insert($0).inserted }
        }
        return found
    }

    private static func reaching(_ exit: Int, _ successors: [Set<Int>]) -> Set<Int> {
        var predecessors = Array(repeating: Set<Int>(), count: successors.count)
        for (index, all) in successors.enumerated() {
            for next in all { predecessors[next].insert(index) }
        }
        return reached(from: [exit], predecessors)
    }

    /// By block, all blocks that every way from it to the exit passes.
    private static func postDominators(
        _ exit: Int, _ successors: [Set<Int>], _ reaching: Set<Int>
    ) -> [Int: Set<Int>] {
        var dominators = Dictionary(uniqueKeysWithValues: reaching.map { ($0, reaching) })
        dominators[exit] = [exit]
        let blocks = reaching.subtracting([exit]).sorted(by: >)
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for block in blocks {
                let next = successors[block].compactMap { dominators[$0] }
                let common = next.dropFirst().reduce(next[0]) { $0.intersection($1) }
                    .union([block])
                hasChanged = hasChanged || common != dominators[block]
                dominators[block] = common
            }
        }
        return dominators
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
