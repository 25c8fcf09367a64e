/// A type, written so that two spellings of one type are equal.
///
/// It is read from two sources: a symbol's demangled identifier, and the words in a source file,
/// each looked up in the index. `any` is dropped, sugar is kept (`Int?`, `[Int]`), a composition is
/// one name: `A & B`.
package indirect enum TypeName: Hashable, Sendable {
    /// A class, structure, enumeration or protocol by its full name, with the generic arguments
    /// of all its levels in order.
    case nominal(String, [TypeName])
    case optional(TypeName)
    case array(TypeName)
    /// A function, a tuple or a metatype; which one, the check can't tell.
    case structural
    /// A type that the check can't tell, as it is spelled.
    case unknown(String)

    package var isKnown: Bool {
        switch self {
        case .nominal(_, let arguments): arguments.allSatisfy(\.isKnown)
        case .optional(let type), .array(let type): type.isKnown
        case .structural, .unknown: false
        }
    }

    /// Whether two types may be the same, as far as they are known.
    func mayEqual(_ other: TypeName) -> Bool {
        switch (self, other) {
        case (.unknown, _), (_, .unknown), (.structural, .structural): true
        case (.nominal(let name, _), .nominal(let other, _)): name == other
        case (.optional(let type), .optional(let other)): type.mayEqual(other)
        case (.array(let type), .array(let other)): type.mayEqual(other)
        default: false
        }
    }

    /// The classes, structures, enumerations and protocols in the type, without their arguments.
    var nominals: [TypeName] {
        switch self {
        case .nominal(let name, let arguments):
            [.nominal(name, [])] + arguments.flatMap(\.nominals)
        default: element?.nominals ?? []
        }
    }

    /// The type of what an optional or an array holds, which serves a request for either.
    package var element: TypeName? {
        switch self {
        case .optional(let type), .array(let type): type
        default: nil
        }
    }

    var shortName: String? {
        guard case .nominal(let name, _) = self else { return nil }
        return name.split(separator: ".").last.map(String.init)?.withoutDiscriminator
    }

    /// A nominal type, with the sugar that the standard library's have.
    static func named(_ name: String, _ arguments: [TypeName] = []) -> TypeName {
        switch (name, arguments.count) {
        case ("Swift.Optional", 1): .optional(arguments[0])
        case ("Swift.Array", 1): .array(arguments[0])
        case ("Swift.Void", 0): .nominal("()", [])
        case ("Swift.Sendable", 0): .nominal("Swift.Any", [])
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
}

extension TypeName: CustomStringConvertible {
    /// The type in full, as the run time prints it.
    package var description: String {
        switch self {
        case .nominal("Swift.Dictionary", let arguments) where arguments.count == 2:
            return "[\(arguments[0]): \(arguments[1])]"
        case .nominal(let name, let arguments):
            let list = arguments.map(\.description).joined(separator: ", ")
            return name.withoutDiscriminator + (arguments.isEmpty ? "" : "<\(list)>")
        case .optional(.nominal(let name, [])) where name.contains("&"): return "(\(name))?"
        case .optional(let type): return "\(type)?"
        case .array(let type): return "[\(type)]"
        case .structural: return "?"
        case .unknown(let text): return text
        }
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
