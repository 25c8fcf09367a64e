extension ProgramCode {
    /// Everything that is registered, with the types that it may have where none is
    /// known.
    func registrations() -> [Read<Registration>] {
        calls.filter { $0.isRegistering || $0.use == .registerValue }.map { call in
            let read = Read(value: call.registration, mention: call)
            let type = read.value.key.type
            if type.isKnown { return read }
            let users = typesOfUsers(around: call)
            // As `A.Service`, which the type of a generic parameter has.
            let isAssociated = type.spelling?.contains(/^[A-Z]\d*\./) == true
            let own = isAssociated ? typesOfMembers(of: users, around: call) : users
            let others = own.union(opaqueTypes(in: call))
            return read.with { $0.mentions.formUnion(others) }
        }
    }

    /// The types that may stand behind `some P` in what a call names.
    private func opaqueTypes(in call: Mention) -> Set<String> {
        let named = call.expression.range.compactMap { call.file.symbol(at: $0)?.usr }
        return Set(named.compactMap { declarations[$0]?.opaqueType }.flatMap(subtypes))
    }

    /// The types that those mention who use the generic code that a call is in. Who
    /// mentions none that can be meant, as in `for plugin in plugins { add(plugin) }`, may
    /// mean any.
    private func typesOfUsers(around call: Mention) -> Set<String> {
        let generics = reachable(from: declarations.generics(around: call.container)) {
            name in
            mentions(of: name).map(\.container).flatMap(declarations.generics)
        }
        let types = generics.flatMap { generic in
            let possible = declarations[generic].map { subtypes(of: $0.head) } ?? []
            return mentions(of: generic).flatMap { use in
                let phrase = use.file.expression(from: use.startOfExpression)
                let types = use.codeFile.mentions(in: phrase)
                return types.isDisjoint(with: possible) ? types.union(possible) : types
            }
        }
        return Set(types)
    }

    /// The types that members have of who uses generic code, or of what conforms to the
    /// protocol around it: one of them is associated with the type.
    private func typesOfMembers(
        of users: Set<String>, around call: Mention
    ) -> Set<String> {
        let around = declarations.typeNames(around: call.container)
        let types = users.union(declarations.relations.subtypes(of: around))
        let members = declarations.definitions.values.filter {
            !types.isDisjoint(with: declarations.typeNames(around: $0.usr))
        }
        let found = members.flatMap { self[$0.file]?.types(of: $0.symbol) ?? [] }
        return Set(found.flatMap(\.names))
    }

    /// The types that conform to what a declaration mentions.
    private func subtypes(of bounds: Phrase) -> Set<String> {
        let bounds = self[bounds.file]?.mentions(in: bounds) ?? []
        return declarations.relations.subtypes(of: bounds)
    }
}

extension Mention {
    /// Where the expression begins; an operator's, with its line.
    fileprivate var startOfExpression: Int {
        if !file.tokens[index].isOperator { return index }
        return (0...index).last(where: file.tokens.isFirstOfLine) ?? index
    }

    /// What a call registers.
    fileprivate var registration: Registration {
        let isModule = use == .module
        let isValue = use == .registerValue
        let arguments = arguments
        var plain = arguments.unlabelled[...]
        let maker =
            (isValue ? arguments["value"] : plain.popLast())
            ?? Phrase(file, index..<index)
        let value = isValue ? codeFile.value(of: maker) : codeFile.value(ofMaker: maker)
        let type = (compiledType(of: maker.braces) ?? value.type)
            .renamed(declarations.swiftNames)
        var lifetime: Registration.Lifetime = isValue ? .shared : .transient
        if isModule, symbol.name.contains("(_:_:fileID:") {
            let word = plain.popFirst()?.range.last.map { file.tokens[$0].text }
            lifetime = word.flatMap(Registration.Lifetime.init) ?? .unknown
        }
        // What the closure only mentions may be kept, so it calls an initializer.
        let made = value.implementation
        let isMade = maker.range.contains { index in
            file.isToken(index + 1, "(", "<")
                && file.occurrences(at: index).contains { $0.symbol.usr == made?.usr }
        }
        let name = codeFile.name(isModule ? plain.first : arguments["name"])
        let own = maker.has("Self") ? declarations.typeNames(around: container) : []
        let mentions = codeFile.mentions(in: maker).union(own)
        let subtypes = declarations.relations.subtypes(of: own)
        return Registration(
            site: site, key: Key(type: type, name: name),
            lifetime: lifetime, isForMainActor: symbol.name.hasPrefix("mainActor("),
            library: library,
            implementation: made ?? declarations.concreteTypes[type.withoutArguments],
            isMade: isMade,
            // A later "Resolver.register" may be meant to swap what an earlier one gave.
            group: isModule ? group : nil,
            block: block,
            mentions: type.isKnown ? [] : mentions.union(subtypes))
    }

    /// The block that a registration is in, or its own place, as of a module that a block
    /// may get.
    var block: Place {
        expression.list.follows("=") ? place : codeFile.block(around: node) ?? place
    }

    /// The statements around a module in a builder, if it is a statement itself.
    var group: StatementGroup? {
        let (path, braces) = (path, path.node)
        guard braces.isBraces, path.beginsStatement else { return nil }
        let isSwitch = file.isToken(braces.start + 1, "case", "default", "@")
        return StatementGroup(
            brace: braces.start, isOfBlock: codeFile.closures[braces]?.isBlock == true,
            label: isSwitch ? file.last("case", "default", before: path.start) : nil,
            branch: file.tokens[path.start].branch)
    }
}
