/// What is known of the types that keys name.
struct Types {
    /// By a type's name, its declaration.
    var declarations: [String: Declaration] = [:]
    /// By type, the protocols that it conforms to.
    var conformances: [String: [String]] = [:]

    /// All that a type is besides itself: its protocols and superclasses, with what those
    /// inherit, as far as they are declared here.
    func kinds(of type: String) -> Set<String> {
        var kinds: Set<String> = []
        var open = [Program.baseName(type)]
        while let name = open.popLast() {
            let inherited = declarations[name]?.inherited ?? []
            for kind in inherited + (conformances[name] ?? [])
            where kinds.insert(kind).inserted {
                open.append(Program.baseName(kind))
            }
        }
        return kinds
    }

    func declaration(of type: String) -> Declaration? {
        declarations[Program.baseName(type)]
    }
}

extension Types {
    init(_ program: Program) {
        declarations = program.declarations
        conformances = program.tables.conformances
    }
}
