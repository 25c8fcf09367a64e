// Extends FileReader: a request, from the attribute or call that makes it.
extension FileReader {
    /// Reads `@Inject("name") var property: T`, `Inject<T>("name")`, `.init("name")` or
    /// `Resolver.resolve(T.self, name: "name")`.
    func request(_ mention: Mention) -> Request {
        let (index, isWrapper) = (mention.index, mention.use != .resolve)
        let isShort = file.isToken(index, "init") && file.isToken(index - 1, ".")
        let start = isShort ? index - 1 : file.startOfPath(index)
        let written = declarations.type(at: index, in: file)
        let arguments = Arguments(of: file, startingAt: written?.end ?? index + 1)
        let whole = start..<arguments.end
        var (type, use) = (TypeName?.none, isWrapper ? nil : index)
        var variable = isWrapper ? file.declaredVariable(before: start) : nil
        var property = file.isToken(start - 1, "=") ? mention.variable : nil
        let isAttribute = file.isToken(start - 1, "@")
        if isAttribute {
            // Other attributes and modifiers may stand before the property's name.
            let name = 1 + ((index..<file.tokens.count).first { file.isToken($0, "var") } ?? index)
            variable = name
            property = file.symbol(at: name, where: \.isVariable)
            type = property?.variableType ?? declarations.type(at: name + 2, in: file)?.type
            use = property == nil ? file.mentions(ofLocal: name).first : nil
        } else if isWrapper {
            let expected = expectedType(of: whole, at: mention) ?? mention.variable?.variableType
            // The wrapper may be optional.
            let types = [written?.type, expected].compactMap { $0?.element ?? $0 }
            type = types.compactMap(\.arguments.first).first
        } else {
            type = resolvedType(of: whole, arguments, at: mention)
        }
        let owner = declarations.type(around: property?.usr ?? mention.container)
        let name = name(isWrapper ? arguments.unlabelled.first : arguments["name"])
        return Request(
            site: file.site(at: isAttribute ? variable ?? index : index),
            key: Key(type: type?.renamed(declarations.swiftNames) ?? .unknown("?"), name: name),
            owner: declarations.declaredType(owner?.usr),
            registration: closure(around: index, where: \.isRegistering)?.call.place,
            variable: variable.map { file.tokens[$0].text }, property: property?.usr, use: use)
    }

    /// The type of `Resolver.resolve(T.self)`, or of `Resolver.resolve() as T`; without one, the type
    /// that the context has.
    private func resolvedType(
        of call: Range<Int>, _ arguments: Arguments, at mention: Mention
    ) -> TypeName? {
        let end = call.upperBound
        if let first = arguments.unlabelled.first {
            let read = declarations.type(at: first.lowerBound, in: file)
            return read.flatMap { file.isToken($0.end + 1, "self") ? $0.type : nil }
        }
        guard file.isToken(end, "as"), !file.isToken(end + 1, "?")
        else { return expectedType(of: call, at: mention) }
        let written = file.isToken(end + 1, "!") ? end + 2 : end + 1
        let type = declarations.type(at: written, in: file)?.type
        // Of "as Optional" the wrapped type follows from the context.
        return type == .named("Swift.Optional") ? nil : type
    }
}
