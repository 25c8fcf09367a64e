// The static types of expressions, as far as a registration's closure needs them.
extension FileReader {
    struct Value {
        let type: TypeName
        /// The class, structure or enumeration that the expression makes, if it says so.
        var implementation: IndexSymbol?
    }

    /// The type that a closure returns.
    ///
    /// - Parameter braces: The closure, from its opening brace to behind its closing one.
    func value(ofClosure braces: Range<Int>) -> Value {
        let body = braces.lowerBound + 1..<braces.upperBound - 1
        // A signature ends with "in"; but so does the head of a "for".
        let keyword = own("in", in: body)
        guard let keyword,
            !body.prefix(while: { $0 < keyword }).contains(where: {
                file.isToken($0, "for") || file.isToken($0, "{")
            })
        else { return value(ofBody: body) }
        let value = value(ofBody: keyword + 1..<body.upperBound)
        let arrow = own("->", in: body.lowerBound..<keyword)
        let result = arrow.flatMap { type(at: $0 + 1, to: keyword) }
        return Value(type: result ?? value.type, implementation: value.implementation)
    }

    /// The type that a function returns which is given by its name, `Module("a", makeClock)`.
    func value(ofFunction range: Range<Int>) -> Value {
        let symbol = range.last.flatMap { file.symbol(at: $0) }
        return Value(type: symbol.flatMap(Signature.init)?.result ?? .unknown(file.text(range)))
    }

    private func value(ofBody body: Range<Int>) -> Value {
        if let last = body.last, file.isToken(last, ";") { return value(ofBody: body.dropLast()) }
        let returns = body.filter { file.isToken($0, "return") }
        guard let last = returns.last(where: { isOwn($0, in: body) })
        else { return value(of: body) }
        let result = value(of: last + 1..<body.upperBound)
        // An earlier return of something else, unless it is a nested closure's, decides as well.
        let earlier = returns.dropLast().map { value(of: file.expression(from: $0 + 1)) }
        guard earlier.allSatisfy({ $0.type == result.type }) else { return unknown(body) }
        let agree = earlier.allSatisfy { $0.implementation?.usr == result.implementation?.usr }
        return agree ? result : Value(type: result.type)
    }

    func value(of range: Range<Int>, depth: Int = 0) -> Value {
        guard !range.isEmpty, depth < 8, let first = file.token(range.lowerBound)
        else { return unknown(range) }
        if let cast = range.last(where: { file.isToken($0, "as") && isOwn($0, in: range) }) {
            let isOptional = file.isToken(cast + 1, "?")
            let start = cast + (isOptional || file.isToken(cast + 1, "!") ? 2 : 1)
            guard let type = type(at: start, to: range.upperBound) else { return unknown(range) }
            let made = value(of: range.lowerBound..<cast, depth: depth + 1).implementation
            return Value(type: isOptional ? .optional(type) : type, implementation: made)
        }
        let last = range.upperBound - 1
        if range.count == 1 || file.endOfString(range.lowerBound) == range.upperBound
            || range.count == 2 && first.is("-")
        {
            return value(ofToken: first.is("-") ? last : range.lowerBound, depth: depth)
        }
        if first.is("("), file.partner(of: range.lowerBound) == last {
            return value(of: range.lowerBound + 1..<last, depth: depth + 1)
        }
        guard isPostfixExpression(range) else { return unknown(range) }
        if file.isToken(last, "self") { return Value(type: .structural) }
        if file.tokens[last].kind == .word { return value(ofToken: last, depth: depth) }
        return value(ofCallEndingAt: last, in: range) ?? unknown(range)
    }

    // MARK: Parts

    private func unknown(_ range: Range<Int>) -> Value {
        Value(type: .unknown(range.count < 12 ? file.text(range) : "…"))
    }

    private func type(at start: Int, to end: Int) -> TypeName? {
        let read = declarations.type(at: start, in: file)
        return read?.end == end ? read?.type : nil
    }

    private func isOwn(_ index: Int, in range: Range<Int>) -> Bool {
        file.parent(of: index) == file.parent(of: range.lowerBound)
    }

    private func own(_ text: String, in range: Range<Int>) -> Int? {
        range.first { file.isToken($0, text) && isOwn($0, in: range) }
    }

