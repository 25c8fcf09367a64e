extension ProgramCode {
    /// The types that make a `Scope` of their own and keep it, perhaps in what they keep.
    var scopeHolders: Set<TypeName> {
        // By what they keep, who keeps that; `nil` stands for a scope.
        var holders = Links<USR?>()
        for maker in mentions where maker.symbol.kind == .constructor && maker.isKept {
            let made = declarations.type(around: maker.symbol.usr)
            // Of what other modules make nothing is known.
            guard made != nil || maker.use == .scope else { continue }
            holders.add([declarations.type(around: maker.container)], to: made)
        }
        let all = holders.reached(from: [nil])
        return Set(all.compactMap { declarations.declaredType($0)?.name })
    }
}

extension Mention {
    /// Whether an object keeps what is made: as a property's value, or one that its
    /// initializer sets.
    fileprivate var isKept: Bool {
        let holder = declarations[container]
        return switch holder?.kind {
        case .instanceProperty: holder?.initialValue != nil
        case .constructor: isPropertyOrDefault
        default: false
        }
    }

    private var isPropertyOrDefault: Bool {
        guard let target = word.target else { return false }
        // A parameter that is made where nobody gives it is to be kept.
        return word.isDefault || file.symbol(at: target)?.kind == .instanceProperty
    }
}
