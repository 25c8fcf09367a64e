import Foundation

/// What is known of the types of a program, apart from their names.
struct TypeRelations {
    var values: Set<TypeName> = []
    /// For each protocol where its primary associated types stand if they are sorted by
    /// their names.
    var protocols: [String: [Int]] = [:]
    /// The names of the package's types that nobody outside their module can name.
    var internalTypes: Set<String> = []
    /// How many modules have a type of some name that is declared in no other one.
    var globalNames: [String: Int] = [:]
    /// What Swift calls the types of Objective-C and C that the program names.
    var importedNames: Set<String> = []
    /// The types that only the main actor makes.
    var mainActorTypes: Set<TypeName> = []
    /// For each type those that it conforms to or inherits from, also indirectly.
    var ancestors: [TypeName: Set<TypeName>] = [:]

    /// The names of the types that conform to one of some types, or inherit from it.
    func subtypes(of names: Set<String>) -> Set<String> {
        if names.isEmpty { return [] }
        let types = ancestors.filter { _, bases in
            !names.isDisjoint(with: bases.flatMap(\.names))
        }
        return Set(types.keys.flatMap(\.names))
    }

    func isValue(_ type: TypeName) -> Bool {
        if let element = type.element, !type.isArray { return isValue(element) }
        let isValue = type.isStructural || type.isArray || type.isPlainValue
        return isValue || values.contains(type.withoutArguments)
    }

    /// A type, with those that it conforms to or inherits from.
    func kinds(of type: TypeName) -> Set<TypeName> {
        ancestors[type, default: []].union([type])
    }

    /// Whether a type is made on the main actor, as far as attributes say so.
    func isOnMainActor(_ type: TypeName) -> Bool {
        !kinds(of: type).isDisjoint(with: mainActorTypes)
    }

    /// Whether a type is called by its name in Swift; of what the program doesn't name
    /// only the one in Objective-C or C is known, without a module.
    func isNamedInSwift(_ type: TypeName) -> Bool {
        type.names.allSatisfy { name in
            let isSwifts = name.contains(".") && !name.hasPrefix("__C.")
            return isSwifts || importedNames.contains(name)
        }
    }

    /// The words that are no names without backticks.
    private static let keywords = Set(
        words: """
            Any Protocol Self Type as associatedtype break case catch class continue \
            default defer deinit do else enum extension fallthrough false fileprivate for \
            func guard if import in init inout internal is let nil operator \
            precedencegroup private protocol public repeat rethrows return self static \
            struct subscript super switch throw throws true try typealias var where while
            """)

    /// How code in a module writes a type: without the module's name, which may be a
    /// type's, too.
    func spelling(of type: TypeName, in module: String) -> String {
        type.text { name, arguments in
            let order = protocols[name] ?? []
            let list =
                order.count == arguments.count ? order.map { arguments[$0] } : arguments
            // The compiler has another kind of space in names.
            let names = name.withoutDiscriminator.replacing("\u{A0}", with: " ")
            let members = names.components(separatedBy: " & ").map { member in
                path(to: member, from: module).map(Self.quoted).joined(separator: ".")
            }
            if name == "Swift.Any" { return "Any" }
            let isAny = members.count > 1 || protocols[name] != nil
            let start = (isAny ? "any " : "") + members.joined(separator: " & ")
            return list.isEmpty ? start : "\(start)<\(list.joined(separator: ", "))>"
        }
    }

    /// A part of a name, in backticks where it needs them.
    private static func quoted(_ part: String) -> String {
        let isPlain = !keywords.contains(part) && !part.contains(" ")
        return isPlain ? part : "`\(part)`"
    }

    /// A name without the module, where code is in that, or a type has the module's name.
    /// A cure may be followed in another module, and that may have a type of the name.
    private func path(to name: String, from module: String) -> ArraySlice<String> {
        let path = name.split(separator: ".").map(String.init)[...]
        guard path.count > 1 else { return path }
        let isShared = globalNames[path[1], default: 0] > 1
        let isOwn = path[0] == module && !isShared
        let isHidden = isOwn || globalNames[path[0]] != nil
        return isHidden ? path.dropFirst() : path
    }
}
