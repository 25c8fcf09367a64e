/// Reads the static type of an expression, as far as a registration's closure needs it.
struct ExpressionReader {
    struct Value {
        let type: TypeName
        /// The class, structure or enumeration that the expression makes, if it says so.
        var implementation: IndexSymbol?
    }

    let file: SourceFile
    let resolveAlias: (IndexSymbol) -> TypeName?

    /// The type that a closure returns.
    ///
    /// - Parameter braces: The closure, from its opening brace to behind its closing one.
    func value(ofClosure braces: Range<Int>) -> Value {
        var body = braces.lowerBound + 1..<braces.upperBound - 1
        if let keyword = own("in", in: body), signatureEnds(at: keyword, from: body.lowerBound) {
            let signature = body.lowerBound..<keyword
            body = keyword + 1..<body.upperBound
            if let arrow = own("->", in: signature), let result = type(at: arrow + 1, to: keyword) {
                return Value(type: result, implementation: value(ofBody: body).implementation)
            }
        }
        return value(ofBody: body)
    }

    /// The type that a function returns which is given by its name, `Module("a", makeClock)`.
    func value(ofFunction range: Range<Int>) -> Value {
        guard let last = range.last, let symbol = file.symbol(at: last),
            let text = Demangler.text(ofUSR: symbol.usr), symbol.kind != .constructor,
            let type = DemangledType.ofResult(text)
        else { return unknown(range) }
        return Value(type: type)
    }

    private func value(ofBody body: Range<Int>) -> Value {
        if let last = body.last, file.isToken(last, ";") { return value(ofBody: body.dropLast()) }
        guard !body.isEmpty else { return unknown(body) }
        let returns = body.filter { file.isToken($0, "return") }
        guard let last = returns.last(where: { isOwn($0, in: body) }) else {
            return value(of: body)
        }
        let result = value(of: last + 1..<body.upperBound)
        // An earlier return of something else, unless it is a nested closure's, decides as well.
        let earlier = returns.filter { $0 != last }.map { value(of: file.expression(from: $0 + 1)) }
        guard earlier.allSatisfy({ $0.type == result.type }) else { return unknown(body) }
        let agree = earlier.allSatisfy { $0.implementation == result.implementation }
        return agree ? result : Value(type: result.type)
    }

    /// The type of an expression.
    func value(of range: Range<Int>, depth: Int = 0) -> Value {
        guard let first = file.token(range.lowerBound), !range.isEmpty, depth < 8 else {
            return unknown(range)
        }
        if ["try", "await", "unsafe"].contains(first.text), first.kind == .word {
            return value(of: range.lowerBound + 1..<range.upperBound, depth: depth + 1)
        }
        if first.is("if") { return value(ofBranches: range) }
        let cast = range.last { file.isToken($0, "as") && isOwn($0, in: range) }
        if let cast {
            let isOptional = file.isToken(cast + 1, "?")
            let start = cast + (isOptional || file.isToken(cast + 1, "!") ? 2 : 1)
            guard let type = type(at: start, to: range.upperBound) else { return unknown(range) }
            let operand = value(of: range.lowerBound..<cast, depth: depth + 1)
            return Value(
                type: isOptional ? .optional(type) : type,
                implementation: operand.implementation
            )
        }
        if range.count == 1 || file.endOfString(range.lowerBound) == range.upperBound {
            return value(ofToken: range.lowerBound, depth: depth)
        }
        if first.is("-"), range.count == 2 {
            return value(ofToken: range.lowerBound + 1, depth: depth)
        }
        guard isPostfixExpression(range) else { return unknown(range) }
        if first.is("("), file.partner(of: range.lowerBound) == range.upperBound - 1 {
            let inner = Arguments.split(file, range.lowerBound + 1..<range.upperBound - 1)
            guard inner.count == 1, inner[0].label == nil else { return unknown(range) }
            return value(of: inner[0].tokens, depth: depth + 1)
        }
        let last = range.upperBound - 1
        if file.isToken(last, "self"), file.isToken(last - 1, ".") {
            let end = last - 1
            guard let type = type(at: range.lowerBound, to: end) else { return unknown(range) }
            return Value(type: .metatype(type))
        }
        if file.tokens[last].kind == .word { return value(ofToken: last, depth: depth) }
        return value(ofCallEndingAt: last, in: range) ?? unknown(range)
    }

