/// A function's body: its blocks, and where they meet again.
final class Code {
    struct Block {
        var arguments: [Int] = []
        var instructions: [Instruction] = []
        var successors: [Int] { instructions.last?.targets.map(\.block) ?? [] }
    }

    /// In the order of their numbers.
    private(set) var blocks: [Block] = []
    private(set) lazy var instructions = blocks.flatMap(\.instructions)
    /// One more than the highest number of a register that gets a value.
    private(set) var registers = 1
    /// Whether a block leads back to itself or an earlier one.
    private(set) lazy var hasLoops = blocks.indices.contains { index in
        blocks[index].successors.contains { $0 <= index }
    }
    /// By block, the registers that its instructions use.
    private(set) lazy var uses = blocks.map { Set($0.instructions.flatMap(\.operands)) }
    private(set) lazy var flow = Flow(self)
    /// The flow if an error that leaves the function doesn't count as a way.
    private(set) lazy var flowWithoutErrors = Flow(self, withErrors: false)

    /// Reads a body, or a global's initial value.
    init(_ body: SILText?, in file: SILText? = nil) {
        guard let body else { return }
        let origin = file?.start ?? body.start
        // Raw SIL continues after a call that never returns.
        var isReachable = true
        var comment = ""
        for line in body.lines {
            if line.hasPrefix("bb") {
                let arguments = line.before(" // Preds").registers
                count(arguments)
                blocks.append(Block(arguments: arguments))
                isReachable = true
            } else if line.hasPrefix("  // function_ref ") {
                comment = line.dropFirst(18).before(", loc ").string
            } else if isReachable, line.hasPrefix("  "), !line.hasPrefix("  // ") {
                let offset = line.start - origin
                let instruction = Instruction(line, comment: comment, offset: offset)
                guard let instruction else { continue }
                isReachable = !instruction.neverReturns
                count(instruction.results)
                // An initial value has no block.
                if blocks.isEmpty { blocks.append(Block()) }
                blocks[blocks.count - 1].instructions.append(instruction)
            }
        }
        for case let last? in blocks.map(\.instructions.last) {
            // A text that is cut short may lack these blocks.
            last.targets.removeAll { $0.block >= blocks.count }
        }
    }

    /// Counts registers that get a value, by their numbers, the highest last.
    private func count(_ numbers: [Int]) {
        registers = max(registers, (numbers.last ?? 0) + 1)
    }
}
