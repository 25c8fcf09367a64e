nonisolated(unsafe) private let dynamicSelf =
    #/@dynamic_self ([\w.]+?)(\.Type|[^\w.]|$)/#

/// The state of a function while its body runs.
final class Frame {
    let function: Function
    let code: Code
    /// The generic arguments, by the parameters' names.
    let substitutions: [String: String]
    /// Whether an error that the function throws ends the root.
    let errorsEnd: Bool
    var registers: [Value]
    /// The types of opened existentials, by the identifiers of their types.
    var opened: [String: String] = [:]
    /// The coroutines that have begun, by the registers of their tokens.
    var coroutines: [Int: (frame: Frame, blocks: [Int])] = [:]
    /// The last turns of loops that are under way, by the blocks that branch.
    var turns: [Int: Turn] = [:]
    /// How many decided branches have gone on with a loop.
    var decisions = 0
    /// How often each block has run.
    var visits: [Int]
    /// The current block, and how many of its instructions have begun.
    var position = (block: 0, count: 0) { didSet { knownLater = nil } }
    /// The current instruction.
    var instruction: Instruction!
    private var knownLater: Set<Int>?
    /// Whether the branch that led to the block was decided.
    var isDecided = false
    /// The enumeration in the last switch.
    var switched = Value.unknown
    /// Whether any block has run a second time.
    var hasLooped = false
    /// The variable of `main.swift` that is being initialized.
    var initialized: String?

    /// - Parameters:
    ///   - types: The call's generic arguments, of which the last are the function's own.
    ///   - errorsEnd: Whether an error that the function throws ends the root.
    ///   - code: Runs instead of the function's own: a global's initial value.
    init(
        _ function: Function, _ types: [String] = [], errorsEnd: Bool = false,
        code: Code? = nil
    ) {
        self.function = function
        self.errorsEnd = errorsEnd
        self.code = code ?? function.code
        let names = function.signature.genericNames
        var named: [String: String] = [:]
        if !names.isEmpty {
            let given = zip(names, types.suffix(names.count)).filter { $0 != $1 }
            named = Dictionary(given) { first, _ in first }
        }
        substitutions = named
        registers = Array(repeating: .unknown, count: self.code.registers)
        visits = Array(repeating: 0, count: self.code.blocks.count)
    }

    subscript(register: Int) -> Value {
        get { register < registers.count ? registers[register] : .unknown }
        set { registers[register] = newValue }
    }

    /// The last argument, which is `self` in a method.
    var receiver: Value { self[code.blocks[0].arguments.last ?? .max] }

    /// The address where an indirect error is stored before it is thrown: the argument
    /// after those for results.
    var errorAddress: Value {
        let own = code.blocks[0].arguments.dropFirst(function.signature.results)
        return self[own.first ?? .max]
    }

    /// The registers used by instructions that haven't begun, and those that hold the
    /// addresses of results, which the caller uses.
    var usedLater: Set<Int> {
        if let knownLater { return knownLater }
        let later = code.flow.blocks(after: position.block).filter { visits[$0] == 0 }
        let rest = code.blocks[position.block].instructions.dropFirst(position.count)
        let used = Set(
            rest.flatMap(\.operands) + later.flatMap { code.uses[$0] }
                + code.blocks[0].arguments.prefix(function.signature.results))
        knownLater = used
        return used
    }

    /// Sets the results of the current instruction.
    func setResults(_ value: Value) {
        let results = instruction.results
        if results.count == 1 { return self[results[0]] = value }
        for index in 0..<results.count {
            self[results[index]] = value[index]
        }
    }

    // MARK: Types

    /// A type with the call's generic arguments filled in.
    func type(_ text: String, _ program: Program) -> String {
        if substitutions.isEmpty, !text.contains("@") { return text }
        var type = text.reading { substituted($0, program) }
        if type.contains("@dynamic_self") {
            type.replace(dynamicSelf) { receiverType($0.1, $0.2, program) }
        }
        return type.contains("@pack_element") ? "?" : type
    }

    /// The receiver's class in place of a class's `Self`, followed by the rest of the
    /// type.
    private func receiverType(
        _ type: Substring, _ rest: Substring, _ program: Program
    ) -> Substring {
        let all = program.classes(below: String(type))
        let own = all.count == 1 ? all[0] : receiver.typeOfMembers ?? "?"
        if own.baseName == type { return type + rest }
        return (rest != "<" && all.contains(own.baseName) ? own : "?") + rest
    }

    private func substituted(_ text: SILText, _ program: Program) -> String {
        var result = ""
        var rest = text
        // The type that `@opened("…", any P) Self` stands for.
        while let found = rest.find("@opened(\"") {
            result += program.filled(SILText(rest.start, found), substitutions)
            let id = rest.from(found + 9).before("\"").string
            rest = rest.from(rest.endOfBracket(at: found + 7) + 1).withoutPrefix(" Self")
            result += program.member(of: opened[id] ?? "?", &rest)
        }
        return result + program.filled(rest, substitutions)
    }
}

/// The libraries' types of which the first generic argument is the element.
private let lists = Set(
    "Array ArraySlice AsyncStream ClosedRange ContiguousArray Range Set".words)

extension Program {
    /// A text with types in place of generic parameters, and of their associated types.
    fileprivate func filled(_ text: SILText, _ types: [String: String]) -> String {
        if types.isEmpty { return text.string }
        var result = ""
        var rest = text
        while rest.count > 0 {
            let word = rest.word
            rest = rest.from(word.end)
            guard let type = types[word.string] else {
                result += word.string
                continue
            }
            // `(τ_0_0).Item`
            if result.hasSuffix("("), rest.hasPrefix(").") {
                result.removeLast()
                rest = rest.dropFirst(1)
            }
            result += member(of: type, &rest)
        }
        return result
    }

    /// A type, or the associated type that the text after it names: `Int` for `Home` and
    /// `.Item`.
    fileprivate func member(of type: String, _ rest: inout SILText) -> String {
        guard rest.hasPrefix(".") else { return type }
        let name = rest.dropFirst(1).word
        if ["Type", "Protocol"].contains(name.string) { return type }
        rest = rest.from(name.end)
        return member(of: associatedType(name.string, of: type), &rest)
    }

    /// The type that an associated type stands for; `?` if that can't be told.
    func associatedType(_ name: String, of type: String) -> String {
        let arguments = type.genericArguments
        for kind in ancestry(of: type) {
            guard let found = tables.associatedTypes["\(kind).\(name)"] else { continue }
            let unknown = found.parameters.map { _ in "?" }
            let types = zip(found.parameters, kind == type.baseName ? arguments : unknown)
            return found.type.reading { filled($0, Dictionary(types) { $1 }) }
        }
        let isList = name == "Element" && lists.contains(type.baseName)
        return isList ? arguments.first ?? "?" : "?"
    }
}

extension SILText {
    /// The letters and digits at the beginning, or the character that is there instead.
    fileprivate var word: SILText {
        var next = start
        while next < end, byte(at: next).isOfWord { next += 1 }
        return SILText(start, max(next, start + 1))
    }
}

extension UInt8 {
    fileprivate var isOfWord: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...: true
        default: false
        }
    }
}
