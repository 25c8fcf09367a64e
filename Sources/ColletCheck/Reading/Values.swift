// Extends CodeFile: what an expression makes or mentions, and what names say.
extension CodeFile {
    /// A type, and the class, structure or enumeration that is made, if the source says
    /// so.
    typealias Value = (type: TypeName, implementation: DeclaredType?)

    /// What a closure returns, if that is one expression, or a function that is given by
    /// its name.
    func value(ofMaker maker: Phrase) -> Value {
        guard let closure = maker.braces else {
            let symbol = maker.range.last.flatMap { file.symbol(at: $0) }
            return symbol?.signature.map { ($0.result, nil) } ?? unknown(maker)
        }
        var body = Phrase(file, closure.inside)
        // A signature ends with "in"; but so does the head of a "for".
        if let keyword = body.first("in") {
            let head = Phrase(file, body.start..<keyword)
            if !head.has("for"), !head.has("{") {
                body = Phrase(file, keyword + 1..<body.end)
                if let arrow = head.first("->"), let result = type(at: arrow + 1)?.type {
                    return (result, value(of: body).implementation)
                }
            }
        }
        let returns = body.range.filter { file.isToken($0, "return") }
        guard let first = returns.first else { return value(of: body) }
        guard returns.count == 1, file.node(around: first) == closure else {
            return unknown(body)
        }
        return value(of: file.expression(from: first + 1))
    }

    func value(of phrase: Phrase) -> Value {
        let range = phrase.range
        let start = phrase.start
        if file.isToken(start, "await", "try"), !file.isToken(start + 1, "?") {
            return value(of: Phrase(file, start + 1..<phrase.end))
        }
        if range.count == 1 {
            if let literal = literal(file.tokens[start]) { return (.named(literal), nil) }
            if let value = file.local(start).flatMap(value(ofLocal:)) { return value }
        }
        let cast = range.last {
            file.isToken($0, "as") && file.node(around: $0) == phrase.node
        }
        if let cast {
            let sign = cast + 1
            let first = file.isToken(sign, "?", "!") ? sign + 1 : sign
            guard let (type, end) = type(at: first), end == phrase.end else {
                return unknown(phrase)
            }
            let made = value(of: Phrase(file, start..<cast)).implementation
            return (file.isToken(sign, "?") ? .optional(type) : type, made)
        }
        return making(phrase) ?? given(by: phrase) ?? unknown(phrase)
    }

    /// What a constant is set to in a function.
    private func value(ofLocal name: Int) -> Value? {
        let keyword = name - 1
        let isSet = file.isToken(keyword, "let") && file.isToken(name + 1, "=")
        if !isSet || file.isBinding(keyword) { return nil }
        return value(of: file.expression(from: name + 2))
    }

    /// What the call of an initializer makes.
    private func making(_ phrase: Phrase) -> Value? {
        guard let (type, end) = type(at: phrase.start),
            let made = declarations.concreteTypes[type.withoutArguments]
        else { return nil }
        let isInit = file.isToken(end + 1, "init", behind: ".")
        let name = isInit ? end + 1 : end - 1
        if Arguments(of: file, startingAt: name + 1).end != phrase.end { return nil }
        let called = file.symbol(at: name) { $0.isFunction || $0.isVariable }
        // A type's other functions may give anything.
        if let called, called.kind != .constructor { return nil }
        let result = called?.signature?.result.renamed(declarations.swiftNames)
        // The arguments of a generic type may follow from its initializer's.
        let isWhole = result?.isKnown != false || file.isToken(end - 1, ">")
        let whole = isWhole ? type : .unknown("\(made.name)<>")
        let isFailable = result?.element?.withoutArguments == type.withoutArguments
        return (isFailable ? .optional(whole) : whole, made)
    }

    /// What a variable has, or the call of a function gives.
    private func given(by phrase: Phrase) -> Value? {
        guard let last = phrase.range.last, !phrase.has("?") else { return nil }
        let name = file.partner(of: last).map { $0 - 1 } ?? last
        if file.startOfPath(name) != phrase.start { return nil }
        let symbol = file.symbol(at: name) { $0.isFunction || $0.isVariable }
        let type = name == last ? symbol?.variableType : symbol?.signature?.result
        return type.map { ($0, nil) }
    }

