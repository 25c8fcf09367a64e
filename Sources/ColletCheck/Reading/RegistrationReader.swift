extension FileReader {
    func registration(_ use: ColletSymbols.Use, at mention: Mention) -> Registration {
        let index = mention.index
        let arguments = Arguments(of: file, startingAt: index + 1)
        let isModule = use == .module || use == .moduleWithLifetime
        let isValue = use == .registerValue
        var plain = arguments.unlabelled[...]
        let maker = (isValue ? arguments["value"] : plain.popLast()) ?? index..<index
        let isClosure = file.isToken(maker.lowerBound, "{")
        let read = isValue ? value(of:) : isClosure ? value(ofClosure:) : value(ofFunction:)
        let value = read(maker)
        let compiled = compiledType(of: maker, at: mention)
        var type = compiled ?? value.type
        if case .unknown = compiled { type = unknown(maker).type }
        type = type.renamed(declarations.swiftNames)
        var lifetime: Registration.Lifetime = isValue ? .shared : .transient
        if use == .moduleWithLifetime {
            let word = plain.popFirst()?.last.map { file.tokens[$0].text }
            lifetime = word.flatMap(Registration.Lifetime.init) ?? .unknown
        }
        return Registration(
            site: mention.site,
            key: Key(type: type, name: name(isModule ? plain.first : arguments["name"])),
            lifetime: lifetime,
            isForMainActor: mention.occurrence?.symbol.name.hasPrefix("mainActor(") == true,
            implementation: value.implementation
                ?? declarations.concreteTypes[type.withoutArguments],
            // A later "Resolver.register" may be meant to swap what an earlier one gave.
            group: isModule ? group(around: index) : nil,
            block: block(around: index), container: mention.container,
            mentions: type.isKnown ? [] : mentions(in: maker))
    }

    /// The statements around a module in a builder, if it is a statement itself.
    private func group(around index: Int) -> [Int?]? {
        let start = file.startOfPath(index)
        guard let brace = file.parent(of: start), file.isToken(brace, "{") else { return nil }
        let (first, previous) = (file.tokens[start], file.tokens[start - 1])
        let isNewLine = first.position.line > previous.position.line
        guard file.isToken(start - 1, "{", ";") || isNewLine && !previous.is("=") else {
            return nil
        }
        let label = (brace..<start).last {
            file.parent(of: $0) == brace && file.isToken($0, "case", "default")
        }
        return [brace, label, first.branch]
    }
}
