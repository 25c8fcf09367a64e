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
        var isAutoclosure = false
        while take("@") {
            isAutoclosure = isAutoclosure || has("autoclosure")
            index += 1
        }
        var members: [TypeName] = []
        repeat {
            guard let member = postfix() else { return nil }
            members.append(member)
        } while take("&")
        while take("async", "throws") {}
        if take("->") {
            guard let result = type() else { return nil }
            // The parameter of an autoclosure takes an expression of that type.
            return isAutoclosure ? result : .structural
        }
        if members.count == 1 { return members[0] }
        // The compiler leaves out what another member implies.
        let implied = Set(members.flatMap { ancestors[$0, default: []] })
        return .composed(of: members.filter { !implied.contains($0) })
    }

    private mutating func postfix() -> TypeName? {
        guard var type = primary() else { return nil }
        while let token, !token.followsSpace {
            switch token.text {
            case "." where has("Type", "Protocol", at: 1):
                (type, index) = (.structural, index + 1)
            case "?", "!": type = .optional(type)
            case "??": type = .optional(.optional(type))
            default: return type
            }
            index += 1
        }
        return type
    }

    private mutating func primary() -> TypeName? {
        if take("(") {
            return list(until: ")").map {
                $0.count > 1 ? .tuple($0) : $0.first ?? .named("()")
            }
        }
        if take("[") {
            guard let element = type() else { return nil }
            let value = take(":") ? type() : nil
            guard take("]") else { return nil }
            return value.map { .named("Swift.Dictionary", [element, $0]) }
                ?? .array(element)
        }
        // What these stand for, only the compiler knows.
        for word in ["some", "each", "repeat"] where take(word) {
            return primary().map { .unknown("\(word) \($0)") }
        }
        return nominal()
    }

    private mutating func nominal() -> TypeName? {
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
                arguments += more
            }
        } while !has("Type", "Protocol", "self", "init", ".", at: 1) && take(".")
        // What Objective-C and C declare has its own name there, without a module.
        if parts[0] == "__C", parts.count == 2 { return .named(parts[1], arguments) }
        let name = parts.joined(separator: ".")
        if ["Any", "AnyObject", "Void"].contains(name) { return .named("Swift.\(name)") }
        guard let typeNamed else {
            // Only a generic parameter stands alone, "A", and only its member types
            // follow it.
            let isParameter =
                parts[0].count <= 3 && parts[0].dropFirst().allSatisfy(\.isNumber)
            return !isParameter && parts.count > 1
                ? .named(name, arguments)
                : .unknown(arguments.isEmpty ? name : name + "<>")
        }
        return typeNamed(path, arguments) ?? .unknown(name)
    }

    /// Reads the types between commas up to a bracket. A tuple's may have labels, and
    /// those of a protocol are demangled as `Self.App.P.Element == Int`.
    private mutating func list(until end: String) -> [TypeName]? {
        var types: [TypeName] = []
        while !take(end) {
            if has(":", at: 1) { index += 2 }
            if has("Self"), has(".", at: 1) {
                while token != nil, !take("==") { index += 1 }
            }
            guard let type = type() else { return nil }
            types.append(type)
            _ = take(",")
        }
        return types
    }

    private var token: Token? { tokens.dropFirst(index).first }
    private func has(_ texts: String..., at distance: Int = 0) -> Bool {
        tokens.dropFirst(index + distance).first.map { texts.contains(where: $0.is) }
            == true
    }

    private mutating func take(_ texts: String...) -> Bool {
        guard let token, texts.contains(where: token.is) else { return false }
        index += 1
        return true
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
