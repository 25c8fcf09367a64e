/// A function's body, read: its blocks, and where they meet again.
final class Code {
    struct Block {
        var arguments: [Int] = []
        var instructions: [Instruction] = []
        var successors: [Int] { instructions.last?.targets.map(\.block) ?? [] }
    }

    private(set) var blocks: [Block] = []
    /// One more than the highest number of a register.
    private(set) var registers = 1
    private(set) lazy var flow = Flow(self)
    /// The same, for code in which an error that leaves the function is no way.
    private(set) lazy var flowWithoutErrors = Flow(self, withErrors: false)

    /// Where the file of SIL begins that has the text.
    private let origin: UnsafeRawPointer?

    init(_ body: SILText?, in file: SILText? = nil) {
        origin = file?.start ?? body?.start
        if let body { read(body) }
    }

    /// Reads a global's initial value: instructions without a block.
    init(initializer: SILText) {
        origin = initializer.start
        blocks.append(Block())
        read(initializer)
    }

    private func read(_ body: SILText) {
        var numbers: [Int: Int] = [:]
        var comment = ""
        for line in body.lines where line.count > 2 {
            if line.hasPrefix("bb") {
                let (number, end) = line.number(at: line.start + 2)
                numbers[number] = blocks.count
                let head = line.from(end).before(" // Preds")
                blocks.append(Block(arguments: note(head.registers)))
            } else if line.hasPrefix("  // function_ref ") {
                comment = line.dropFirst(18).before(", loc ").string
            } else if line.hasPrefix("  "), !line.hasPrefix("  // ") {
                let offset = origin.map { line.start - $0 } ?? 0
                add(Instruction(line, comment: comment, offset: offset))
            }
        }
        for block in blocks.indices { resolveTargets(of: block, numbers) }
    }

    private func add(_ instruction: Instruction?) {
        guard let instruction, let block = blocks.last else { return }
        // Raw SIL goes on behind it.
        if block.instructions.last?.neverReturns == true { return }
        note(instruction.results)
        note(instruction.operands)
        for target in instruction.targets { note(target.arguments) }
        blocks[blocks.count - 1].instructions.append(instruction)
    }

    @discardableResult private func note(_ numbers: [Int]) -> [Int] {
        registers = max(registers, (numbers.max() ?? 0) + 1)
        return numbers
    }

    /// Blocks have numbers in the text, and indices here.
    private func resolveTargets(of block: Int, _ numbers: [Int: Int]) {
        guard let last = blocks[block].instructions.indices.last else { return }
        for target in blocks[block].instructions[last].targets.indices {
            let number = blocks[block].instructions[last].targets[target].block
            let index = numbers[number] ?? 0
            blocks[block].instructions[last].targets[target].block = index
        }
    }
}

extension SILText {
    /// The numbers of the registers that the text names.
    var registers: [Int] {
        var found: [Int] = []
        var position = start
        while let percent = find(byte: "%", from: position) {
            let (number, end) = number(at: percent + 1)
            if end > percent + 1 { found.append(number) }
            position = max(end, percent + 1)
        }
        return found
    }
}
