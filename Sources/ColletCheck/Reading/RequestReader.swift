// Extends FileReader: a request, from the attribute or call that makes it.
extension FileReader {
    private typealias Asked = (
        type: TypeName?, name: Range<Int>?, variable: Int?, property: IndexSymbol?, use: Int?
    )

    func request(_ mention: Mention) -> Request {
        let index = mention.index
        let isAttribute = file.isToken(file.startOfPath(index) - 1, "@")
        let asked = mention.use == .resolve ? resolve(mention) : wrapper(mention, isAttribute)
        let (variable, property) = (asked.variable, asked.property?.usr)
        let type = asked.type?.renamed(declarations.swiftNames) ?? .unknown("?")
        let owner = declarations.type(around: property ?? mention.container)
        return Request(
            site: file.site(at: isAttribute ? variable ?? index : index),
            key: Key(type: type, name: name(asked.name)),
            owner: declarations.declaredType(owner?.usr),
            registration: closure(around: index)?.call.place,
            variable: variable.map { file.tokens[$0].text }, property: property, use: asked.use)
    }

    /// Reads `@Inject("name") var property: T`, `Inject<T>("name")` or `.init("name")`.
    private func wrapper(_ mention: Mention, _ isAttribute: Bool) -> Asked {
        let (index, written) = (mention.index, declarations.type(at: mention.index, in: file))
        let end = written?.end ?? index + 1
        let name = Arguments(of: file, startingAt: end).unlabelled.first
        if isAttribute {
            // Other attributes and modifiers may stand before the property's name.
            let keyword = (end..<file.tokens.count).first { file.isToken($0, "var") }
            let variable = (keyword ?? index) + 1
            let property = file.symbol(at: variable, where: \.isVariable)
            let type = property?.variableType ?? declarations.type(at: variable + 2, in: file)?.type
            let use = property == nil ? file.mentions(ofLocal: variable).first : nil
            return (type, name, variable, property, use)
        }
        let isShort = file.isToken(index, "init") && file.isToken(index - 1, ".")
        let start = isShort ? index - 1 : file.startOfPath(index)
        let whole = start..<Arguments(of: file, startingAt: end).end
        let expected = expectedType(of: whole, at: mention) ?? mention.variable?.variableType
        // The wrapper may be optional.
        let types = [written?.type, expected].compactMap { $0?.element ?? $0 }
        let type = types.compactMap(\.arguments.first).first
        return (type, name, file.declaredVariable(before: start), mention.variable, nil)
    }

    /// Reads `Resolver.resolve(T.self, name: "name")`, where `T` may follow from the context.
    private func resolve(_ mention: Mention) -> Asked {
        let (index, arguments) = (mention.index, mention.arguments)
        let (start, end) = (file.startOfPath(index), arguments.end)
        let property = file.isToken(start - 1, "=") ? mention.variable : nil
        var type: TypeName?
        if let first = arguments.unlabelled.first {
            let read = declarations.type(at: first.lowerBound, in: file)
            if let read, file.isToken(read.end + 1, "self") { type = read.type }
        } else if file.isToken(end, "as"), !file.isToken(end + 1, "?") {
            type = declarations.type(at: end + (file.isToken(end + 1, "!") ? 2 : 1), in: file)?.type
            // Of "as Optional" the wrapped type follows from the context.
            if type == .named("Swift.Optional") { type = nil }
        } else {
            type = expectedType(of: start..<end, at: mention)
        }
        return (type, arguments["name"], nil, property, index)
    }
}
