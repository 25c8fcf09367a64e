/// A type, written so that two spellings of one type are equal.
///
/// It is read from two sources: a symbol's demangled identifier, and the words in a source file,
/// each looked up in the index. `any` is dropped, sugar is kept (`Int?`, `[Int]`), compositions
/// are sorted.
indirect enum TypeName: Hashable, Sendable {
    /// A class, structure, enumeration or protocol by its full name, with the generic arguments
    /// of all its levels in order.
    case nominal(String, [TypeName])
    case optional(TypeName)
    case array(TypeName)
    case dictionary(TypeName, TypeName)
    case tuple([TupleElement])
    case function(Function)
    case composition([TypeName])
    case metatype(TypeName)
    /// A type that the check can't tell, as it is spelled.
    case unknown(String)

    struct TupleElement: Hashable, Sendable {
        let label: String?
        let type: TypeName
    }

    struct Function: Hashable, Sendable {
        /// The attributes that make a difference, such as `@Sendable`, sorted.
        let attributes: [String]
        let parameters: [TypeName]
        /// `async`, `throws` or both.
        let effects: String
        let result: TypeName
    }

    /// Whether all of the type is known.
    var isKnown: Bool {
        parts.allSatisfy { if case .unknown = $0 { false } else { true } }
    }

    /// Whether two types may be the same, as far as they are known.
    func mayEqual(_ other: TypeName) -> Bool {
        switch (self, other) {
        case (.unknown, _), (_, .unknown): true
        case (.nominal(let name, _), .nominal(let other, _)): name == other
        case (.optional(let type), .optional(let other)): type.mayEqual(other)
        case (.nominal, _), (_, .nominal), (.optional, _), (_, .optional): false
        default: true
        }
    }

    /// Whether every class, structure, enumeration and protocol in the type fulfils a condition;
    /// each is given without its generic arguments.
    func allNominals(_ condition: (TypeName) -> Bool) -> Bool {
        parts.allSatisfy {
            if case .nominal(let name, _) = $0 { condition(.nominal(name, [])) } else { true }
        }
    }

    /// The type itself and all types that it is made of.
    private var parts: [TypeName] {
        let inner: [TypeName] =
            switch self {
            case .unknown: []
            case .nominal(_, let arguments): arguments
            case .optional(let type), .array(let type), .metatype(let type): [type]
            case .dictionary(let key, let value): [key, value]
            case .tuple(let elements): elements.map(\.type)
            case .composition(let members): members
            case .function(let function): function.parameters + [function.result]
            }
        return [self] + inner.flatMap(\.parts)
    }

    /// The type of what an optional or an array holds, which serves a request for either.
    var element: TypeName? {
        switch self {
        case .optional(let type), .array(let type): type
        default: nil
        }
    }

    /// The last part of a nominal type's name.
    var shortName: String? {
        guard case .nominal(let name, _) = self else { return nil }
        return name.split(separator: ".").last.map(String.init)?.withoutDiscriminator
    }

    /// A composition, flattened and in a fixed order.
    ///
    /// Marker protocols are left out: at run time `any P & Sendable` is the very type `any P`.
    static func composed(of members: [TypeName]) -> TypeName {
        var flat: [TypeName] = []
        for member in members {
            if case .composition(let inner) = member { flat += inner } else { flat.append(member) }
        }
        let unique = Set(flat).subtracting(markers).sorted { $0.description < $1.description }
        if unique.isEmpty {
            return flat.contains(anyObject) ? anyObject : .nominal("Swift.Any", [])
        }
        return unique.count == 1 ? unique[0] : .composition(unique)
    }

    private static let anyObject = TypeName.nominal("Swift.AnyObject", [])

    private static let markers: Set<TypeName> = [
        .nominal("Swift.Any", []), .nominal("Swift.Copyable", []),
        .nominal("Swift.Escapable", []), .nominal("Swift.BitwiseCopyable", []),
        // No marker, but most compositions with it have a class or a class's protocol besides.
        anyObject,
    ]

    /// The type with each composition's members replaced by what a closure makes of them.
    func mapCompositions(_ transform: ([TypeName]) -> [TypeName]) -> TypeName {
        /// The same for a part.
        func map(_ type: TypeName) -> TypeName { type.mapCompositions(transform) }
        switch self {
        case .composition(let members): return .composed(of: transform(members))
        case .nominal(let name, let arguments): return .nominal(name, arguments.map(map))
        case .optional(let type): return .optional(map(type))
        case .array(let type): return .array(map(type))
        case .metatype(let type): return .metatype(map(type))
        case .dictionary(let key, let value): return .dictionary(map(key), map(value))
        case .tuple(let elements):
            return .tuple(elements.map { TupleElement(label: $0.label, type: map($0.type)) })
        case .function(let function):
            return .function(
                Function(
                    attributes: function.attributes,
                    parameters: function.parameters.map(map),
                    effects: function.effects,
                    result: map(function.result)
                )
            )
        case .unknown: return self
        }
    }

    /// A nominal type, with the sugar that the standard library's have.
    static func named(_ name: String, _ arguments: [TypeName] = []) -> TypeName {
        switch (name, arguments.count) {
        case ("Swift.Optional", 1): .optional(arguments[0])
        case ("Swift.Array", 1): .array(arguments[0])
        case ("Swift.Dictionary", 2): .dictionary(arguments[0], arguments[1])
        case ("Swift.Void", 0): .tuple([])
        case ("Swift.Sendable", 0): .nominal("Swift.Any", [])
        default: .nominal(name, arguments)
        }
    }

    /// A protocol's arguments. The compiler sorts them by the names of the associated types, the
    /// source has them as the protocol declares them; here neither order counts.
    static func unordered(_ arguments: [TypeName]) -> [TypeName] {
        arguments.sorted { $0.description < $1.description }
    }

    static func tupled(_ elements: [TupleElement]) -> TypeName {
        elements.count == 1 && elements[0].label == nil ? elements[0].type : .tuple(elements)
    }
}

