/// What an instruction results in that neither calls nor branches.
extension Interpreter {
    func evaluate(_ instruction: Instruction, _ frame: Frame) -> Value {
        let operand = frame.operand(0, of: instruction)
        let name = instruction.name
        switch instruction.opcode {
        case .same, .projectBox, .openExistentialValue, .projectExistentialBox,
            .initExistentialAddr, .initExistentialRef, .initExistentialValue,
            .initExistentialMetatype, .addressToPointer, .pointerToAddress,
            .unconditionalCast:
            return operand
        case .functionRef, .dynamicFunctionRef:
            return .function(Closure(.symbol(name), name: instruction.comment))
        case .classMethod: return .function(Closure(.classMethod(name)))
        case .superMethod: return superMethod(name)
        case .witnessMethod:
            let target = Closure.Target.witness(name, type: type(of: instruction, frame))
            return .function(Closure(target))
        case .partialApply: return closure(instruction, frame)
        case .thinToThickFunction:
            if let closure = operand.closure { note(closure) }
            return operand
        case .structExtract: return stored(name, in: operand)
        case .tupleExtract: return operand.part(.index(Int(name) ?? 0))
        case .uncheckedEnumData: return operand.part(.payload(name))
        case .refElementAddr: return address(inObject: operand, .field(name))
        case .structElementAddr:
            prepareStruct(instruction.type, at: operand)
            return address(operand, .field(name))
        case .tupleElementAddr: return address(operand, .index(Int(name) ?? 0))
        case .initEnumDataAddr, .uncheckedTakeEnumDataAddr:
            return address(operand, .payload(name))
        case .refTailAddr: return address(operand, .index(0))
        case .indexAddr:
            return element(of: operand, at: frame.operand(1, of: instruction))
        case .makeStruct: return structure(instruction, frame)
        case .makeTuple: return .tuple(frame.operands(of: instruction))
        case .makeEnum:
            let payload = instruction.operands.isEmpty ? nil : operand
            return .enumeration(type: type(of: instruction, frame), name: name, payload)
        case .destructureStruct, .destructureTuple:
            let isStruct = instruction.opcode == .destructureStruct
            let parts = isStruct ? properties(of: operand) : operand
            return instruction.results.count == 1 ? parts.part(.index(0)) : parts
        case .stringLiteral: return .string(name)
        case .integerLiteral: return Int(name).map { .int($0) } ?? .unknown
        case .keypath: return .keyPath(instruction.substitutions)
        case .selectEnum: return selection(of: operand, instruction, frame)
        case .selectEnumAddr: return selection(of: load(operand), instruction, frame)
        case .valueMetatype, .existentialMetatype:
            if let type = loaded(operand).dynamicType { return .metatype(type) }
            fallthrough
        case .metatype:
            return .metatype(Self.instanceType(type(of: instruction, frame)))
        case .openExistentialAddr, .openExistentialRef, .openExistentialBox,
            .openExistentialBoxValue, .openExistentialMetatype:
            return opened(instruction, operand, frame)
        case .builtin: return builtin(instruction, frame)
        case .assignOrInit: assignOrInit(instruction, frame)
        case .unknown:
            journal.noteUnknown(instruction: name)
            trace.unknown("instruction", name)
            return .unknown
        default: return memory(instruction, frame)
        }
        return .void
    }

    /// The type that an instruction names, with the generic arguments of the call.
    func type(of instruction: Instruction, _ frame: Frame) -> String {
        frame.type(instruction.type, program.tables)
    }

    // MARK: Functions

    private func closure(_ instruction: Instruction, _ frame: Frame) -> Value {
        let operands = frame.operands(of: instruction)
        guard case .function(let closure)? = operands.first else {
            guard case .oneOf? = operands.first else { return .unknown }
            return operands[0]
        }
        note(closure)
        let types = types(instruction.substitutions, frame)
        return .function(
            Closure(
                closure.target, name: closure.name,
                substitutions: types.isEmpty ? closure.substitutions : types,
                captures: operands.dropFirst() + closure.captures))
    }

