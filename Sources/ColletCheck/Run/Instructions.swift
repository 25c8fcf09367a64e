/// The library's types whose structs have an integer of the compiler's.
private let integers =
    "Int UInt Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64".words

/// The results of instructions that neither call nor branch.
extension Interpreter {
    func evaluate() -> Value {
        let instruction = instruction
        let operand = operand()
        let name = instruction.name
        switch instruction.opcode {
        case .same: return operand
        case .functionRef:
            return .code(name, name: instruction.comment)
        case .classMethod: return .function(Closure(.classMethod(name)))
        case .superMethod: return superMethod(name)
        case .witnessMethod:
            return .function(Closure(.witness(name, type: namedType)))
        case .partialApply: return closure()
        case .structExtract: return operand.part(.field(name))
        case .tupleExtract: return operand[Int(name) ?? 0]
        case .uncheckedEnumData: return operand.part(.payload(name))
        case .refElementAddr: return address(object(operand), .field(name))
        case .structElementAddr:
            prepareStruct(instruction.type, at: operand)
            return address(operand, .field(name))
        case .tupleElementAddr: return address(operand, .index(Int(name) ?? 0))
        case .enumDataAddr: return address(operand, .payload(name))
        case .indexAddr: return element(of: operand, at: self.operand(1))
        case .makeStruct: return structure()
        case .makeTuple: return .tuple(operands)
        case .packElementSet:
            store(operand, at: element(of: self.operand(2), at: self.operand(1)))
        case .makeEnum:
            return .enumeration(
                namedType, name, instruction.operands.isEmpty ? nil : operand)
        case .destructureStruct, .destructureTuple:
            let isStruct = instruction.opcode == .destructureStruct
            let parts = isStruct ? properties(of: operand) : operand
            return instruction.results.count == 1 ? parts[0] : parts
        case .stringLiteral: return .string(name)
        case .integerLiteral, .scalarPackIndex:
            return Int(name).map(Value.int) ?? .unknown
        case .floatLiteral: return .uncomputed
        case .keypath: return .keyPath(instruction.substitutions)
        case .selectEnum: return selection(of: loaded(operand))
        case .dynamicMetatype:
            return loaded(operand).dynamicType.map(Value.metatype) ?? .unknown
        case .metatype:
            let type = Self.instanceType(namedType)
            return type == "?" ? .unknown : .metatype(program.names.atRunTime(type))
        case .openExistential, .openExistentialBoxValue: return opened(operand)
        case .initExistential:
            // A text doesn't tell which of the types of texts it has.
            guard otherTexts.contains(namedType) else { return operand }
            store(.uncomputed, at: operand)
            return .unknown
        case .refToUnmanaged:
            // Canonical SIL releases the object with instructions that the compiler also
            // adds elsewhere, so its `deinit` may run at any time.
            callBack(operand)
            return operand
        case .builtin: return builtin()
        case .assignOrInit: assignOrInit()
        case .unknown:
            journal.unknown.insert(name)
            Trace.unknown("instruction", name)
            return .unknown
        default: return memory()
        }
        return .void
    }

    // MARK: The current instruction

    var instruction: Instruction { frame.instruction }

    var operands: [Value] { instruction.operands.map { frame[$0] } }

    func operand(_ index: Int = 0) -> Value {
        let operands = instruction.operands
        return index < operands.count ? frame[operands[index]] : .unknown
    }

    /// The type that the instruction names, with the call's generic arguments.
    var namedType: String { frame.type(instruction.type, program) }

    // MARK: Functions

    private func closure() -> Value {
        guard let closure = operand().closure else { return operand() }
        hasLooseRegistrar =
            hasLooseRegistrar || closure.symbol.map(reach.registrars.contains) == true
        let types = types(instruction.substitutions)
        return .function(
            Closure(
                closure.target, name: closure.name,
                substitutions: types.isEmpty ? closure.substitutions : types,
                captures: operands.dropFirst() + closure.captures))
    }

    /// The superclass's own method, whatever the receiver's type.
    private func superMethod(_ member: String) -> Value {
        if let symbol = program.methods(member, of: Program.owner(of: member)).first {
            return .code(symbol, name: member)
        }
        // The model of another module's method has the name that a direct call has.
        let name = program.calleeName(member).full
        return name.hasPrefix("XCTest") ? .function(Closure(.model(name))) : .unknown
    }

