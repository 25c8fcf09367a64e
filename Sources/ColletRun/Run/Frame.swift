import Foundation

/// What is known while a function's body runs.
final class Frame {
    let function: Function
    let code: Code
    /// The generic arguments, by the names of the parameters.
    let substitutions: [String: String]
    var registers: [Value]
    /// The types of opened existentials, by the identifiers of their types.
    var opened: [String: String] = [:]
    /// The last turns of loops that are under way, by the blocks that branch.
    var turns: [Int: LoopTurn] = [:]
    var visits: [Int: Int] = [:]
    /// Whether a block ran for a second time.
    var hasLooped = false
    /// Where an error is stored to that is thrown by its address.
    var errorAddress = Value.unknown
    /// The variable of `main.swift` that is being initialized.
    var initialization: VariableInitialization?

    init(_ function: Function, _ substitutions: [String: String] = [:]) {
        self.function = function
        self.code = function.code
        self.substitutions = substitutions
        registers = Array(repeating: .unknown, count: code.registers)
    }

    /// A frame for a global's initial value.
    init(_ function: Function, running code: Code) {
        self.function = function
        self.code = code
        substitutions = [:]
        registers = Array(repeating: .unknown, count: code.registers)
    }

    subscript(register: Int) -> Value {
        get { registers.indices.contains(register) ? registers[register] : .unknown }
        set { registers[register] = newValue }
    }

    func operand(_ index: Int, of instruction: Instruction) -> Value {
        guard index < instruction.operands.count else { return .unknown }
        return self[instruction.operands[index]]
    }

    func operands(of instruction: Instruction) -> [Value] {
        instruction.operands.map { self[$0] }
    }

    func setResults(of instruction: Instruction, _ value: Value) {
        if instruction.results.count == 1 {
            self[instruction.results[0]] = value
        } else {
            for (index, register) in instruction.results.enumerated() {
                self[register] = value.part(.index(index))
            }
        }
    }
}

// MARK: Types

extension Frame {
    /// A type with the generic arguments of this call.
    func type(_ text: String, _ tables: DispatchTables) -> String {
        let hasAttribute = text.utf8.contains(UInt8(ascii: "@"))
        if substitutions.isEmpty, !hasAttribute { return text }
        var type = substituted(text)
        if type.utf8.contains(UInt8(ascii: ".")) { type = tables.resolved(type) }
        let isPack = type.hasPrefix("each ") || type.contains("@pack_element")
        return isPack ? "?" : type
    }

    private func substituted(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let character = rest.first {
            let word = rest.prefix(while: \.isOfWord)
            if !word.isEmpty {
                result += substitutions[String(word)] ?? String(word)
                rest = rest[word.endIndex...]
            } else if rest.hasPrefix("@opened(\"") {
                result += takeOpened(&rest)
            } else {
                result.append(character)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// The type that `@opened("…", any P) Self` stands for.
    private func takeOpened(_ rest: inout Substring) -> String {
        let id = rest.dropFirst(9).prefix { $0 != "\"" }
        rest.popBracket()
        if rest.hasPrefix(" Self") { rest = rest.dropFirst(5) }
        return opened[String(id)] ?? "?"
    }
}

extension Substring {
    /// Drops everything until the first bracket ends.
    fileprivate mutating func popBracket() {
        var depth = 0
        while let character = popFirst() {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == ")", depth == 0 { return }
        }
    }
}

extension Character {
    fileprivate var isOfWord: Bool { isLetter || isNumber || self == "_" }
}

extension DispatchTables {
    /// A type with what its associated types are.
    fileprivate func resolved(_ type: String) -> String {
        var result = type
        for name in associatedNames where result.contains(name) {
            result = result.replacingOccurrences(of: name, with: associatedTypes[name]!)
        }
        return result
    }
}
