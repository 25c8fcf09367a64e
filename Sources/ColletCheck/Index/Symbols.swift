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
    /// Whether it is what runs when a property is set, and not what gives its value.
    var isSetter: Bool { name.hasPrefix("setter:") }
    var isComponent: Bool { kind == .instanceMethod && name.hasPrefix("component(") }

    /// Its name without the labels of parameters.
    var baseName: Substring { name.prefix { $0 != "(" } }

    var isOfSwift: Bool { usr.hasPrefix("s:") }
    /// The module of one of Swift's symbols, which is first in its identifier: `s:6Collet`.
    var module: Substring {
        let name = usr.dropFirst(2).drop(while: \.isNumber)
        return name.prefix(Int(usr.dropFirst(2).prefix(while: \.isNumber)) ?? 0)
    }
    /// Whether it is a type of C or Objective-C that no Swift code declares.
    var isImported: Bool { isType && !isOfSwift && !usr.hasPrefix("c:@M@") }

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
        let type = demangled.map(TypeName.init(demangled:))
        return type.flatMap { $0.name ?? $0.spelling }.map { .named($0, arguments) }
    }

    var signature: Signature? {
        // A case with a payload is a function of its type that gives a function.
        let isCase = kind == .enumCase
        let text =
            isCase ? demangled?.split(separator: "Type) -> ").last : demangled?[...]
        return text.flatMap { Signature(demangled: String($0)) }
    }

    var variableType: TypeName? {
        let parts = isVariable ? demangled?.split(separator: " : ", maxSplits: 1) : nil
        return parts?.dropFirst().last.map { TypeName(demangled: String($0)) }
    }
}