    // MARK: Addresses

    /// Prepares memory for a generic struct whose properties are set one by one. Its
    /// generic arguments are in the SIL only if the function returns it.
    private func prepareStruct(_ type: String, at address: Value) {
        guard program.declarations[type]?.kind == "struct", load(address) == .unknown
        else { return }
        let isResult = frame[0] == address && !frame.substitutions.isEmpty
        let result = isResult ? frame.function.signature.storedTypes.first : nil
        let full = result.map { frame.type($0.before(" {").string, program) }
        store(.fields(full ?? type + "<?>", ["": .unknown]), at: address)
    }

    /// The object itself, or if it is unknown, all known objects that it may be, and any
    /// other.
    private func object(_ value: Value) -> Value {
        guard value.isUnknown else { return value }
        let objects = objectsThatMayComeBack(instruction.type)
        return objects.isEmpty ? value : .oneOf(objects + [.unknown])
    }

    /// The address of a part of an object, or of a part of the value at an address.
    func address(_ whole: Value, _ step: Step) -> Value {
        switch whole {
        case .object(let cell, _): .address(cell, [step])
        case .address(let cell, let steps): .address(cell, steps + [step])
        case .oneOf(let all): .oneOf(all.map { address($0, step) })
        default: .unknown
        }
    }

    private func element(of address: Value, at offset: Value) -> Value {
        guard case .address(let cell, var steps) = address, let offset = offset.integer
        else { return .unknown }
        var start = 0
        if case .index(let index)? = steps.last {
            start = index
            steps.removeLast()
        }
        return .address(cell, steps + [.index(start + offset)])
    }

    // MARK: Aggregates

    private func structure() -> Value {
        let type = namedType
        let operands = operands
        let isRange = ["Range", "ClosedRange"].contains(type.baseName)
        let names =
            program.declaration(of: type)?.properties
            ?? (isRange ? ["lowerBound", "upperBound"] : [])
        guard names.count == operands.count else {
            return nameless(type, operands)
        }
        return .fields(type, Dictionary(zip(names, operands)) { $1 })
    }

    /// A struct of the standard library, which stands for its content, or a local one, whose
    /// fields aren't declared anywhere.
    private func nameless(_ type: String, _ operands: [Value]) -> Value {
        if operands.count > 1, type != "StaticString" { return .result(of: operands) }
        if case .fields? = operands.first { return .fields(type, ["": operands[0]]) }
        let content = operands.first ?? .fields(type)
        return integers.contains(type) ? content.wrapped(to: type) : content
    }

    private func properties(of value: Value) -> Value {
        guard case .fields(let type, let fields) = value,
            let declaration = program.declaration(of: type)
        else { return .tuple([value]) }
        return .tuple(declaration.properties.map { fields[$0] ?? .unknown })
    }

    private func selection(of value: Value) -> Value {
        let cases = instruction.substitutions
        var results: [Value] = []
        for one in value.alternatives {
            guard let name = one.caseName,
                let index = cases.firstIndex(of: name) ?? cases.firstIndex(of: "default")
            else { return .unknown }
            results.append(operand(index + 1))
        }
        let result = Value.joined(results)
        return result.alternatives.count > 1 && isGuessed(value) ? .uncomputed : result
    }

    // MARK: Types

    /// Opens an existential, and remembers its value's type for the body's `@opened`.
    private func opened(_ operand: Value) -> Value {
        let held = loaded(operand)
        frame.opened[instruction.name] = held.typeOfMembers
        return instruction.opcode == .openExistentialBoxValue ? held : operand
    }

    /// `any P` for `(any P).Type`.
    static func instanceType(_ text: String) -> String {
        text.reading { text in
            var type = text.withoutPrefix("@thick ").withoutPrefix("@thin ")
            if type.hasSuffix(".Type") { type = SILText(type.start, type.end - 5) }
            let isInBrackets = type.hasPrefix("(") && type.hasSuffix(")")
            if type.count == 2 { return type.string }
            let isSeveral = type.contains(",") || type.contains("->")
            return (isInBrackets && !isSeveral ? type.inBracket() : type).string
        }
    }
}
