/// Reads types: from the words of a file, each looked up in the index, or from a
/// demangled name.
struct TypeReader {
    let tokens: [Token]
    /// The type that a path names by some of its tokens; `nil` for demangled ones, which
    /// are in full.
    var typeNamed: ((_ path: [Int], _ arguments: [TypeName]) -> TypeName?)?
    /// What types inherit or conform to, also indirectly.
    var ancestors: [TypeName: Set<TypeName>] = [:]
    var index = 0

    mutating func type() -> TypeName? {
        while take("sending", "__owned", "__shared", "any") {}
        let attributes = attributes()
        if let end = endOfParameters { return function(attributes, takingUntil: end) }
        var members: [TypeName] = []
        repeat {
            guard let member = postfix() else { return nil }
            members.append(member)
        } while take("&")
        if members.count == 1 { return members[0] }
        // The compiler leaves out what another member implies.
        let implied = Set(members.flatMap { ancestors[$0] ?? [] })
        return .composed(of: members.filter { !implied.contains($0) })
    }

    private mutating func postfix() -> TypeName? {
        // That of any value is another one than that of the protocol itself.
        let isOfAny = has("(") && has("any", at: 1)
        guard var type = primary() else { return nil }
        while let token, !token.followsSpace {
            switch token.text {
            case "." where has("Type", "Protocol", at: 1):
                let isProtocol = isOfAny || has("Protocol", at: 1)
                type = .structural(["", isProtocol ? ".Protocol" : ".Type"], [type])
                index += 1
            case "?", "!": type = .optional(type)
            case "??": type = .optional(.optional(type))
            default: return type
            }
            index += 1
        }
        return type
    }

    private mutating func primary() -> TypeName? {
        if take("(") { return list(until: ")").map(tuple) }
        if take("[") {
            guard let element = type() else { return nil }
            let value = take(":") ? type() : nil
            guard take("]") else { return nil }
            return value.map { .named("Swift.Dictionary", [element, $0]) }
                ?? .array(element)
        }
        // A number is an argument of a type such as `InlineArray`.
        if let token, token.kind == .number {
            index += 1
            return .named(token.text)
        }
        // What these stand for, only the compiler knows.
        for word in ["some", "each", "repeat"] where take(word) {
            return primary().map { .unknown("\(word) \($0)") }
        }
        // So packs are demangled.
        if has("Pack"), has("{", at: 1) {
            index += 2
            return list(until: "}").map { .pack($0.map(\.type)) }
        }
        return nominal()
    }

    private func tuple(_ elements: [Element]) -> TypeName {
        if elements.isEmpty { return .named("()") }
        if elements.count == 1 { return elements[0].type }
        let labels = elements.map { $0.label.map { "\($0): " } ?? "" }
        let form = ["(" + labels[0]] + labels.dropFirst().map { ", " + $0 } + [")"]
        return .structural(form, elements.map(\.type))
    }

    mutating func nominal() -> TypeName? {
        var parts: [String] = []
        var path: [Int] = []
        var arguments: [TypeName] = []
        repeat {
            if has("("), has("in", at: 2) {
                // The demangler's form of a private name: "(Name in _1F2E)".
                parts.append("(\(tokens[index + 1].text) in \(tokens[index + 3].text))")
                index += 5
            } else {
                guard let token, token.kind == .word else { return nil }
                parts.append(token.text)
                path.append(index)
                index += 1
            }
            if take("<") {
                guard let more = list(until: ">") else { return nil }
                arguments += more.map(\.type)
            }
        } while !has("Type", "Protocol", "self", "init", ".", at: 1) && take(".")
        // What Objective-C and C declare has its own name there, without a module.
        if parts[0] == "__C", parts.count == 2 { return .named(parts[1], arguments) }
        let name = parts.joined(separator: ".")
        if ["Any", "AnyObject", "Void"].contains(name) {
            return typeNamed?(path, arguments) ?? .named("Swift.\(name)")
        }
        guard let typeNamed else {
            // Only a generic parameter stands alone, "A", and only its member types
            // follow it.
            let isShort = parts[0].count <= 3
            let isParameter = isShort && parts[0].dropFirst().allSatisfy(\.isNumber)
            if parts.count > 1, !isParameter { return .named(name, arguments) }
            return .unknown(arguments.isEmpty ? name : name + "<>")
        }
        return typeNamed(path, arguments) ?? .unknown(name)
    }

    private typealias Element = (label: String?, type: TypeName)

