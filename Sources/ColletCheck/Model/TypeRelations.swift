struct TypeRelations {
    /// The types that make a `Scope` of their own and keep it, perhaps in what they keep.
    var scopeHolders: Set<TypeName> = []
    var values: Set<TypeName> = []
    var protocols: Set<TypeName> = []
    /// The names of the package's types that nobody outside their module can name.
    var internalTypes: Set<String> = []
    /// For each type those that it conforms to or inherits from, also indirectly.
    var ancestors: [TypeName: Set<TypeName>] = [:]

    func isValue(_ type: TypeName) -> Bool {
        if let element = type.element, !type.isArray { return isValue(element) }
        return type.isArray || type.isPlainValue || values.contains(type.withoutArguments)
    }

    /// How a closure writes that it makes a value of a type.
    func spelling(of type: TypeName) -> String {
        let bare = type.withoutArguments
        let isAny = protocols.contains(bare) || bare.description.contains("&")
        return isAny ? "any \(type)" : type.description
    }
}
