/// Who implements a member: by the receiver's type, or by all types that it may have.
extension Interpreter {
    /// A function that implements a member, and the type that has it.
    struct Witness {
        let symbol: String
        let type: String
    }

    /// Who may implement a member, and whether somebody may whom nobody knows.
    struct Implementers {
        var all: [Witness] = []
        var isOpen = false
    }

    func implementations(_ member: String, of receiver: Value) -> Implementers {
        let (types, isOpen) = types(of: receiver.alternatives, member) {
            self.program.classes(below: Program.owner(of: member))
        }
        var found = Implementers(isOpen: isOpen)
        for type in types {
            let symbol = program.method(member, inClass: type)
            guard let symbol, !found.all.contains(where: { $0.symbol == symbol }) else {
                continue
            }
            found.all.append(Witness(symbol: symbol, type: type))
        }
        return found
    }

    func witnesses(
        _ member: String, of type: String, _ receiver: Value
    ) -> Implementers {
        let proto = Program.owner(of: member)
        let isKnown = !type.isEmpty && !type.contains { "?@".contains($0) }
        let receivers = isKnown ? [.metatype(type)] : loaded(receiver).alternatives
        let (types, isOpen) = types(of: receivers, member) {
            self.program.tables.conformers[proto] ?? []
        }
        var found = Implementers(isOpen: isOpen)
        for type in types {
            let symbol = program.witness(member, of: type, proto: proto)
            guard let symbol else { continue }
            // The last type that has it says what its generic arguments are.
            found.all.removeAll { $0.symbol == symbol }
            found.all.append(Witness(symbol: symbol, type: type))
        }
        return found
    }

    /// The types that receivers may have. What is unknown may be anything that has the
    /// member; if that is another library's, so may be a type of its own.
    private func types(
        of receivers: [Value], _ member: String, all: () -> [String]
    ) -> ([String], isOpen: Bool) {
        let types = receivers.map { loaded($0) }.flatMap(\.alternatives)
            .map(\.typeOfMembers)
        let known = types.compactMap(\.self)
        if known.count == types.count { return (known, false) }
        return (known + all(), program.declaration(ofMember: member) == nil)
    }

    /// Of several values those that have a type, or all if none is known to have it.
    func narrowed(_ receiver: Value, to type: String) -> Value {
        let value = loaded(receiver)
        guard case .oneOf(let all) = value else { return receiver }
        let base = Program.baseName(type)
        let own = all.filter { $0.dynamicType.map(Program.baseName) == base }
        if own.isEmpty { return receiver }
        let narrowed = Value.joined(own)
        guard case .address = receiver else { return narrowed }
        return .address(allocate(narrowed), [])
    }
}

extension Value {
    /// The type whose members are called on it.
    fileprivate var typeOfMembers: String? {
        if case .metatype(let type) = self { return type }
        guard let type = dynamicType, !type.isEmpty else { return nil }
        return type
    }
}
