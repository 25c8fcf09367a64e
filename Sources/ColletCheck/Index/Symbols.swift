extension IndexSymbol {
    var isType: Bool { [.enum, .struct, .class, .protocol, .typealias].contains(kind) }
    var isVariable: Bool {
        [.variable, .instanceProperty, .staticProperty, .classProperty].contains(kind)
    }
    /// Whether it is a variable that no object has of its own.
    var isShared: Bool { isVariable && kind != .instanceProperty }
    var isFunction: Bool {
        [.function, .instanceMethod, .classMethod, .staticMethod, .constructor].contains(
            kind)
    }
    var isComponent: Bool { kind == .instanceMethod && name.hasPrefix("component(") }

    /// Its name without the labels of parameters.
    var baseName: Substring { name.prefix { $0 != "(" } }

    var isOfSwift: Bool { usr.hasPrefix("s:") }

    /// The symbol as its identifier says it in full, or `nil` if it is none of Swift's.
    var demangled: String? {
        isOfSwift ? demangler.demangled("$s" + usr.dropFirst(2)) : nil
    }

    func typeName(_ arguments: [TypeName] = []) -> TypeName? {
        let parts = usr.split(whereSeparator: "@)".contains)
        if usr.hasPrefix("c:@M@"), parts.count > 2 {
            return .named("\(parts[2]).\(name)")
        }
        if usr.hasPrefix("c:"), let last = parts.last {
            return .named(String(last), arguments)
        }
        return demangled.map { TypeName(demangled: $0) }.flatMap {
            $0.name ?? $0.spelling
        }
        .map { .named($0, arguments) }
    }

    var signature: Signature? {
        // A case with a payload is a function of its type that gives a function.
        let text =
            kind == .enumCase
            ? demangled?.split(separator: "Type) -> ").last : demangled?[...]
        return text.flatMap { Signature(demangled: String($0)) }
    }

    var variableType: TypeName? {
        guard isVariable, let text = demangled, let sign = text.firstRange(of: " : ")
        else {
            return nil
        }
        return TypeName(demangled: String(text[sign.upperBound...]))
    }
}
