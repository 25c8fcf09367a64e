// Extends FileReader: what an expression makes or mentions, and what names say.
extension FileReader {
    /// A type, and the class, structure or enumeration that is made, if the source says so.
    typealias Value = (type: TypeName, implementation: DeclaredType?)

    /// What a closure returns, if that is one expression, or a function that is given by its name.
    func value(ofMaker maker: Range<Int>) -> Value {
        guard file.isToken(maker.lowerBound, "{") else {
            let symbol = maker.last.flatMap { file.symbol(at: $0) }
            return symbol?.signature.map { ($0.result, nil) } ?? unknown(maker)
        }
        var body = maker.lowerBound + 1..<maker.upperBound - 1
        // A signature ends with "in"; but so does the head of a "for".
        let keyword = body.first { file.isToken($0, "in") }
        if let keyword, !body[..<keyword].contains(where: { file.isToken($0, "for", "{") }) {
            let arrow = body[..<keyword].first { file.isToken($0, "->") }
            body = keyword + 1..<body.upperBound
            let type = arrow.flatMap { declarations.type(at: $0 + 1, in: file)?.type }
            if let type { return (type, value(of: body).implementation) }
        }
        let returns = body.filter { file.isToken($0, "return") }
        guard let first = returns.first else { return value(of: body) }
        guard returns.count == 1, isOwn(first, in: body) else { return unknown(body) }
        return value(of: file.expression(from: first + 1))
    }

    func value(of range: Range<Int>) -> Value {
        let start = range.lowerBound
        if range.count == 1 {
            if let literal = literal(file.tokens[start]) { return (.named(literal), nil) }
            if let name = file.local(start), file.isToken(name - 1, "let"),
                file.isToken(name + 1, "="), !file.isToken(name - 2, "if", "guard", "while", ",")
            {
                return value(of: file.expression(from: name + 2))
            }
        }
        if let cast = range.last(where: { file.isToken($0, "as") && isOwn($0, in: range) }) {
            let first = file.isToken(cast + 1, "?", "!") ? cast + 2 : cast + 1
            guard let (type, end) = declarations.type(at: first, in: file), end == range.upperBound
            else { return unknown(range) }
            let made = value(of: start..<cast).implementation
            return (file.isToken(cast + 1, "?") ? .optional(type) : type, made)
        }
        guard let (type, end) = declarations.type(at: start, in: file),
            let made = declarations.concreteTypes[type.withoutArguments]
        else { return unknown(range) }
        let name = file.isToken(end, ".") && file.isToken(end + 1, "init") ? end + 1 : end - 1
        let arguments = Arguments(of: file, startingAt: name + 1)
        // A type's other functions may give anything.
        let called = file.symbol(at: name) { $0.isFunction || $0.isVariable }
        guard arguments.end == range.upperBound, called == nil || called?.kind == .constructor
        else { return unknown(range) }
        let result = called?.signature?.result.renamed(declarations.swiftNames)
        // The arguments of a generic type may follow from its initializer's.
        let isWhole = result?.isKnown != false || file.isToken(end - 1, ">")
        let whole = isWhole ? type : .unknown("\(made.name)<>")
        let isFailable = result?.element?.withoutArguments == type.withoutArguments
        return (isFailable ? .optional(whole) : whole, made)
    }

    func literal(_ token: Token) -> String? {
        switch token.kind {
        case .string, .interpolatedString: "Swift.String"
        case .number:
            token.text.contains(token.text.hasPrefix("0x") ? /[.pP]/ : /[.eE]/)
                ? "Swift.Double" : "Swift.Int"
        case .word where token.is("true") || token.is("false"): "Swift.Bool"
        default: nil
        }
    }

    func unknown(_ range: Range<Int>) -> Value {
        (.unknown((1..<12).contains(range.count) ? file.text(range) : "…"), nil)
    }

    private func isOwn(_ index: Int, in range: Range<Int>) -> Bool {
        file.parent(of: index) == file.parent(of: range.lowerBound)
    }

    /// The names of all types that a range of tokens mentions; what is made there has one of them.
    func mentions(in range: Range<Int>) -> Set<String> {
        // Of a local variable or a parameter only its declaration tells.
        let ranges = reachable(from: [range]) { range in
            let unknown = range.filter { file.occurrences(at: $0).isEmpty }.map { file.tokens[$0] }
            let names = Set(unknown.filter { $0.kind == .word }.map(\.text))
            return (0..<range.lowerBound).filter {
                names.contains(file.tokens[$0].text)
                    && (file.isToken($0 + 1, ":") || file.isToken($0 - 1, "for", "let", "var"))
            }.map { file.expression(from: $0 + 1) }
        }
        return Set(ranges.joined().flatMap(typeNames))
    }

    /// The names of the types that a token mentions; a sign may, as an operator or a subscript.
    private func typeNames(at index: Int) -> [String] {
        let token = file.tokens[index]
        if let literal = literal(token) { return [literal] }
        // A subclass may be meant.
        if token.is("Self") { return declarations.relations.ancestors.keys.flatMap(\.names) }
        // Nobody can ask for an opaque type.
        return file.occurrences(at: index).map(\.symbol).flatMap(types).flatMap {
            $0.spelling?.hasSuffix("some") == true ? ["some"] : $0.names
        }
    }

    private func types(of symbol: IndexSymbol) -> [TypeName] {
        let own = symbol.isType ? symbol : declarations.type(around: symbol.usr)
        return [
            symbol.kind == .typealias ? declarations.resolveAlias(symbol) : own?.typeName(),
            symbol.variableType, symbol.signature?.result,
        ].compactMap { $0?.renamed(declarations.swiftNames) }
    }

    func name(_ range: Range<Int>?) -> Name {
        guard let range, let last = range.last else { return .none }
        if let literal = file.literalName(range) { return literal }
        // The tokens of what is interpolated follow the string.
        let isString = file.tokens[range.lowerBound].kind == .interpolatedString
        let spelling = file.text(isString ? range.lowerBound..<range.lowerBound + 1 : range)
        let isPath = range.allSatisfy { file.tokens[$0].kind == .word || file.isToken($0, ".") }
        let isRawValue = file.isToken(last, "rawValue")
        guard isPath, let symbol = file.symbol(at: isRawValue ? last - 2 : last),
            isRawValue ? symbol.kind == .enumCase : symbol.isVariable
        else { return .unknown(spelling) }

        let constant = Name.constant(usr: symbol.usr, spelling: spelling)
        guard let definition = declarations[symbol.usr] else { return constant }
        let source = definition.file
        // Only a constant has the same value everywhere, and an instance's may differ.
        let isConstant = source.isToken(source.last("let", "var", before: definition.name), "let")
        guard isRawValue || isConstant && symbol.kind != .instanceProperty
        else { return .unknown(spelling) }
        guard let sign = definition.equalsSign
        else { return isRawValue ? .literal(symbol.name) : constant }
        return source.literalName(source.expression(from: sign + 1)) ?? constant
    }
}
