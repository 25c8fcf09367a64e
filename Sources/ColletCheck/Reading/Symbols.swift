private import ColletIndexStore
import Foundation

extension IndexSymbol {
    var isType: Bool { [.enum, .struct, .class, .protocol, .typealias].contains(kind) }
    var isVariable: Bool {
        [.variable, .instanceProperty, .staticProperty, .classProperty].contains(kind)
    }
    var isFunction: Bool {
        [.function, .instanceMethod, .classMethod, .staticMethod, .constructor].contains(kind)
    }
    var isComponent: Bool { kind == .instanceMethod && name.hasPrefix("component(") }

    /// The symbol as its identifier says it in full, or `nil` if it is none of Swift's.
    var demangled: String? {
        usr.hasPrefix("s:") ? ColletCheck.demangled("$s" + usr.dropFirst(2)) : nil
    }

    func typeName(_ arguments: [TypeName] = []) -> TypeName? {
        if usr.hasPrefix("c:@M@"), let module = usr.split(separator: "@").dropFirst(2).first {
            return .named("\(module).\(name)")
        }
        if usr.hasPrefix("c:"), let name = usr.split(whereSeparator: "@)".contains).last {
            return .named(String(name), arguments)
        }
        return demangled.flatMap { TypeName(demangled: $0).name }.map { .named($0, arguments) }
    }

    var signature: Signature? { demangled.flatMap(Signature.init) }

    var variableType: TypeName? {
        guard isVariable, let text = demangled, let colon = text.range(of: " : ")
        else { return nil }
        return TypeName(demangled: String(text[colon.upperBound...]))
    }
}

/// A symbol's full name, from its name in an object file; `nil` if it is none of Swift's.
func demangled(_ name: String) -> String? {
    guard let result = swift_demangle(name, name.utf8.count, nil, nil, 0) else { return nil }
    defer { free(result) }
    return String(cString: result)
}