    /// Whether a range is names, members and calls only, on end.
    private func isPostfixExpression(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        var expectsName = true
        while index < range.upperBound {
            let token = file.tokens[index]
            if token.is("."), !expectsName || index == range.lowerBound {
                expectsName = true
            } else if token.kind == .word, expectsName {
                expectsName = false
            } else if token.is("<"), !token.followsSpace, let end = file.endOfAngles(index) {
                index = end - 1
            } else if token.is("(") || token.is("{"), !expectsName {
                index = file.partner(of: index) ?? index
            } else {
                return false
            }
            index += 1
        }
        return !expectsName
    }

    private func value(ofToken index: Int, depth: Int) -> Value {
        let token = file.tokens[index]
        switch token.kind {
        case .string, .interpolatedString: return Value(type: .named("Swift.String"))
        case .number:
            let fractional = token.text.hasPrefix("0x") ? "pP" : ".eE"
            let isFraction = token.text.contains(where: fractional.contains)
            return Value(type: .named(isFraction ? "Swift.Double" : "Swift.Int"))
        case .word where token.is("true") || token.is("false"):
            return Value(type: .named("Swift.Bool"))
        default: break
        }
        guard let symbol = file.symbol(at: index) else {
            return localValue(named: token.text, before: index, depth: depth)
                ?? unknown(index..<index + 1)
        }
        let type = symbol.kind == .enumCase ? Signature(symbol)?.result : symbol.variableType
        return type.map { Value(type: $0) } ?? unknown(index..<index + 1)
    }

    /// The type of a local variable or a parameter, which the index doesn't record, by its
    /// declaration.
    private func localValue(named name: String, before index: Int, depth: Int) -> Value? {
        let braces = file.braces(around: index)
        let declaration = (1..<max(index, 1)).last { position in
            guard file.isToken(position, name) else { return false }
            let parent = file.parent(of: position)
            if file.isToken(position - 1, "let") || file.isToken(position - 1, "var") {
                return parent.map(braces.contains) ?? true
            }
            // A parameter is seen in the body of its function.
            guard file.isToken(position + 1, ":"), let parent, file.isToken(parent, "(")
            else { return false }
            return file.bodyBrace(from: parent, to: index).map(braces.contains) ?? false
        }
        guard let declaration else { return nil }
        var value = declaration + 1
        var type: TypeName?
        if file.isToken(value, ":"), let written = declarations.type(at: value + 1, in: file) {
            (type, value) = written
        }
        guard file.isToken(value, "=") else { return type.map { Value(type: $0) } }
        let made = self.value(of: file.expression(from: value + 1), depth: depth + 1)
        return Value(type: type ?? made.type, implementation: made.implementation)
    }

    private func value(ofCallEndingAt last: Int, in range: Range<Int>) -> Value? {
        // Step back over the arguments to the function's or the type's name.
        var name = last
        while let open = file.partner(of: name), open < name, open > range.lowerBound {
            // Of "f()()" the function's result is not what counts.
            if file.isToken(open, "("), file.isToken(open - 1, ")") { return nil }
            name = open - 1
        }
        var typeEnd = name + 1
        if file.isToken(name, ">") {
            let open = range.first { file.isToken($0, "<") && file.endOfAngles($0) == typeEnd }
            name = (open ?? range.lowerBound) - 1
        }
        guard name >= range.lowerBound else { return nil }
        let function = file.occurrences(at: file.tokens[name].position).first {
            $0.roles.contains(.call) && !$0.roles.contains(.implicit)
        }?.symbol
        guard let function, let signature = Signature(function) else { return nil }
        if function.kind == .enumCase {
            return declarations.type(around: function.usr)?.typeName().map { Value(type: $0) }
        }
        guard function.kind == .constructor else { return Value(type: signature.result) }
        // A type's name, or "Type.init"; an inherited initializer would name the superclass.
        if file.isToken(name, "init") {
            typeEnd = name - 1
            name -= 2
        }
        guard name >= range.lowerBound, let type = type(at: range.lowerBound, to: typeEnd),
            let symbol = file.symbol(at: name, where: \.isType),
            // A subclass may be meant.
            !file.isToken(name, "Self") || symbol.kind != .class
        else { return nil }
        let made = symbol.kind == .typealias ? nil : symbol
        let saysArguments = (range.lowerBound..<typeEnd).contains { file.isToken($0, "<") }
        if !saysArguments, !signature.result.isKnown {
            // Of a generic type at least that is known.
            let isOwn = signature.result.shortName == symbol.name
            return Value(type: isOwn ? signature.result : .unknown("…"), implementation: made)
        }
        if case .optional = signature.result, type.element == nil {
            return Value(type: .optional(type), implementation: made)
        }
        return Value(type: type, implementation: made)
    }
}
