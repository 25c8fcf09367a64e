extension ProgramCode {
    /// The members of classes that no object has: all subclasses override them, without
    /// `super`, and nobody makes an object of the class itself.
    var replacedMembers: Set<USR> {
        Set(declarations.witnesses.keys.filter(isReplaced))
    }

    private func isReplaced(_ member: USR) -> Bool {
        // Initializers call each other by themselves, and a class method needs no object.
        if declarations[member]?.isOfObject != true { return false }
        guard let type = declarations.type(around: member),
            declarations.types[type]?.kind == .class
        else { return false }
        if mentions(of: member).contains(where: \.isOfSuper) { return false }
        let overriding = declarations.witnesses[member, default: [:]].keys
        let subclasses = declarations.bases.reversed[type]
        return subclasses.isSubset(of: overriding) && !mayBeMade(type)
    }

    /// Whether something may make an object of a class that is of no subclass.
    private func mayBeMade(_ type: USR) -> Bool {
        let inherits = declarations.superclass(of: type) != nil
        let isKnown = declarations[type]?.hasUnknownAttribute != false
        if inherits || isKnown || declarations.isKnownToOthers(type) { return true }
        let isNamed = mentions(of: type).contains {
            $0.file.isToken($0.index + 2, "self")
        }
        let made = declarations.initializers(of: type).flatMap(mentions)
        return isNamed || made.contains { !$0.isOfSuper && !$0.isOfAnother(type) }
    }
}

extension Mention {
    var isOfSuper: Bool { file.isToken(index - 2, "super") }

    /// Whether an initializer is a subclass's that inherits it.
    fileprivate func isOfAnother(_ type: USR) -> Bool {
        let named = file.symbol(at: index) { $0.kind == .class }
        return named.map { $0.usr != type } == true
    }
}
