/// Reads a type from demangled text, such as `Swift.Optional<App.API>`.
struct DemangledType {
    private let tokens: [Token]
    private var index = 0

    /// The type that a demangled text says, unknown where it has parts that this doesn't read.
    static func read(_ text: String) -> TypeName {
        var reader = DemangledType(tokens: Lexer.tokens(of: text.utf8))
        let type = reader.type()
        return reader.index == reader.tokens.count ? type : .unknown(text)
    }

    /// The type of a variable or property from its demangled declaration, `App.S.x : Swift.Int`.
    static func ofVariable(_ text: String) -> TypeName? {
        guard let colon = text.range(of: " : ") else { return nil }
        return read(String(text[colon.upperBound...]))
    }

    /// The result type from a function's demangled declaration, `App.f(Swift.Int) -> App.S`.
    static func ofResult(_ text: String) -> TypeName? {
        var depth = 0
        var result: String.Index?
        var previous: Character = " "
        for index in text.indices {
            let character = text[index]
            switch character {
            case "(", "<", "[": depth += 1
            case ")", "]": depth -= 1
            case ">" where previous == "-":
                if depth == 0, result == nil { result = text.index(after: index) }
            case ">": depth -= 1
            default: break
            }
            previous = character
        }
        guard let result else { return nil }
        return read(String(text[result...]))
    }

    private init(tokens: [Token]) {
        self.tokens = tokens
    }

    private func has(_ text: String, at distance: Int = 0) -> Bool {
        tokens.indices.contains(index + distance) && tokens[index + distance].is(text)
    }

    private mutating func take(_ text: String) -> Bool {
        guard has(text) else { return false }
        index += 1
        return true
    }

    private mutating func type() -> TypeName {
        var attributes: [String] = []
        while take("@") {
            guard tokens.indices.contains(index) else { return .unknown("@") }
            var name = tokens[index].text
            index += 1
            while take("."), tokens.indices.contains(index) {
                name = tokens[index].text
                index += 1
            }
            attributes.append("@\(name)")
        }
        _ = take("sending")
        let first = composition()
        var effects: [String] = []
        while has("async") || has("throws") {
            effects.append(tokens[index].text)
            index += 1
            if effects.last == "throws", take("(") {
                effects[effects.count - 1] = "throws(\(type()))"
                guard take(")") else { return .unknown("throws") }
            }
        }
        guard take("->") else { return attributes.isEmpty ? first : .unknown(attributes[0]) }
        return .function(
            TypeName.Function(
                attributes: attributes,
                domain: first,
                effects: effects,
                result: type()
            )
        )
    }

    private mutating func composition() -> TypeName {
        let start = index
        var members = [postfix()]
        while take("&") { members.append(postfix()) }
        guard members.count > 1 else { return members[0] }
        // "A & B.Type" and "A & B<…>" are said of the whole, but stand at its last member.
        let isAmbiguous = tokens[start..<index].contains { $0.is("Type") || $0.is("==") }
        return isAmbiguous
            ? .unknown(tokens[start..<index].map(\.text).joined()) : .composed(of: members)
    }

    private mutating func postfix() -> TypeName {
        var type = primary()
        while true {
            if has("."), has("Type", at: 1) || has("Protocol", at: 1) {
                type = has("Type", at: 1) ? .metatype(type) : .unknown("\(type).Protocol")
                index += 2
            } else if take("?") {
                type = .optional(type)
            } else {
                return type
            }
        }
    }

    private mutating func primary() -> TypeName {
        if take("(") {
            var elements: [TypeName.TupleElement] = []
            // Of an extension's nested type: "(extension in App):Swift.String.Kind".
            if has("extension") {
                while index < tokens.count, !take(")") { index += 1 }
                _ = take(":")
                return primary()
            }
            while index < tokens.count, !has(")") {
                var label: String?
                if tokens[index].kind == .word, has(":", at: 1) {
                    label = tokens[index].text
                    index += 2
                }
                elements.append(TypeName.TupleElement(label: label, type: type()))
                if !take(",") { break }
            }
            return take(")") ? .tupled(elements) : .unknown("(")
        }
        _ = take("any")
        return nominal()
    }

    private mutating func nominal() -> TypeName {
        var parts: [String] = []
        var arguments: [TypeName] = []
        while index < tokens.count {
            if take("(") {
                // A private name: "(Name in _1F2E)".
                guard index + 2 < tokens.count, has("in", at: 1) else { return .unknown("(") }
                parts.append("(\(tokens[index].text) in \(tokens[index + 2].text))")
                index += 3
                guard take(")") else { return .unknown("(") }
            } else if tokens[index].kind == .word {
                parts.append(tokens[index].text)
                index += 1
            } else {
                return .unknown(tokens[index].text)
            }
            if take("<") { arguments += genericArguments() }
            let endsHere = has("Type", at: 1) || has("Protocol", at: 1)
            guard has("."), !endsHere, take(".") else { break }
        }
        guard !parts.isEmpty else { return .unknown("") }
        let name = parts.joined(separator: ".")
        // Only a generic parameter stands alone, "A", and only its member types follow it.
        let isParameter =
            parts[0].count <= 3 && parts[0].first?.isUppercase == true
            && parts[0].dropFirst().allSatisfy(\.isNumber)
        if parts == ["Any"] || parts == ["AnyObject"] { return .nominal("Swift.\(name)", []) }
        if parts == ["Swift", "AnyObject"] { return .nominal("Swift.AnyObject", []) }
        return isParameter || parts.count == 1 ? .unknown(name) : .named(name, arguments)
    }

    /// The arguments between angle brackets. Those of a protocol, `Self.App.P.Element == Int`,
    /// count by what they are equal to.
    private mutating func genericArguments() -> [TypeName] {
        var arguments: [TypeName] = []
        var isProtocol = false
        while index < tokens.count {
            if has("Self"), has(".", at: 1) {
                isProtocol = true
                while index < tokens.count, !has("=="), !has(",") { index += 1 }
                guard take("==") else { return [.unknown("Self")] }
            }
            arguments.append(type())
            if take(">") { return isProtocol ? TypeName.unordered(arguments) : arguments }
            guard take(",") else { break }
        }
        return [.unknown("<")]
    }
}