    func literal(_ token: Token) -> String? {
        switch token.kind {
        case .string, .interpolatedString: "Swift.String"
        case .number: token.isFraction ? "Swift.Double" : "Swift.Int"
        case .word where token.is("true") || token.is("false"): "Swift.Bool"
        default: nil
        }
    }

    func unknown(_ phrase: Phrase) -> Value {
        (.unknown((1..<12).contains(phrase.range.count) ? phrase.text : "…"), nil)
    }

    /// The names of all types that a phrase mentions; what is made there has one of them.
    func mentions(in phrase: Phrase) -> Set<String> {
        // Of a local variable or a parameter only its declaration tells.
        let ranges = reachable(from: [phrase.range]) { range in
            let unknown = range.filter { file.occurrences(at: $0).isEmpty }
            let words = unknown.map { file.tokens[$0] }.filter { $0.kind == .word }
            let names = Set(words.map(\.text))
            return (0..<range.lowerBound).filter {
                names.contains(file.tokens[$0].text)
            }.compactMap(typeOrValue)
        }
        return Set(ranges.joined().flatMap(typeNames))
    }

    /// What stands behind a name that may be a declaration's, or behind the tuple that
    /// it is in.
    private func typeOrValue(of name: Int) -> Range<Int>? {
        let tuple = file.node(around: name).start
        let isInTuple = file.isToken(tuple - 1, "let", "var")
        let isSecond = file.isToken(name - 1, ",") && file.isToken(name + 1, "=")
        let isFirst = file.isToken(name - 1, "for", "let", "var")
        let isDeclared = isFirst || isSecond || file.isToken(name + 1, ":")
        guard isInTuple || isDeclared else { return nil }
        let end = isInTuple ? file.behind(tuple) : name + 1
        return file.expression(from: end).range
    }

    /// The names of the types that a token mentions; a sign may, as an operator or a
    /// subscript.
    private func typeNames(at index: Int) -> [String] {
        let token = file.tokens[index]
        if let literal = literal(token) { return [literal] }
        // Nobody can ask for an opaque type.
        return file.occurrences(at: index).map(\.symbol).flatMap(types).flatMap {
            $0.spelling?.hasSuffix("some") == true ? ["some"] : $0.names
        }
    }

    func types(of symbol: IndexSymbol) -> [TypeName] {
        let own = symbol.isType ? symbol.usr : declarations.type(around: symbol.usr)
        let type = declarations.declaredType(own)?.name
        let alias = symbol.kind == .typealias ? declarations.resolveAlias(symbol) : type
        return [alias, symbol.variableType, symbol.signature?.result]
            .compactMap { $0?.renamed(declarations.swiftNames) }
    }

    func name(_ phrase: Phrase?) -> Name {
        guard let phrase, let last = phrase.range.last else { return .none }
        if let literal = phrase.literalName { return literal }
        let first = file.tokens[phrase.start]
        // The tokens of what is interpolated follow the string.
        let text = first.kind == .interpolatedString ? first.text : phrase.text
        // What has lines would tear the line of a finding.
        let spelling = text.contains("\n") ? "…" : text
        let isPath = phrase.range.allSatisfy {
            file.tokens[$0].kind == .word || file.isToken($0, ".")
        }
        let unknown = Name.unknown(spelling)
        let isRawValue = file.isToken(last, "rawValue")
        // One that the program writes itself may give anything.
        let isWritten = isRawValue && declarations[file.symbol(at: last)?.usr] != nil
        if !isPath || isWritten { return unknown }
        let symbol = file.symbol(at: isRawValue ? last - 2 : last)
        guard let symbol, isRawValue ? symbol.kind == .enumCase : symbol.isVariable
        else { return unknown }
        let constant = Name.constant(usr: symbol.usr, spelling: spelling)
        guard let definition = declarations[symbol.usr] else { return constant }
        guard isRawValue || definition.isConstant else { return unknown }
        guard let value = definition.initialValue
        else { return isRawValue ? .literal(symbol.name) : constant }
        return value.literalName ?? constant
    }
}

extension Definition {
    /// Whether it has the same value everywhere, as an instance's need not.
    fileprivate var isConstant: Bool {
        let keyword = file.last("let", "var", before: name)
        return file.isToken(keyword, "let") && kind != .instanceProperty
    }
}

extension Token {
    /// Whether a number has a part behind a point, or an exponent.
    fileprivate var isFraction: Bool {
        text.contains(text.hasPrefix("0x") ? /[.pP]/ : /[.eE]/)
    }
}
