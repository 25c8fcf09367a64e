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
            let fault = isStatic ? MisplacedScope.Fault.ofProcess : .ofCall
            return isAsked ? MisplacedScope(site: call.site, fault: fault) : nil
        }
            + calls.compactMap { call in
                call.ignoredParameter.map { parameter in
                    MisplacedScope(
                        site: call.site, fault: .ignoring(parameter: parameter))
                }
            }
    }
}

extension Mention {
    /// The parameter of a component that stands in what a scope keeps without a key.
    fileprivate var ignoredParameter: String? {
        let isKept = ["shared(", "weak("].contains(where: symbol.name.hasPrefix)
        guard use == .component, isKept, arguments["for"] == nil else { return nil }
        let made = arguments.unlabelled.last?.braces?.inside ?? 0..<0
        return declarations[container]?.parameters.map(\.name).first { name in
            made.contains { index in
                let isMember = file.isToken(index - 1, ".")
                let isLabel = file.isToken(index + 1, ":")
                return file.isToken(index, name) && !isMember && !isLabel
            }
        }
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
