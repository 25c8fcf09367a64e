/// A variable or property, and where it is declared.
typealias Variable = (name: String, place: Place?)

extension Function {
    /// The variable that gets the result of the call at a place. If the function returns
    /// the result itself, the variable has the call's place and an empty name.
    func variable(initializedAt place: Place) -> Variable? {
        /// The registers that hold the call's result.
        var registers: Set<Int> = []
        for instruction in code.instructions {
            let first = instruction.operands.first ?? 0
            switch instruction.opcode {
            case .apply where instruction.line.contains("Dependencies"):
                guard instruction.place == place else { continue }
                registers.formUnion(instruction.results)
            case _ where !registers.contains(first): continue
            case .same: registers.formUnion(instruction.results)
            case .return: return ("", place)
            case .debugValue: return instruction.line.variable
            case .store, .assign: return target(instruction.operands.last ?? first)
            default: continue
            }
        }
        return nil
    }

    /// The names and registers of its parameters and captures.
    var namedArguments: [(name: String, register: Int)] {
        code.instructions.filter { $0.line.contains(", argno ") }.compactMap { one in
            one.line.variable.map { ($0.name, one.operands.first ?? 0) }
        }
    }

    /// The names of the places for its results, from the comments above its first block.
    var resultNames: [String] {
        body?.lines.filter { $0.hasPrefix("// %") }.prefix(signature.results)
            .map { $0.after("\"").before("\"").string } ?? []
    }

    /// The global, local variable or property at an address.
    private func target(_ address: Int) -> Variable? {
        var next = address
        for instruction in code.instructions.reversed()
        where instruction.results.contains(next) {
            if let found = instruction.line.variable { return found }
            let place = instruction.place
            switch instruction.opcode {
            case .globalAddr:
                return (propertyName(ofSymbol: instruction.name), place)
            case .refElementAddr, .structElementAddr:
                return (instruction.name, place)
            default: next = instruction.operands.first ?? next
            }
        }
        return nil
    }
}

extension SILText {
    /// `fakes` for `name "fakes"`.
    fileprivate var variable: Variable? {
        contains("name \"") ? (after("name \"").before("\"").string, place) : nil
    }
}
