/// What is known of the types that keys name.
struct Types {
    /// By a type's name, its declaration.
    var declarations: [String: Declaration] = [:]
    /// By type, the protocols that it conforms to.
    var conformances: [String: [String]] = [:]
    /// The modules that declare a type of a name.
    var modules: [String: [String]] = [:]

    /// All that a type is besides itself: its protocols and superclasses, with what those
    /// inherit, as far as they are declared here.
    func kinds(of type: String) -> Set<String> {
        var kinds: Set<String> = []
        var open = [type.baseName]
        while let name = open.popLast() {
            let inherited = declarations[name]?.inherited ?? []
            for kind in inherited + (conformances[name] ?? [])
            where kinds.insert(kind).inserted {
                open.append(kind.baseName)
            }
        }
        return kinds
    }

    func declaration(of type: String) -> Declaration? {
        declarations[type.baseName]
    }
}