extension TypeName: CustomStringConvertible {
    /// The type in full, as the run time prints it.
    var description: String {
        switch self {
        case .nominal(let name, let arguments):
            let name = name.withoutDiscriminator
            return arguments.isEmpty ? name : "\(name)<\(Self.list(arguments))>"
        case .optional(let type): return type.isSimple ? "\(type)?" : "(\(type))?"
        case .array(let type): return "[\(type)]"
        case .dictionary(let key, let value): return "[\(key): \(value)]"
        case .tuple(let elements):
            let texts = elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.description }
            return "(\(texts.joined(separator: ", ")))"
        case .composition(let members):
            return members.map(\.description).joined(separator: " & ")
        case .metatype(let type): return type.isSimple ? "\(type).Type" : "(\(type)).Type"
        case .function(let function):
            let words = function.attributes + ["(\(Self.list(function.parameters)))"]
            let effects = function.effects.isEmpty ? [] : [function.effects]
            return (words + effects + ["->", function.result.description]).joined(separator: " ")
        case .unknown(let text): return text
        }
    }

    private var isSimple: Bool {
        switch self {
        case .composition, .function: false
        default: true
        }
    }

    private static func list(_ types: [TypeName]) -> String {
        types.map(\.description).joined(separator: ", ")
    }
}

extension String {
    /// A demangled name without what tells private namesakes apart: `A.(B in _1F)` as `A.B`.
    var withoutDiscriminator: String {
        guard contains(" in _") else { return self }
        var result = ""
        var rest = self[...]
        while let open = rest.firstIndex(of: "(") {
            result += rest[..<open]
            let inside = rest[rest.index(after: open)...]
            guard let close = inside.firstIndex(of: ")") else { break }
            result += inside[..<close].split(separator: " ").first ?? ""
            rest = inside[inside.index(after: close)...]
        }
        return result + rest
    }
}

extension TypeName.Function {
    /// Makes a function type of what a reader found around its arrow.
    ///
    /// - Parameter domain: What stands before the arrow: a tuple of the parameters, or the one.
    init(attributes: [String], domain: TypeName, effects: [String], result: TypeName) {
        var parameters = [domain]
        if case .tuple(let elements) = domain { parameters = elements.map(\.type) }
        // What is on a global actor is "@Sendable" anyway.
        let sendable = "@Sendable"
        let others = attributes.filter { $0 != sendable }
        self.init(
            attributes: (others.isEmpty ? attributes : others).sorted(),
            parameters: parameters,
            effects: effects.joined(separator: " "),
            result: result
        )
    }
}