    /// The type of an `if` expression whose branches agree.
    private func value(ofBranches range: Range<Int>) -> Value {
        let opening = range.filter { file.isToken($0, "{") && isOwn($0, in: range) }
        guard let last = opening.last, file.partner(of: last) == range.upperBound - 1 else {
            return unknown(range)
        }
        let branches = opening.compactMap { open in
            file.partner(of: open).map { value(ofBody: open + 1..<$0) }
        }
        guard let first = branches.first, branches.allSatisfy({ $0.type == first.type }) else {
            return unknown(range)
        }
        return Value(type: first.type)
    }

    // MARK: Parts

    private func unknown(_ range: Range<Int>) -> Value {
        Value(type: .unknown(range.count < 12 ? file.text(range) : "…"))
    }

    private func type(at start: Int, to end: Int) -> TypeName? {
        guard let (type, behind) = TypeReader.read(file, at: start, resolveAlias: resolveAlias),
            behind == end
        else { return nil }
        return type
    }

    /// Whether a token is not inside a bracket of the range.
    private func isOwn(_ index: Int, in range: Range<Int>) -> Bool {
        file.parent(of: index) == file.parent(of: range.lowerBound)
    }

    private func own(_ text: String, in range: Range<Int>) -> Int? {
        range.first { file.isToken($0, text) && isOwn($0, in: range) }
    }

    /// Whether an `in` ends a closure's signature, rather than belonging to a `for`.
    private func signatureEnds(at keyword: Int, from start: Int) -> Bool {
        !(start..<keyword).contains { file.isToken($0, "for") || file.isToken($0, "{") }
    }

    /// Whether a range is names, members, calls and subscripts only, on end.
    private func isPostfixExpression(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        var expectsName = true
        while index < range.upperBound {
            let token = file.tokens[index]
            if token.is("."), index + 1 < range.upperBound {
                expectsName = true
                index += 1
            } else if token.kind == .word {
                guard expectsName else { return false }
                expectsName = false
                index += 1
            } else if token.is("<"), !token.followsSpace, let end = file.endOfAngles(index) {
                index = end
            } else if token.is("(") || token.is("[") || token.is("{"),
                let close = file.partner(of: index)
            {
                guard !expectsName || index == range.lowerBound else { return false }
                expectsName = false
                index = close + 1
            } else {
                return false
            }
        }
        return !expectsName
    }

    /// The type of a literal, a variable or an enumeration's case.
    private func value(ofToken index: Int, depth: Int) -> Value {
        let token = file.tokens[index]
        switch token.kind {
        case .string, .interpolatedString: return Value(type: .named("Swift.String"))
        case .number:
            let isHexadecimal = token.text.hasPrefix("0x")
            let isFraction = token.text.contains {
                isHexadecimal ? "pP".contains($0) : ".eE".contains($0)
            }
            return Value(type: .named(isFraction ? "Swift.Double" : "Swift.Int"))
        case .word where token.is("true") || token.is("false"):
            return Value(type: .named("Swift.Bool"))
        default: break
        }
        if let symbol = file.symbol(at: index), let text = Demangler.text(ofUSR: symbol.usr) {
            if symbol.kind == .enumCase, let type = DemangledType.ofResult(text) {
                return Value(type: type)
            }
            return DemangledType.ofVariable(text).map { Value(type: $0) }
                ?? unknown(index..<index + 1)
        }
        return localValue(named: token.text, before: index, depth: depth)
            ?? unknown(index..<index + 1)
    }

    /// The type of a local variable, which the index doesn't record, by its declaration.
    private func localValue(named name: String, before index: Int, depth: Int) -> Value? {
        let surrounding = Set(file.braces(around: index))
        let declaration = (1..<max(index, 1)).last { position in
            file.tokens[position].kind == .word && file.tokens[position].text == name
                && (file.isToken(position - 1, "let") || file.isToken(position - 1, "var"))
                && file.parent(of: position).map(surrounding.contains) ?? true
        }
        guard let declaration else { return parameter(named: name, around: index) }
        if file.isToken(declaration + 1, ":") {
            guard
                let (type, end) = TypeReader.read(
                    file,
                    at: declaration + 2,
                    resolveAlias: resolveAlias
                )
            else { return nil }
            guard file.isToken(end, "=") else { return Value(type: type) }
            let made = value(of: file.expression(from: end + 1), depth: depth + 1)
            return Value(type: type, implementation: made.implementation)
        }
        guard file.isToken(declaration + 1, "=") else { return nil }
        return value(of: file.expression(from: declaration + 2), depth: depth + 1)
    }

