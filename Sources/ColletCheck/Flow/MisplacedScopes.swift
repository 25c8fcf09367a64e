extension ProgramCode {
    /// The scopes that components are asked for of, but that no object keeps; and those
    /// that forget what a component is given.
    var misplacedScopes: [MisplacedScope] {
        calls.compactMap { call in
            let fault = call.use == .scope ? fault(ofScope: call) : call.ignoredParameter
            return fault.map { MisplacedScope(site: call.site, fault: $0) }
        }
    }

    private func fault(ofScope call: Mention) -> MisplacedScope.Fault? {
        let holder = declarations[call.container]
        let isStatic = holder?.kind == .staticProperty && holder?.initialValue != nil
        let isGiven = call.expression.isResult && call.node.body?.kind == .declaration
        let uses = holder?.kind == .instanceMethod ? call.ownUses : []
        let named = isStatic || isGiven ? mentions(of: call.container ?? "") : uses
        let isAsked = named.contains(where: \.isAskedForComponents)
        if !isAsked { return nil }
        return isStatic ? .ofProcess : .ofCall
    }
}

extension Mention {
    /// The parameter of a component that stands in what a scope keeps without a key.
    fileprivate var ignoredParameter: MisplacedScope.Fault? {
        let isKept = ["shared(", "weak("].contains(where: symbol.name.hasPrefix)
        let key = arguments["for"]
        guard use == .component, isKept, key == nil else { return nil }
        let made = arguments.unlabelled.last?.braces?.inside ?? 0..<0
        let names = declarations[container]?.parameters.map(\.name) ?? []
        let name = names.first { !file.values(named: $0, in: made).isEmpty }
        return name.map { .ignoring(parameter: $0) }
    }

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