    /// The superclass's own, whatever the receiver is.
    private func superMethod(_ member: String) -> Value {
        let type = Program.owner(of: member)
        if let symbol = program.method(member, inClass: type) {
            return .function(Closure(.symbol(symbol), name: member))
        }
        // Another module's, by the name that a direct call has.
        let name = member.dropFirst().prefix { $0 != ":" && $0 != "!" && $0 != " " }
        return name.hasPrefix("XCTest")
            ? .function(Closure(.model(String(name)))) : .unknown
    }

    private func note(_ closure: Closure) {
        guard !hasLooseRegistrar, let symbol = closure.symbol else { return }
        hasLooseRegistrar = program.reach.registrars.contains(symbol)
    }

    // MARK: Addresses

    /// A generic struct whose properties are set one by one: with which arguments isn't
    /// said.
    private func prepareStruct(_ type: String, at address: Value) {
        guard case .address = address, load(address) == .unknown else { return }
        guard program.declarations[type]?.kind == "struct" else { return }
        store(.fields(type: type + "<?>", [:]), at: address)
    }

    func address(_ address: Value, _ step: Step) -> Value {
        if case .oneOf(let all) = address {
            return .oneOf(all.map { self.address($0, step) })
        }
        guard case .address(let cell, let steps) = address else { return .unknown }
        return .address(cell, steps + [step])
    }

    func address(inObject object: Value, _ step: Step) -> Value {
        let addresses = object.alternatives.map { one -> Value in
            guard case .object(let cell, _) = one else { return .unknown }
            return .address(cell, [step])
        }
        if addresses.count == 1 { return addresses[0] }
        return addresses.contains(.unknown) ? .unknown : .oneOf(addresses)
    }

    private func element(of address: Value, at offset: Value) -> Value {
        guard case .address(let cell, var steps) = address else { return .unknown }
        guard let offset = offset.integer else { return .unknown }
        var start = 0
        if case .index(let index)? = steps.last {
            start = index
            steps.removeLast()
        }
        return .address(cell, steps + [.index(start + offset)])
    }

    // MARK: Aggregates

    private func structure(_ instruction: Instruction, _ frame: Frame) -> Value {
        let type = type(of: instruction, frame)
        let operands = frame.operands(of: instruction)
        let names = program.declaration(of: type)?.properties
        if let names, names.count == operands.count {
            return .fields(
                type: type, Dictionary(zip(names, operands)) { first, _ in first })
        }
        let base = Program.baseName(type)
        if base == "Range" || base == "ClosedRange", operands.count == 2 {
            let fields = ["lowerBound": operands[0], "upperBound": operands[1]]
            return .fields(type: type, fields)
        }
        return operands.first ?? .fields(type: type, [:])
    }

    private func properties(of value: Value) -> Value {
        guard case .fields(let type, let fields) = value else { return .tuple([value]) }
        guard let declaration = program.declaration(of: type) else {
            return .tuple([value])
        }
        return .tuple(declaration.properties.map { fields[$0] ?? .unknown })
    }

    private func stored(_ name: String, in value: Value) -> Value {
        switch value {
        case .fields(_, let fields): fields[name] ?? .unknown
        case .oneOf(let all): .joined(all.map { stored(name, in: $0) })
        // A struct of the library's is what it holds.
        case .address, .int, .string, .array: value
        default: .unknown
        }
    }

    private func selection(
        of value: Value, _ instruction: Instruction, _ frame: Frame
    ) -> Value {
        let cases = instruction.substitutions
        var results: [Value] = []
        for one in value.alternatives {
            guard case .enumeration(_, let name, _) = one,
                let index = cases.firstIndex(of: name) ?? cases.firstIndex(of: "default")
            else { return .unknown }
            results.append(frame.operand(index + 1, of: instruction))
        }
        return .joined(results)
    }

    // MARK: Types

    /// What an existential holds; its type is what the body's `@opened` stands for.
    private func opened(
        _ instruction: Instruction, _ operand: Value, _ frame: Frame
    ) -> Value {
        let held = loaded(operand)
        if case .metatype(let type) = held {
            frame.opened[instruction.name] = type
        } else if let type = held.dynamicType {
            frame.opened[instruction.name] = type
        }
        return instruction.opcode == .openExistentialBoxValue ? held : operand
    }

    /// `any P` of `(any P).Type`.
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
