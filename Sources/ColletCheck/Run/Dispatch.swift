/// Who implements a member: by the receiver's type, or by all types that it may have.
extension Interpreter {
    struct Witness {
        let symbol: String
        let type: String
    }

    func implementations(_ member: String, of receiver: Value) -> [String] {
        let types = receiver.alternatives.flatMap { one in
            let known = one.typeOfMembers.map { [$0] }
            return known ?? program.classes(below: Self.owner(of: member))
        }
        var seen: Set<String> = []
        return types.compactMap { program.method(member, inClass: $0) }
            .filter { seen.insert($0).inserted }
    }

    func witnesses(_ member: String, of type: String, _ receiver: Value) -> [Witness] {
        let proto = Self.owner(of: member)
        let isKnown = !type.isEmpty && !type.contains("?") && !type.contains("@opened")
        let types = isKnown ? [type] : self.types(of: receiver, conformingTo: proto)
        var found: [Witness] = []
        for type in types {
            let symbol = program.witness(member, of: type, proto: proto)
            guard let symbol else { continue }
            // The last type that has it says what its generic arguments are.
            found.removeAll { $0.symbol == symbol }
            found.append(Witness(symbol: symbol, type: type))
        }
        return found
    }

    private func types(of receiver: Value, conformingTo proto: String) -> [String] {
        receiver.alternatives.flatMap { loaded($0).alternatives }.flatMap { one in
            if let type = one.typeOfMembers { return [type] }
            return program.tables.conformers[proto] ?? []
        }
    }

    /// `Kit.Clock` of `#Kit.Clock.now: …`.
    static func owner(of member: String) -> String {
        let name = member.dropFirst().prefix { $0 != ":" && $0 != "!" }
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? String(name)
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
