/// Reads injection sites: what they ask for, and where they stand.
struct RequestReader {
    let file: SourceFile
    let declarations: Declarations
    let isInTests: Bool

    /// Whether a token is the wrapper's name in `@Inject` or `@Collet.Inject`.
    func isAttribute(_ index: Int) -> Bool {
        file.isToken(index - 1, "@") || file.isToken(index - 1, ".") && file.isToken(index - 3, "@")
    }

    /// Reads `@Inject("name") var property: T`.
    ///
    /// - Returns: The request, or `nil` if the property gets its value in another way.
    func attribute(at index: Int, of occurrence: IndexOccurrence) -> Request? {
        var name: Range<Int>?
        var position = index + 1
        if file.isToken(position, "<"), let end = file.endOfAngles(position) { position = end }
        if file.isToken(position, "("), !file.tokens[position].followsSpace {
            let arguments = Arguments(of: file, startingAt: position)
            if arguments["wrappedValue"] != nil { return nil }
            name = arguments.unlabelled.first
            position = file.partner(of: position).map { $0 + 1 } ?? position
        }
        // Step over other attributes and modifiers to the property's name.
        while let token = file.token(position), !token.is("var"), !token.is("let") {
            guard !token.is("{"), !token.is("}"), !token.is(":") else { return nil }
            position += 1
        }
        let variable = position + 1
        guard let declared = file.token(variable) else { return nil }
        let property = file.occurrences(at: declared.position).first {
            $0.roles.contains(.definition) && !$0.roles.contains(.implicit)
                && $0.symbol.isVariable
        }?.symbol
        // With an initial value nothing is asked for.
        if file.isToken(variable + 1, "=") { return nil }
        var type: TypeName?
        if file.isToken(variable + 1, ":"),
            let (written, end) = declarations.type(at: variable + 2, in: file)
        {
            if file.isToken(end, "=") { return nil }
            type = written
        }
        if let known = property?.variableType, known.isKnown || type == nil { type = known }
        return request(
            for: type,
            name,
            at: declared.position,
            of: occurrence,
            variable: variable,
            property: property
        )
    }

    /// Reads `Inject<T>("name")`, or `.init("name")` where the type says `Inject<T>`.
    func call(at index: Int, of occurrence: IndexOccurrence) -> Request {
        var start = index
        var behind = index + 1
        var type: TypeName?
        if file.isToken(index, "init"), file.isToken(index - 1, ".") {
            start = index - 1
        } else if file.isToken(behind, "<"), let end = file.endOfAngles(behind) {
            type = declarations.type(at: behind + 1, in: file)?.type
            behind = end
        }
        let property = occurrence.related(.containedBy).flatMap { $0.isVariable ? $0 : nil }
        if type == nil {
            let wrapper = property?.variableType ?? declaredType(before: start)
            if case .nominal(_, let arguments) = wrapper, arguments.count == 1 {
                type = arguments[0]
            }
        }
        return request(
            for: type,
            Arguments(of: file, startingAt: behind).unlabelled.first,
            at: occurrence.position,
            of: occurrence,
            variable: declaredVariable(before: start),
            property: property
        )
    }

