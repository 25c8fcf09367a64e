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
        guard let keyword = own("in", in: body),
            !file.tokens[body.lowerBound..<keyword].contains(where: { $0.is("for") || $0.is("{") })
        else { return value(ofBody: body) }
        let value = value(ofBody: keyword + 1..<body.upperBound)
        guard let arrow = own("->", in: body.lowerBound..<keyword) else { return value }
        let written = type(arrow + 1..<keyword) ?? unknown(body).type
        return Value(type: written, implementation: value.implementation)
    }

    /// The type that a function returns which is given by its name, `Module("a", makeClock)`.
    func value(ofFunction range: Range<Int>) -> Value {
        let symbol = range.last.flatMap { file.symbol(at: $0) }
        return symbol.flatMap(Signature.init).map { Value(type: $0.result) } ?? unknown(range)
    }

    private func value(ofBody body: Range<Int>) -> Value {
        let returns = body.filter { file.isToken($0, "return") }
        guard let last = returns.last, isOwn(last, in: body) else { return value(of: body) }
        let values = returns.map { value(of: file.expression(from: $0 + 1)) }
        // One of them may be a nested closure's.
        guard Set(values.map(\.type)).count == 1 else { return unknown(body) }
        let isOne = Set(values.map(\.implementation)).count == 1
        return Value(type: values[0].type, implementation: isOne ? values[0].implementation : nil)
    }

    func value(of range: Range<Int>) -> Value {
        if let cast = range.last(where: { file.isToken($0, "as") && isOwn($0, in: range) }) {
            let isOptional = file.isToken(cast + 1, "?")
            let start = cast + (isOptional || file.isToken(cast + 1, "!") ? 2 : 1)
            guard let type = type(start..<range.upperBound) else { return unknown(range) }
            let made = value(of: range.lowerBound..<cast).implementation
            return Value(type: isOptional ? .optional(type) : type, implementation: made)
        }
        if isLiteral(range), let type = literalType(of: file.tokens[range.lowerBound]) {
            return Value(type: type)
        }
        guard let name = lastName(of: range) else { return unknown(range) }
        if name < range.upperBound - 1 {
            return value(ofCall: name, startingAt: range.lowerBound) ?? unknown(range)
        }
        if file.isToken(name, "self"), range.count > 1 { return Value(type: .structural) }
        if let symbol = file.symbol(at: name) {
            let isCase = symbol.kind == .enumCase
            let type = isCase ? Signature(symbol)?.result : symbol.variableType
            return type.map { Value(type: $0) } ?? unknown(range)
        }
        return (range.count == 1 ? localValue(at: name) : nil) ?? unknown(range)
    }

    // MARK: Parts

    private func unknown(_ range: Range<Int>) -> Value {
        Value(type: .unknown(range.count < 12 ? file.text(range) : "…"))
    }

    private func type(_ range: Range<Int>) -> TypeName? {
        let read = declarations.type(at: range.lowerBound, in: file)
        return read?.end == range.upperBound ? read?.type : nil
    }

    private func isOwn(_ index: Int, in range: Range<Int>) -> Bool {
        file.parent(of: index) == file.parent(of: range.lowerBound)
    }

    private func own(_ text: String, in range: Range<Int>) -> Int? {
        range.first { file.isToken($0, text) && isOwn($0, in: range) }
    }

    /// Whether a range is one token, or a string and its interpolations.
    private func isLiteral(_ range: Range<Int>) -> Bool {
        let isString = file.tokens[range.lowerBound].kind == .interpolatedString
        return range.dropFirst().allSatisfy {
            isString && (!isOwn($0, in: range) || file.isToken($0, "(") || file.isToken($0, ")"))
        }
    }

    private func literalType(of token: Token) -> TypeName? {
        switch token.kind {
        case .string, .interpolatedString: .named("Swift.String")
        case .number where token.text.contains("."): .named("Swift.Double")
        case .number where token.text.allSatisfy { $0.isNumber || $0 == "_" }: .named("Swift.Int")
        case .word where token.is("true") || token.is("false"): .named("Swift.Bool")
        default: nil
        }
    }

    /// The last name in a range that is names, members and calls only, one behind the other.
    private func lastName(of range: Range<Int>) -> Int? {
        var name: Int?
        var previous = "."
        var index = range.lowerBound
        while index < range.upperBound {
            let token = file.tokens[index]
            // Of "f()()" the function's result is not what counts.
            let isCalled = previous != "." && (token.is("{") || token.is("(") && previous == "")
            let isAngle = token.is("<") && file.partner(of: index) != nil
            if token.kind == .word, previous == "." { name = index }
            guard name == index || token.is(".") || isCalled || isAngle else { return nil }
            if !isAngle { previous = token.kind == .word ? "" : token.text }
            index = file.behind(index)
        }
        return name
    }

    /// The value of a local variable or a parameter, which the index doesn't record, by its
    /// declaration.
    private func localValue(at index: Int) -> Value? {
        // Of one that is set to just another, such as "let x = x", nothing is known.
        guard !file.isToken(index - 1, "=") else { return nil }
        let braces = file.braces(around: index)
        let declaration = (1..<max(index, 1)).last { position in
            guard file.isToken(position, file.tokens[index].text) else { return false }
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
        let isTyped = file.isToken(declaration + 1, ":")
        let written = isTyped ? declarations.type(at: declaration + 2, in: file) : nil
        let sign = written?.end ?? declaration + 1
        let made = file.isToken(sign, "=") ? value(of: file.expression(from: sign + 1)) : nil
        let type = written?.type ?? made?.type
        return type.map { Value(type: $0, implementation: made?.implementation) }
    }

    private func value(ofCall name: Int, startingAt start: Int) -> Value? {
        let function = file.occurrences(at: file.tokens[name].position).first {
            $0.roles.contains(.call) && !$0.roles.contains(.implicit)
        }?.symbol
        guard let function, function.kind != .enumCase, let signature = Signature(function)
        else { return nil }
        guard function.kind == .constructor else { return Value(type: signature.result) }
        // The type before ".init" or its arguments; an inherited initializer names the superclass.
        let typeName = file.isToken(name, "init") ? name - 2 : name
        guard let symbol = file.symbol(at: typeName, where: \.isType),
            let (type, end) = declarations.type(at: start, in: file), end > typeName,
            // A subclass may be meant.
            !file.isToken(typeName, "Self")
        else { return nil }
        let made = symbol.kind == .typealias ? nil : symbol
        let isWritten = signature.result.isKnown || own("<", in: start..<end) != nil
        guard isWritten else { return Value(type: .unknown(symbol.name), implementation: made) }
        let isFailable = signature.result.element != nil && type.element == nil
        return Value(type: isFailable ? .optional(type) : type, implementation: made)
    }
}