    /// Reads the types between commas up to a bracket. A tuple's may have labels, and
    /// those of a protocol are demangled as `Self.App.P.Element == Int`.
    private mutating func list(until end: String) -> [Element]? {
        var elements: [Element] = []
        while !take(end) {
            let label = label()
            if has("Self"), has(".", at: 1) {
                while token != nil, !take("==") { index += 1 }
            }
            guard let type = type() else { return nil }
            elements.append((label, type))
            _ = take(",")
        }
        return elements
    }

    private mutating func label() -> String? {
        guard has(":", at: 1) else { return nil }
        defer { index += 2 }
        return has("_") ? nil : token?.text
    }

    fileprivate var token: Token? { tokens[checked: index] }
    fileprivate func has(_ texts: String..., at distance: Int = 0) -> Bool {
        tokens.has(texts, at: index + distance)
    }

    fileprivate mutating func take(_ texts: String...) -> Bool {
        guard tokens.has(texts, at: index) else { return false }
        index += 1
        return true
    }
}

// Functions.
extension TypeReader {
    /// The attributes before a function's type that are a part of it, in one order.
    fileprivate mutating func attributes() -> [String] {
        var attributes: Set<String> = []
        while take("@") || isAtIsolation {
            if let attribute = attribute() { attributes.insert(attribute) }
        }
        // On a global actor it is implied, but for Swift 5.
        let isIsolated = attributes.contains { $0.contains(".") }
        return attributes.subtracting(isIsolated ? ["@Sendable"] : []).sorted()
    }

    private var isAtIsolation: Bool { has("nonisolated") && has("(", at: 1) }

    private mutating func attribute() -> String? {
        let name = token?.text ?? ""
        switch name {
        case "Sendable", "autoclosure":
            index += 1
            return "@\(name)"
        case "convention", "isolated":
            let value = tokens[checked: index + 2]?.text ?? ""
            index += 4
            return "@\(name)(\(value))"
        // Of these nothing is left at run time, or in demangled names.
        case "concurrent", "escaping", "nonisolated", "preconcurrency":
            index += isAtIsolation ? 4 : 1
            return nil
        default: return nominal().map { "@\($0)" }
        }
    }

    /// The bracket that closes a function's parameters, if such a type is next.
    fileprivate var endOfParameters: Int? {
        guard has("("), let end = tokens[index].partner else { return nil }
        var behind = TypeReader(tokens: tokens, index: end + 1)
        _ = behind.effects()
        return behind.has("->") ? end : nil
    }

    fileprivate mutating func function(
        _ attributes: [String], takingUntil end: Int
    ) -> TypeName? {
        var form: [String] = []
        var types: [TypeName] = []
        /// What stands before the next type.
        var text = (attributes + ["("]).joined(separator: " ")
        index += 1
        while index < end {
            guard let (modifiers, type) = parameter() else { return nil }
            form.append(text + modifiers)
            types.append(type)
            text = take(".") && take(".") && take(".") ? "..." : ""
            if take(",") { text += ", " }
        }
        index = end + 1
        guard let (words, error) = effects(), take("->") else { return nil }
        text += ")" + words
        if let error {
            form.append(text)
            types.append(error)
            text = ")"
        }
        text += " -> " + (has("sending") ? "sending " : "")
        guard let result = type() else { return nil }
        // The parameter of an autoclosure takes an expression of that type.
        if attributes.contains("@autoclosure") { return result }
        return .structural(form + [text, ""], types + [result])
    }

    private mutating func parameter() -> (modifiers: String, type: TypeName)? {
        if has("_"), has(":", at: 2) { index += 1 }
        _ = label()
        var modifiers = ""
        while let word = token?.text,
            take("inout", "consuming", "__owned", "sending", "isolated", "borrowing")
        {
            if word != "borrowing" {
                modifiers += word == "consuming" ? "__owned " : "\(word) "
            }
        }
        return type().map { (modifiers, $0) }
    }

    /// What stands between parameters and arrow: the words, and the type of the errors
    /// behind them, if that is one of its own.
    private mutating func effects() -> (words: String, error: TypeName?)? {
        let isAsync = take("async") ? " async" : ""
        guard take("throws") else { return (isAsync, nil) }
        guard take("(") else { return ("\(isAsync) throws", nil) }
        guard let error = type(), take(")") else { return nil }
        switch error.name {
        case "Swift.Never": return (isAsync, nil)
        case "Swift.Error": return ("\(isAsync) throws", nil)
        default: return ("\(isAsync) throws(", error)
        }
    }
}

extension TypeName {
    init(demangled text: String) {
        var reader = TypeReader(tokens: Lexer.tokens(of: text.utf8))
        let type = reader.type()
        self =
            reader.index == reader.tokens.count ? type ?? .unknown(text) : .unknown(text)
    }
}
