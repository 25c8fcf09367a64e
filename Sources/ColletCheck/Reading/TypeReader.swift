/// Reads types from the words of a source file, each looked up in the index.
struct TypeReader {
    let file: SourceFile
    /// Gives what an alias stands for; `nil` if that can't be told.
    let resolveAlias: (IndexSymbol) -> TypeName?
    private var index: Int

    /// Reads the type that starts at a token.
    ///
    /// - Returns: The type and the index behind it, or `nil` if no type starts there.
    static func read(
        _ file: SourceFile,
        at start: Int,
        resolveAlias: @escaping (IndexSymbol) -> TypeName?
    ) -> (type: TypeName, end: Int)? {
        var reader = TypeReader(file: file, resolveAlias: resolveAlias, index: start)
        guard let type = reader.type() else { return nil }
        return (type, reader.index)
    }

    private func has(_ text: String, at distance: Int = 0) -> Bool {
        file.isToken(index + distance, text)
    }

    private mutating func take(_ text: String) -> Bool {
        guard has(text) else { return false }
        index += 1
        return true
    }

    private mutating func type() -> TypeName? {
        let start = index
        var attributes: [String] = []
        while take("@") {
            guard let name = file.token(index) else { return nil }
            index += 1
            if has("("), !file.tokens[index].followsSpace, let close = file.partner(of: index) {
                // "@convention(c)" and the like: not worth telling.
                index = close + 1
                attributes.append("?")
            }
            if !["escaping", "autoclosure"].contains(name.text) {
                attributes.append("@\(name.text)")
            }
        }
        for word in ["nonisolated", "inout", "borrowing", "consuming"] where has(word) {
            return nil
        }
        _ = take("sending")
        guard let first = composition() else { return nil }
        var effects: [String] = []
        while has("async") || has("throws") {
            effects.append(file.tokens[index].text)
            index += 1
            if effects.last == "throws", take("(") {
                guard let error = type(), take(")") else { return nil }
                // The index doesn't record the error's name.
                if !error.isKnown { attributes.append("?") }
                effects[effects.count - 1] = "throws(\(error))"
            }
        }
        guard take("->") else {
            return attributes.isEmpty ? first : .unknown(file.text(start..<index))
        }
        guard let result = type() else { return nil }
        guard !attributes.contains("?") else { return .unknown(file.text(start..<index)) }
        return .function(
            TypeName.Function(
                attributes: attributes,
                domain: first,
                effects: effects,
                result: result
            )
        )
    }

    private mutating func composition() -> TypeName? {
        let start = index
        guard let first = postfix() else { return nil }
        var members = [first]
        while take("&") {
            guard let next = postfix() else { return nil }
            members.append(next)
        }
        guard members.count > 1 else { return first }
        // The demangled form doesn't say which member an argument belongs to.
        let hasArguments = (start..<index).contains { file.isToken($0, "<") }
        return hasArguments ? .unknown(file.text(start..<index)) : .composed(of: members)
    }

    private mutating func postfix() -> TypeName? {
        guard var type = primary() else { return nil }
        while let token = file.token(index), !token.followsSpace {
            if token.is("?") {
                type = .optional(type)
            } else if token.is("??") {
                type = .optional(.optional(type))
            } else if token.is("!") {
                type = .optional(type)
            } else if token.is("."), has("Type", at: 1) {
                // The metatype of an existential in parentheses is another type than the
                // existential metatype; the demangled form doesn't tell them apart.
                type = file.isToken(index - 1, ")") ? .unknown("\(type).Type") : .metatype(type)
                index += 1
            } else if token.is("."), has("Protocol", at: 1) {
                type = .unknown("\(type).Protocol")
                index += 1
            } else {
                return type
            }
            index += 1
        }
        return type
    }

    private mutating func primary() -> TypeName? {
        if has("("), let close = file.partner(of: index) {
            index += 1
            var elements: [TypeName.TupleElement] = []
            while index < close {
                var label: String?
                if file.token(index)?.kind == .word, has(":", at: 1) {
                    label = file.tokens[index].text
                    index += 2
                } else if file.token(index)?.kind == .word, has(":", at: 2) {
                    // "(_ name: Type)" labels a function type's parameter for the reader only.
                    index += 3
                }
                guard let type = type() else { return nil }
                elements.append(
                    TypeName.TupleElement(label: label == "_" ? nil : label, type: type)
                )
                if !take(",") { break }
            }
            guard index == close else { return nil }
            index += 1
            return .tupled(elements)
        }
        if has("["), let close = file.partner(of: index) {
            index += 1
            guard let element = type() else { return nil }
            var result = TypeName.array(element)
            if take(":") {
                guard let value = type() else { return nil }
                result = .dictionary(element, value)
            }
            guard index == close else { return .unknown("[") }
            index += 1
            return result
        }
        if take("any") { return primary() }
        if has("some") {
            index += 1
            guard let type = primary() else { return nil }
            return .unknown("some \(type)")
        }
        return nominal()
    }

    private mutating func nominal() -> TypeName? {
        let start = index
        var symbol: IndexSymbol?
        var arguments: [TypeName] = []
        while let token = file.token(index), token.kind == .word {
            if let found = file.symbol(at: index, where: \.isType) { symbol = found }
            index += 1
            if has("<"), file.token(index)?.followsSpace == false {
                index += 1
                repeat {
                    guard let argument = type() else { return nil }
                    arguments.append(argument)
                } while take(",")
                guard take(">") else { return nil }
            }
            guard has("."), !has("Type", at: 1), !has("Protocol", at: 1), !has("self", at: 1),
                !has("init", at: 1), file.token(index + 1)?.kind == .word
            else { break }
            index += 1
        }
        guard index > start else { return nil }
        let spelled = file.text(start..<index)
        if spelled == "Any" { return .nominal("Swift.Any", []) }
        if spelled == "AnyObject" { return .nominal("Swift.AnyObject", []) }
        if spelled == "Void" { return .tuple([]) }
        guard let symbol else { return .unknown(spelled) }
        if symbol.kind == .typealias {
            guard arguments.isEmpty, let type = resolveAlias(symbol) else {
                return .unknown(spelled)
            }
            return type
        }
        if symbol.kind == .protocol { arguments = TypeName.unordered(arguments) }
        return symbol.typeName(arguments) ?? .unknown(spelled)
    }
}

extension IndexSymbol {
    /// Whether the symbol may stand for a type.
    var isType: Bool {
        switch kind {
        case .enum, .struct, .class, .protocol, .typealias: true
        default: false
        }
    }

    /// The nominal type that the symbol declares.
    func typeName(_ arguments: [TypeName] = []) -> TypeName? {
        if usr.hasPrefix("c:") { return .named("__C.\(name)", arguments) }
        guard let text = Demangler.text(ofUSR: usr),
            case .nominal(let name, _) = DemangledType.read(text)
        else { return nil }
        return .named(name, arguments)
    }
}
