/// A member's implementations, by the receiver's type or by all types that it may have.
extension Interpreter {
    /// A function that implements a member, and the type that has it.
    struct Witness {
        let symbol: String
        let type: String
    }

    /// The functions that may implement a member, and whether unknown ones may, too.
    struct Implementers {
        var all: [Witness] = []
        var isOpen = false
        /// Whether the receiver or the member isn't known. The program knows it: its user
        /// can only give it texts and numbers.
        var isGuess = false
    }

    func implementations(_ member: String, of receiver: Value) -> Implementers {
        implementers(of: member, receiver.alternatives) {
            program.methods(member, of: $0)
        } all: {
            program.classes(below: Program.owner(of: member))
        }
    }

    func witnesses(
        _ member: String, of type: String, _ receiver: Value
    ) -> Implementers {
        let proto = Program.owner(of: member)
        let isKnown = !type.contains { "?@".contains($0) }
        let receivers = isKnown ? [.metatype(type)] : loaded(receiver).alternatives
        return implementers(of: member, receivers) {
            program.methods(member, of: $0, proto: proto)
        } all: {
            program.tables.conformers[proto] ?? []
        }
    }

    /// The function of a value's type that fulfils a requirement, if that can be told.
    func witness(_ member: String, of proto: String, for value: Value) -> String? {
        value.dynamicType.flatMap {
            program.methods("#\(proto).\(member)", of: $0, proto: proto).first
        }
    }

    /// An unknown receiver may be of any type that has the member, even of an unknown one
    /// if another library declares the member.
    private func implementers(
        of member: String, _ receivers: [Value], _ symbols: (String) -> [String],
        all: () -> [String]
    ) -> Implementers {
        let receivers = receivers.map(loaded)
        let types = receivers.flatMap(\.alternatives).map(\.typeOfMembers)
        let isKnown = !types.contains(nil)
        var found = Implementers(
            isOpen: !isKnown && program.declaration(ofMember: member) == nil,
            isGuess: !isKnown)
        let isNumber = receivers.allSatisfy { $0.integer != nil }
        // If it is of a type whose member is running, it does the same again.
        let others = isKnown ? [] : all().filter { !symbols($0).allSatisfy(isRunning) }
        for type in types.compactMap(\.self) + others {
            // A number's type comes from another library.
            if isNumber, program.declarations[type] != nil { continue }
            let symbols = symbols(type)
            if symbols.count > 1 { found.isGuess = true }
            // The last type with the function gives its generic arguments.
            found.all.removeAll { symbols.contains($0.symbol) }
            found.all += symbols.map { Witness(symbol: $0, type: type) }
        }
        return found
    }

    /// From several values, selects those of a type, or all if none is known to have it.
    func narrowed(_ receiver: Value, to type: String) -> Value {
        let base = type.baseName
        let own = loaded(receiver).alternatives.filter {
            $0.dynamicType?.baseName == base
        }
        if own.isEmpty { return receiver }
        let narrowed = Value.joined(own)
        guard case .address = receiver else { return narrowed }
        return .address(allocate(narrowed))
    }
}

extension Value {
    /// The type whose members are called on it.
    var typeOfMembers: String? {
        if case .metatype(let type) = self { type } else { dynamicType }
    }
}
