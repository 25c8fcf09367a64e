extension ProgramCode {
    /// The types that make a `Scope` of their own and keep it, perhaps in what they keep.
    var scopeHolders: Set<TypeName> {
        var kept = Links<Kept>()
        let makers = mentions.filter { $0.symbol.kind == .constructor }
        for maker in makers where maker.isKept {
            let type = declarations.type(around: maker.container)
            if let type, let made = maker.made { kept.add([made], to: .type(type)) }
        }
        let holders = kept.targets.keys.filter {
            kept.reached(from: [$0]).contains(.scope)
        }
        return Set(holders.compactMap { declarations.declaredType($0.type)?.name })
    }
}

/// What an object makes and keeps.
private enum Kept: Hashable {
    case scope, type(USR)

    var type: USR? {
        if case .type(let usr) = self { return usr }
        return nil
    }
}

extension Mention {
    /// What an initializer makes.
    fileprivate var made: Kept? {
        if use == .scope { return .scope }
        return declarations.type(around: symbol.usr).map(Kept.type)
    }

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
