// Registrations: calls of `Module` and of `Resolver.register`.
extension FileReader {
    /// Reads a registration.
    func registration(
        _ use: ColletSymbols.Use, at index: Int, of occurrence: IndexOccurrence
    ) -> Registration {
        let arguments = Arguments(of: file, startingAt: index + 1)
        let isModule = use == .module || use == .moduleWithLifetime
        let isValue = use == .registerValue
        var plain = arguments.unlabelled
        let maker = isValue ? arguments["value"] ?? plain.first : plain.popLast()
        let isClosure = !isValue && maker.map { file.isToken($0.lowerBound, "{") } == true
        let read = isClosure ? value(ofClosure:) : isValue ? value(of:) : value(ofFunction:)
        let value = maker.map(read) ?? (.unknown("?"), nil)
        let container = declarations.container(of: occurrence)
        let compiled = maker.flatMap { compiledType(of: $0, at: index, in: container) }
        var type = compiled ?? value.type
        if case .unknown = compiled { type = unknown(maker ?? index..<index).type }
        type = type.renamed(declarations.swiftNames)
        let hasLifetime = use == .moduleWithLifetime
        let lifetime = hasLifetime ? lifetime(plain.first) : isValue ? .shared : .transient
        let name = isModule ? plain.dropFirst(hasLifetime ? 1 : 0).first : arguments["name"]
        return Registration(
            site: file.site(at: index), key: Key(type: type, name: self.name(name)),
            lifetime: lifetime,
            isForMainActor: occurrence.symbol.name.hasPrefix("mainActor("),
            implementation: value.implementation
                ?? declarations.concreteTypes[type.withoutArguments],
            // A later "Resolver.register" may be meant to swap what an earlier one gave.
            group: isModule ? group(around: index) : nil,
            block: block(around: index), container: container,
            mentions: type.isKnown ? [] : maker.map { mentions(in: $0) } ?? [])
    }

    /// The lifetime that an argument says, `.shared`.
    private func lifetime(_ argument: Range<Int>?) -> Registration.Lifetime {
        guard let last = argument?.last, file.isToken(last - 1, ".") else { return .unknown }
        return Registration.Lifetime(rawValue: file.tokens[last].text) ?? .unknown
    }

    /// The statements around a module in a builder, if it is a statement itself.
    private func group(around index: Int) -> [Int?]? {
        let start = file.startOfPath(index)
        guard let brace = file.parent(of: start), file.isToken(brace, "{"),
            case let (first, previous) = (file.tokens[start], file.tokens[start - 1])
        else { return nil }
        let isNewLine = first.position.line > previous.position.line
        guard ["{", ";"].contains(where: previous.is) || isNewLine && !previous.is("=")
        else { return nil }
        let label = (brace..<start).last {
            file.parent(of: $0) == brace
                && (file.isToken($0, "case") || file.isToken($0, "default"))
        }
        return [brace, label, first.branch]
    }
}
