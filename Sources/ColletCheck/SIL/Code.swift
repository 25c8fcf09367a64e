/// A function's body, read: its blocks, and where they meet again.
final class Code {
    struct Block {
        var arguments: [Int] = []
        var instructions: [Instruction] = []
        var successors: [Int] { instructions.last?.targets.map(\.block) ?? [] }
    }

    /// They stand in the order of their numbers.
    private(set) var blocks: [Block]
    /// Whether the instruction that is read next can run.
    private var isReachable = true
    private(set) lazy var instructions = blocks.flatMap(\.instructions)
    /// One more than the highest number of a register that gets a value.
    private(set) var registers = 1
    /// Whether a block leads back.
    private(set) lazy var hasLoops = blocks.indices.contains { index in
        blocks[index].successors.contains { $0 <= index }
    }
    private lazy var uses: [[(block: Int, count: Int)]] = {
        var uses = Array(repeating: [(Int, Int)](), count: registers)
        for (block, all) in blocks.map(\.instructions).enumerated() {
            for (index, instruction) in all.enumerated() {
                for register in instruction.operands where register < registers {
                    uses[register].append((block, index + 1))
                }
            }
        }
        return uses
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
                let arguments = line.before(" // Preds").registers
                blocks.append(Block(arguments: arguments))
                count(arguments)
                isReachable = true
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
        let last = blocks.count - 1
        guard let instruction, last >= 0 else { return }
        guard isReachable else { return }
        // Raw SIL goes on behind it.
        isReachable = !instruction.neverReturns
        count(instruction.results)
        blocks[last].instructions.append(instruction)
    }

    /// Which instructions use a register: the numbers of their blocks, and in these.
    func uses(of register: Int) -> [(block: Int, count: Int)] { uses[register] }

    private func count(_ results: [Int]) {
        // They stand in the order of their numbers.
        let count = results.count
        if count > 0, results[count - 1] >= registers {
            registers = results[count - 1] + 1
        }
    }
}
