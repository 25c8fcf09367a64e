import Foundation

/// A type, written so that two spellings of one type are equal, whether it is read from words or
/// demangled: `any` is dropped, `Int?` is an `Optional`, a composition is one name, `A & B`.
package indirect enum TypeName: Hashable, Sendable, CustomStringConvertible {
    /// A class, structure, enumeration or protocol in full, with the arguments of all its levels.
    case nominal(String, [TypeName])
    /// A function, a tuple or a metatype; which one, the check can't tell.
    case structural
    /// A type that the check can't tell, as it is spelled.
    case unknown(String)

    static func optional(_ type: TypeName) -> TypeName { .nominal("Swift.Optional", [type]) }
    static func array(_ type: TypeName) -> TypeName { .nominal("Swift.Array", [type]) }

    package var isKnown: Bool {
        if case .nominal(_, let arguments) = self { arguments.allSatisfy(\.isKnown) } else { false }
    }

    /// Whether two types may be the same, as far as they are known.
    func mayEqual(_ other: TypeName) -> Bool {
        switch (self, other) {
        case (.unknown, _), (_, .unknown), (.structural, .structural): true
        case (.nominal(let name, let arguments), .nominal(let other, let others)):
            name == other && zip(arguments, others).allSatisfy { $0.mayEqual($1) }
        default: false
        }
    }

    /// The type with others in the place of unknown ones.
    func replacing(_ types: [String: TypeName]) -> TypeName {
        switch self {
        case .nominal(let name, let arguments):
            .nominal(name, arguments.map { $0.replacing(types) })
        case .unknown(let text): types[text] ?? self
        case .structural: self
        }
    }

    /// The type with the names that Swift has for what it imports.
    func renamed(_ names: [String: String]) -> TypeName {
        guard !names.isEmpty, case .nominal(let name, let arguments) = self else { return self }
        let parts = name.components(separatedBy: " & ").map { names[$0] ?? $0 }
        return .nominal(
            parts.sorted().joined(separator: " & "), arguments.map { $0.renamed(names) })
    }

    var withoutArguments: TypeName {
        if case .nominal(let name, _) = self { .nominal(name, []) } else { self }
    }

    /// The names of all classes, structures, enumerations and protocols in the type.
    var names: [String] {
        guard case .nominal(let name, let arguments) = self else { return [] }
        let members = name.split(separator: "&").map { $0.filter { $0 != " " } }
        return members + arguments.flatMap(\.names)
    }

    /// The type of what an optional or an array holds, which serves a request for either.
    package var element: TypeName? {
        guard case .nominal(let name, let arguments) = self,
            ["Swift.Optional", "Swift.Array"].contains(name)
        else { return nil }
        return arguments.first
    }

    var isArray: Bool { if case .nominal("Swift.Array", _) = self { true } else { false } }

    var shortName: String? {
        guard case .nominal(let name, _) = self else { return nil }
        return name.split(separator: ".").last.map(String.init)?.withoutDiscriminator
    }

    /// A nominal type, by the name that its equals have at run time.
    static func named(_ name: String, _ arguments: [TypeName] = []) -> TypeName {
        switch name {
        case "Swift.Void": .nominal("()", [])
        case "Swift.Sendable" where arguments.isEmpty: .nominal("Swift.Any", [])
        default: .nominal(name, arguments)
        }
    }

    /// A composition, in a fixed order. Marker protocols are left out: at run time
    /// `any P & Sendable` is the very type `any P`.
    static func composed(of members: [TypeName]) -> TypeName {
        // A demangled name has the arguments of all members at the last one.
        guard members.allSatisfy({ if case .nominal(_, []) = $0 { true } else { false } }) else {
            return .structural
        }
        let markers = ["Any", "AnyObject", "Copyable", "Escapable", "BitwiseCopyable"]
        let others = Set(members).subtracting(markers.map { .named("Swift.\($0)") })
        if others.isEmpty { return members.first { $0 != .named("Swift.Any") } ?? members[0] }
        return .nominal(others.map(\.description).sorted().joined(separator: " & "), [])
    }

    /// The type in full, as the run time prints it.
    package var description: String {
        switch self {
        case .nominal("Swift.Dictionary", let arguments) where arguments.count == 2:
            return "[\(arguments[0]): \(arguments[1])]"
        case .nominal("Swift.Array", let arguments) where arguments.count == 1:
            return "[\(arguments[0])]"
        case .nominal("Swift.Optional", let arguments) where arguments.count == 1:
            let type = arguments[0].description
            return type.contains("&") ? "(\(type))?" : "\(type)?"
        case .nominal(let name, let arguments):
            let list = arguments.map(\.description).joined(separator: ", ")
            return name.withoutDiscriminator + (arguments.isEmpty ? "" : "<\(list)>")
        case .structural: return "?"
        case .unknown(let text): return text
        }
    }
}

extension TypeName {
    private static let collections: Set = [
        "Swift.Array", "Swift.Dictionary", "Swift.Optional", "Swift.Set",
    ]

    private static let plainValues: Set = [
        "Foundation.Data", "Foundation.Date", "Foundation.Decimal", "Foundation.URL",
        "Foundation.UUID", "Swift.Bool", "Swift.Character", "Swift.Double", "Swift.Duration",
        "Swift.Float", "Swift.Int", "Swift.Int8", "Swift.Int16", "Swift.Int32", "Swift.Int64",
        "Swift.Int128", "Swift.StaticString", "Swift.String", "Swift.Substring", "Swift.UInt",
        "Swift.UInt8", "Swift.UInt16", "Swift.UInt32", "Swift.UInt64", "Swift.UInt128",
    ]

    /// Whether it is a value of the standard library's or Foundation's, or a collection of such.
    var isPlainValue: Bool {
        guard case .nominal(let name, let arguments) = self else { return false }
        if Self.collections.contains(name) { return arguments.allSatisfy(\.isPlainValue) }
        return Self.plainValues.contains(
            name.replacing("FoundationEssentials.", with: "Foundation."))
    }
}

extension String {
    /// A demangled name without what tells private namesakes apart: `A.(B in _1F)` as `A.B`.
    fileprivate var withoutDiscriminator: String {
        guard contains(" in _") else { return self }
        return split(separator: ".").map { part in
            part.hasPrefix("(") ? part.dropFirst().prefix { $0 != " " } : part
        }.joined(separator: ".")
    }
}

/// A class, structure, enumeration or protocol, as it is declared.
package struct DeclaredType: Hashable {
    /// The unique identifier, the same in every file and module.
    package let usr: String
    package let name: TypeName
    let isProtocol: Bool
}
