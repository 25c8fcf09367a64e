/// A function's body, read: its blocks, and where they meet again.
final class Code {
    struct Block {
        var arguments: [Int] = []
        var instructions: [Instruction] = []
        var successors: [Int] { instructions.last?.targets.map(\.block) ?? [] }
    }

    /// They stand in the order of their numbers.
    private(set) var blocks: [Block]
    private(set) lazy var instructions = blocks.flatMap(\.instructions)
    /// One more than the highest number of a register that gets a value.
    private(set) lazy var registers: Int = {
        let all = blocks.flatMap(\.arguments) + instructions.flatMap(\.results)
        return (all.max() ?? 0) + 1
    }()
    private(set) lazy var flow = Flow(self)
    /// The same, for code in which an error that leaves the function is no way.
    private(set) lazy var flowWithoutErrors = Flow(self, withErrors: false)

    /// Reads a body. A global's initial value is instructions without a block.
    init(_ body: SILText?, in file: SILText? = nil, isInitializer: Bool = false) {
        blocks = isInitializer ? [Block()] : []
        guard let body else { return }
        let origin = file?.start ?? body.start
        var comment = ""
        for line in body.lines where line.count > 2 {
            if line.hasPrefix("bb") {
                blocks.append(Block(arguments: line.before(" // Preds").registers))
            } else if line.hasPrefix("  // function_ref ") {
                comment = line.dropFirst(18).before(", loc ").string
            } else if line.hasPrefix("  "), !line.hasPrefix("  // ") {
                add(Instruction(line, comment: comment, offset: line.start - origin))
            }
        }
        for case let last? in blocks.map(\.instructions.last) {
            // A text that was cut may lack them.
            last.targets.removeAll { $0.block >= blocks.count }
        }
    }

    private func add(_ instruction: Instruction?) {
        guard let instruction, let block = blocks.last else { return }
        // Raw SIL goes on behind it.
        if block.instructions.last?.neverReturns == true { return }
        blocks[blocks.count - 1].instructions.append(instruction)
    }
}