    /// The type of a parameter of a function around a token, by its declaration.
    private func parameter(named name: String, around index: Int) -> Value? {
        for brace in file.braces(around: index) {
            let keyword = (max(0, brace - 100)..<brace).last {
                file.isToken($0, "func") || file.isToken($0, "init")
            }
            guard let keyword, file.bodyBrace(from: keyword, to: brace + 1) == brace,
                let open = (keyword..<brace).first(where: { file.isToken($0, "(") }),
                let close = file.partner(of: open)
            else { continue }
            let declaration = (open + 1..<close).first {
                file.tokens[$0].is(name) && file.isToken($0 + 1, ":") && file.parent(of: $0) == open
            }
            guard let declaration else { continue }
            return TypeReader.read(file, at: declaration + 2, resolveAlias: resolveAlias)
                .map { Value(type: $0.type) }
        }
        return nil
    }

    /// The type of what a call gives back.
    private func value(ofCallEndingAt last: Int, in range: Range<Int>) -> Value? {
        // Step back over the arguments to the function's or the type's name.
        var name = last
        var lists = 0
        while let open = file.partner(of: name), open < name, open >= range.lowerBound,
            file.isToken(open, "(") || file.isToken(open, "{")
        {
            if file.isToken(open, "(") { lists += 1 }
            name = open - 1
        }
        // Of "f()()" the function's result is not what counts.
        guard lists < 2 else { return nil }
        guard name >= range.lowerBound, name < last else { return nil }
        var arguments: Range<Int>?
        if file.isToken(name, ">") {
            guard
                let open = range.first(where: {
                    file.endOfAngles($0) == name + 1 && file.isToken($0, "<")
                })
            else { return nil }
            arguments = open..<name + 1
            name = open - 1
        }
        guard file.tokens[name].kind == .word else { return nil }
        let function = file.occurrences(at: file.tokens[name].position).first {
            $0.roles.contains(.call) && !$0.roles.contains(.implicit)
        }?.symbol
        guard let function, let text = Demangler.text(ofUSR: function.usr) else {
            // A variable or parameter that holds a function.
            guard case .function(let called) = value(ofToken: name, depth: 0).type else {
                return nil
            }
            return Value(type: called.result)
        }
        guard function.kind == .constructor else {
            // A case with a payload is a function that gives a function.
            if function.kind == .enumCase, case .function(let make) = DemangledType.ofResult(text) {
                return Value(type: make.result)
            }
            return DemangledType.ofResult(text).map { Value(type: $0) }
        }
        // A type's name, or "Type.init"; an inherited initializer would name the superclass.
        var typeEnd = arguments?.upperBound ?? name + 1
        var typeName = name
        if file.isToken(name, "init") {
            guard file.isToken(name - 1, ".") else { return nil }
            typeEnd = name - 1
            typeName = name - 2
        }
        guard typeName >= range.lowerBound,
            let type = type(at: range.lowerBound, to: typeEnd)
        else { return nil }
        let symbol = file.symbol(at: typeName, where: \.isType)
        // A subclass may be meant.
        if file.isToken(typeName, "Self"), symbol?.kind == .class { return nil }
        let saysArguments = (range.lowerBound..<typeEnd).contains { file.isToken($0, "<") }
        let result = DemangledType.ofResult(text)
        if !saysArguments, result?.isKnown != true {
            // Of a generic type at least that is known.
            let isOwn = result.map { $0.element ?? $0 }?.shortName == symbol?.name
            let unknown = TypeName.unknown(file.text(range))
            return Value(type: isOwn ? result ?? unknown : unknown, implementation: symbol)
        }
        if case .optional = result, type.element == nil {
            return Value(type: .optional(type), implementation: symbol)
        }
        return Value(type: type, implementation: symbol?.kind == .typealias ? nil : symbol)
    }
}