    /// Reads `Resolver.resolve(T.self, name: "name")`, where `T` may follow from the context.
    func resolve(at index: Int, of occurrence: IndexOccurrence) -> Request {
        let arguments = Arguments(of: file, startingAt: index + 1)
        var start = index
        while file.isToken(start - 1, ".") { start -= 2 }
        let container = occurrence.related(.containedBy)
        let isInitialValue = file.isToken(start - 1, "=") && container?.isVariable == true
        var type: TypeName?
        if let first = arguments.unlabelled.first {
            let behind = first.upperBound - 2
            if file.isToken(behind, "."), file.isToken(behind + 1, "self"),
                let read = declarations.type(at: first.lowerBound, in: file), read.end == behind
            {
                type = read.type
            }
        } else if file.isToken(arguments.end, "as"), !file.isToken(arguments.end + 1, "?") {
            let mark = file.isToken(arguments.end + 1, "!") ? 1 : 0
            type = declarations.type(at: arguments.end + 1 + mark, in: file)?.type
            // Of "as Optional" the wrapped type follows from the context.
            if type == .named("Swift.Optional") { type = nil }
        } else if file.isToken(arguments.end, "{")
            || file.expression(from: start).upperBound == arguments.end
        {
            type = declaredType(before: start)
            if type == nil, let container {
                type =
                    isInitialValue
                    ? container.variableType
                    : resultType(of: container, returning: start..<arguments.end)
            }
        }
        return request(
            for: type,
            arguments["name"],
            at: occurrence.position,
            of: occurrence,
            variable: nil,
            property: isInitialValue ? container : nil
        )
    }

    /// A request that the source has no words for, such as one that a macro expands to.
    func unwritten(at position: Position) -> Request {
        Request(
            site: Site(of: position, in: file, isInTests: isInTests),
            module: file.module,
            key: .unwritten,
            owner: nil,
            variable: nil,
            property: nil,
            scope: nil
        )
    }

    private func request(
        for type: TypeName?,
        _ name: Range<Int>?,
        at position: Position,
        of occurrence: IndexOccurrence,
        variable: Int?,
        property: IndexSymbol?
    ) -> Request {
        let container = (property ?? occurrence.related(.containedBy))?.usr
        let names = NameReader(file: file, declarations: declarations)
        return Request(
            site: Site(of: position, in: file, isInTests: isInTests),
            module: file.module,
            key: declarations.key(type, names.name(name)),
            owner: container.flatMap {
                declarations.type(around: declarations.owner(ofAccessor: $0))
            },
            variable: variable.map { file.tokens[$0].text },
            property: property?.usr,
            scope: property == nil ? variable.flatMap { file.braces(around: $0).first } : nil
        )
    }

    // MARK: Types from the context

    /// The token of the variable that an expression is the initial value of.
    private func declaredVariable(before start: Int) -> Int? {
        guard file.isToken(start - 1, "=") else { return nil }
        let keyword = (max(0, start - 40)..<start).last {
            file.isToken($0, "let") || file.isToken($0, "var")
        }
        guard let keyword, file.parent(of: keyword) == file.parent(of: start) else { return nil }
        return keyword + 1
    }

    /// The type that is written before an expression, as in `let x: T = …`.
    private func declaredType(before start: Int) -> TypeName? {
        var declared = declaredVariable(before: start)
        if declared == nil, file.isToken(start - 1, "="), let open = file.parent(of: start),
            file.isToken(open, "(")
        {
            // A parameter's default argument.
            let colon = (open..<start).last { file.isToken($0, ":") && file.parent(of: $0) == open }
            declared = colon.map { $0 - 1 }
        }
        guard let declared, file.isToken(declared + 1, ":"),
            let (type, end) = declarations.type(at: declared + 2, in: file), end == start - 1
        else { return nil }
        return type
    }

    /// The result of a function or computed property that returns just an expression.
    private func resultType(
        of function: IndexSymbol,
        returning expression: Range<Int>
    ) -> TypeName? {
        let owner = declarations.owner(ofAccessor: function.usr)
        guard let definition = declarations.definitions[owner], definition.file === file,
            let start = definition.tokenIndex,
            let brace = file.braces(around: expression.lowerBound).first,
            brace == file.bodyBrace(from: start, to: expression.lowerBound)
        else { return nil }
        let isWhole = expression.lowerBound == brace + 1 && file.isToken(expression.upperBound, "}")
        guard isWhole || file.isToken(expression.lowerBound - 1, "return") else { return nil }
        if definition.symbol.isVariable { return definition.symbol.variableType }
        return Demangler.text(ofUSR: owner).flatMap(DemangledType.ofResult)
    }
}
