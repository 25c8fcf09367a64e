// Injection sites: what they ask for, and where they stand.
extension FileReader {
    /// Reads `@Inject("name") var property: T`, `Inject<T>("name")` or `.init("name")`.
    func injection(at mention: Mention) -> Request {
        let index = mention.index
        let isAttribute =
            file.isToken(index - 1, "@")
            || file.isToken(index - 1, ".") && file.isToken(index - 3, "@")
        return isAttribute ? attribute(at: mention) : wrapper(at: mention)
    }

    private func attribute(at mention: Mention) -> Request {
        var name: Range<Int>?
        var position = mention.index + 1
        if file.isToken(position, "<") { position = file.behind(position) }
        if file.isToken(position, "("), !file.tokens[position].followsSpace {
            name = Arguments(of: file, startingAt: position).unlabelled.first
        }
        // Other attributes and modifiers may stand before the property's name.
        let keyword = (position..<file.tokens.count).first { file.isToken($0, "var") }
        let variable = (keyword ?? mention.index) + 1
        let property = file.symbol(at: variable, where: \.isVariable)
        var type = property?.variableType
        if type == nil, file.isToken(variable + 1, ":") {
            type = declarations.type(at: variable + 2, in: file)?.type
        }
        let use = property == nil ? file.mentions(ofLocal: variable).first : nil
        return request(for: type, name, at: variable, of: mention, variable, property, use: use)
    }

    private func wrapper(at mention: Mention) -> Request {
        let index = mention.index
        let isShort = file.isToken(index, "init") && file.isToken(index - 1, ".")
        let start = isShort ? index - 1 : index
        var behind = index + 1
        let property = mention.occurrence?.related(.containedBy).flatMap {
            $0.isVariable ? $0 : nil
        }
        var type: TypeName?
        if file.isToken(behind, "<") {
            type = declarations.type(at: behind + 1, in: file)?.type
            behind = file.behind(behind)
        } else if case .nominal(_, let arguments) = property?.variableType
            ?? declaredType(before: start)
        {
            type = arguments.first
        }
        let name = Arguments(of: file, startingAt: behind).unlabelled.first
        let variable = file.declaredVariable(before: start)
        return request(for: type, name, at: index, of: mention, variable, property, use: nil)
    }

    /// Reads `Resolver.resolve(T.self, name: "name")`, where `T` may follow from the context.
    func resolve(at mention: Mention) -> Request {
        let index = mention.index
        let arguments = Arguments(of: file, startingAt: index + 1)
        let (start, end) = (file.startOfPath(index), arguments.end)
        let around = mention.occurrence?.related(.containedBy)
        let isInitialValue = file.isToken(start - 1, "=") && around?.isVariable == true
        let property = isInitialValue ? around : nil
        var type: TypeName?
        if let first = arguments.unlabelled.first {
            let read = declarations.type(at: first.lowerBound, in: file)
            if let read, file.isToken(read.end + 1, "self") { type = read.type }
        } else if file.isToken(end, "as"), !file.isToken(end + 1, "?") {
            let mark = file.isToken(end + 1, "!") ? 1 : 0
            type = declarations.type(at: end + 1 + mark, in: file)?.type
            // Of "as Optional" the wrapped type follows from the context.
            if type == .named("Swift.Optional") { type = nil }
        } else if file.isToken(end, "{") || file.expression(from: start).upperBound == end {
            type =
                declaredType(before: start) ?? property?.variableType
                ?? parameterType(of: start..<end) ?? resultType(returning: start..<end, at: mention)
        }
        return request(
            for: type, arguments["name"], at: index, of: mention, nil, property, use: index)
    }

    private func request(
        for type: TypeName?, _ name: Range<Int>?, at index: Int, of mention: Mention,
        _ variable: Int?, _ property: IndexSymbol?, use: Int?
    ) -> Request {
        let container = property?.usr ?? mention.container
        let type = type?.renamed(declarations.swiftNames) ?? .unknown("?")
        return Request(
            site: file.site(at: index), key: Key(type: type, name: self.name(name)),
            owner: declarations.declaredType(declarations.type(around: container)?.usr),
            registration: registration(around: index),
            variable: variable.map { file.tokens[$0].text },
            property: property?.usr, container: container, use: use)
    }

    /// The type of what an expression is set to, as in `let x: T = …` or `self.x = …`.
    private func declaredType(before start: Int) -> TypeName? {
        guard file.isToken(start - 1, "=") else { return nil }
        if let type = file.symbol(at: start - 2)?.variableType { return type }
        let colon = (0..<start).last {
            file.isToken($0, ":") && file.parent(of: $0) == file.parent(of: start)
        }
        let read = colon.flatMap { declarations.type(at: $0 + 1, in: file) }
        return read?.end == start - 1 ? read?.type : nil
    }

    private func parameterType(of expression: Range<Int>) -> TypeName? {
        guard let open = file.parent(of: expression.lowerBound), file.isToken(open, "("),
            let signature = file.symbol(at: open - 1, where: \.isFunction)?.signature
        else { return nil }
        let arguments = Arguments(of: file, startingAt: open).list
        guard let index = arguments.firstIndex(where: { $0.tokens == expression })
        else { return nil }
        let label = arguments[index].label
        // Of several parameters with the label, or without one, the first takes the first argument.
        let earlier = arguments[..<index].count { $0.label == label }
        return signature.parameters.filter { $0.label == label }.dropFirst(earlier).first?.type
    }

    /// The result of the function, computed property or closure that returns an expression.
    private func resultType(returning expression: Range<Int>, at mention: Mention) -> TypeName? {
        if let definition = declarations[mention.container],
            definition.returns(expression, in: file)
        {
            return definition.symbol.variableType ?? definition.symbol.signature?.result
        }
        guard let brace = file.braces(around: expression.lowerBound).first,
            role(of: brace) == .closure, file.isResult(expression)
        else { return nil }
        return compiledType(of: brace..<file.behind(brace), at: mention)
    }
}
