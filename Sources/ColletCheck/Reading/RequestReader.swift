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
        let start = isShort ? index - 1 : index
        let types = [written?.type, mention.variable?.variableType, declaredType(before: start)]
        let type = types.compactMap { $0?.arguments.first }.first
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
        } else if file.isToken(end, "{") || file.expression(from: start).upperBound == end {
            type =
                declaredType(before: start) ?? property?.variableType
                ?? parameterType(of: start..<end) ?? resultType(returning: start..<end, at: mention)
        }
        return (type, arguments["name"], nil, property, index)
    }

    private func declaredType(before start: Int) -> TypeName? {
        guard file.isToken(start - 1, "=") else { return nil }
        if let type = file.symbol(at: start - 2)?.variableType { return type }
        let colon = file.last(":", before: start)
        let read = colon.flatMap { declarations.type(at: $0 + 1, in: file) }
        return read?.end == start - 1 ? read?.type : nil
    }

    private func parameterType(of expression: Range<Int>) -> TypeName? {
        guard let open = file.parent(of: expression.lowerBound), file.isToken(open, "("),
            let signature = file.symbol(at: open - 1, where: \.isFunction)?.signature,
            case let arguments = Arguments(of: file, startingAt: open).list,
            let index = arguments.firstIndex(where: { $0.tokens == expression })
        else { return nil }
        let label = arguments[index].label
        // Of several parameters with the label, or without one, the first takes the first argument.
        let earlier = arguments[..<index].count { $0.label == label }
        return signature.parameters.filter { $0.label == label }.dropFirst(earlier).first?.type
    }

    /// Whether a result builder makes something of what stands in a brace.
    private func isBuilder(_ brace: Int) -> Bool {
        file.occurrences(at: brace).contains {
            $0.roles.contains(.implicit) && $0.symbol.name.hasPrefix("build")
        }
    }

    private func resultType(returning expression: Range<Int>, at mention: Mention) -> TypeName? {
        guard let brace = file.braces(around: expression.lowerBound).first,
            file.isResult(expression), !isBuilder(brace)
        else { return nil }
        if let definition = declarations[mention.container], definition.returns(expression) {
            return definition.symbol.variableType ?? definition.symbol.signature?.result
        }
        guard role(of: brace) == .closure else { return nil }
        return compiledType(of: brace..<file.behind(brace), at: mention)
    }
}
