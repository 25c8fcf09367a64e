/// The initialization of a variable of `main.swift`, from its allocation to its first
/// store.
struct VariableInitialization {
    let symbol: String
    /// The registers that hold its address.
    var addresses: Set<Int> = []
    /// Whether the last instruction gave the variable its value.
    var isDone = false

    mutating func follow(_ instruction: Instruction) {
        let isAbout = !addresses.isDisjoint(with: instruction.operands)
        switch instruction.opcode {
        case .globalAddr where instruction.name == symbol,
            .initExistentialAddr where isAbout:
            addresses.formUnion(instruction.results)
        case .store, .copyAddr, .assign, .apply, .tryApply: isDone = isAbout
        default: break
        }
    }
}
