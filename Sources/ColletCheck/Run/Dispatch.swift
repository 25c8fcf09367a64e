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
        implementers(of: member, receiver.alternatives) {
            self.program.method(member, inClass: $0)
        } all: {
            self.program.classes(below: Program.owner(of: member))
        }
    }

    func witnesses(
        _ member: String, of type: String, _ receiver: Value
    ) -> Implementers {
        let proto = Program.owner(of: member)
        let isKnown = !type.isEmpty && !type.contains { "?@".contains($0) }
        let receivers = isKnown ? [.metatype(type)] : loaded(receiver).alternatives
        return implementers(of: member, receivers) {
            self.program.witness(member, of: $0, proto: proto)
        } all: {
            self.program.tables.conformers[proto] ?? []
        }
    }

    /// What is unknown may be anything that has the member; if that is another library's,
    /// so may be a type of its own.
    private func implementers(
        of member: String, _ receivers: [Value], _ symbol: (String) -> String?,
        all: () -> [String]
    ) -> Implementers {
        let receivers = receivers.map(loaded)
        let types = receivers.flatMap(\.alternatives).map(\.typeOfMembers)
        let isKnown = !types.contains(nil)
        var found = Implementers(
            isOpen: !isKnown && program.declaration(ofMember: member) == nil)
        let isNumber = receivers.allSatisfy { $0.integer != nil }
        let others = isKnown ? [] : all()
        for type in types.compactMap(\.self) + others {
            // A number is of another library's type.
            if isNumber, program.declarations[type] != nil { continue }
            guard let symbol = symbol(type) else { continue }
            // The last type that has it says what its generic arguments are.
            found.all.removeAll { $0.symbol == symbol }
            found.all.append(Witness(symbol: symbol, type: type))
        }
        return found
    }

    /// Of several values those that have a type, or all if none is known to have it.
    func narrowed(_ receiver: Value, to type: String) -> Value {
        let value = loaded(receiver)
        guard case .oneOf(let all) = value else { return receiver }
        let base = type.baseName
        let own = all.filter { $0.dynamicType.map(\.baseName) == base }
        if own.isEmpty { return receiver }
        let narrowed = Value.joined(own)
        guard case .address = receiver else { return narrowed }
        return .address(allocate(narrowed), [])
    }
}

extension Value {
    /// The type whose members are called on it.
    var typeOfMembers: String? {
        if case .metatype(let type) = self { type } else { dynamicType }
    }
}
