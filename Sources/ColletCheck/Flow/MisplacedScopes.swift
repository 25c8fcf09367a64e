extension ProgramCode {
    /// The scopes that components are asked for of, but that no object keeps.
    var misplacedScopes: [MisplacedScope] {
        calls.filter { $0.use == .scope }.compactMap { call in
            let holder = declarations[call.container]
            let isStatic =
                holder?.kind == .staticProperty && holder?.initialValue != nil
            let isGiven =
                call.expression.isResult && call.node.body?.kind == .declaration
            let uses =
                holder?.kind == .instanceMethod ? call.ownUses : []
            let named = isStatic || isGiven ? mentions(of: call.container ?? "") : uses
            let isAsked = named.contains(where: \.isAskedForComponents)
            return isAsked ? MisplacedScope(site: call.site, isStatic: isStatic) : nil
        }
    }
}

extension Mention {
    /// Whether components are asked for of what it gives.
    fileprivate var isAskedForComponents: Bool {
        file.isToken(expression.end + 1, "graph", "shared", "weak", behind: ".")
    }

    /// Where a method uses what it makes for itself, if it does so once.
    fileprivate var ownUses: [Mention] {
        guard let variable = expression.variable else { return [self] }
        let uses = file.mentions(ofLocal: variable).map(moved)
        return uses.count == 1 && node == uses[0].node ? uses : []
    }
}
