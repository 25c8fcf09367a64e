/// What is known of the types of a program, apart from their names.
struct TypeRelations {
    var values: Set<TypeName> = []
    /// For each protocol where its primary associated types stand if they are sorted by
    /// their names.
    var protocols: [String: [Int]] = [:]
    /// The names of the package's types that nobody outside their module can name.
    var internalTypes: Set<String> = []
    /// For each type those that it conforms to or inherits from, also indirectly.
    var ancestors: [TypeName: Set<TypeName>] = [:]

    func isValue(_ type: TypeName) -> Bool {
        if let element = type.element, !type.isArray { return isValue(element) }
        return type.isArray || type.isPlainValue || values.contains(type.withoutArguments)
    }

    private static let keywords: Set<Substring> = [
        "Protocol", "Self", "Type", "as", "case", "class", "default", "in", "is", "self",
        "var",
    ]

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
                member.trimmingPrefix(module + ".").split(separator: ".").map {
                    Self.keywords.contains($0) || $0.contains(" ") ? "`\($0)`" : "\($0)"
                }.joined(separator: ".")
            }
            if name == "Swift.Any" { return "Any" }
            let isAny = members.count > 1 || protocols[name] != nil
            let start = (isAny ? "any " : "") + members.joined(separator: " & ")
            return list.isEmpty ? start : "\(start)<\(list.joined(separator: ", "))>"
        }
    }
}
