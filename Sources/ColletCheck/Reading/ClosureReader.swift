// The types that the compiler found for closures, as the object file says them.
extension FileReader {
    /// The type that a closure returns, or that of the value which `Resolver.register` takes as one;
    /// `nil` if no object tells it.
    func compiledType(of maker: Range<Int>, at index: Int, in container: String?) -> TypeName? {
        let isWritten = file.isToken(maker.lowerBound, "{")
        let braces = file.braces(around: index) + (isWritten ? [maker.lowerBound] : [])
        for (context, body) in contexts(of: index, in: container) {
            var (context, range, type) = (context, body, TypeName?.none)
            for brace in braces.sorted() where body.contains(brace) && role(of: brace) == .closure {
                let closure = closure(brace, areImplicit: false, in: context, range)
                (context, type) = (closure?.name ?? "", closure?.type)
                range = brace + 1..<file.behind(brace) - 1
            }
            if !isWritten { type = closure(index, areImplicit: true, in: context, range)?.type }
            if let type { return type }
        }
        return nil
    }

    /// The closure that a token stands for, if the source shows as many of them as the object has.
    private func closure(
        _ index: Int, areImplicit: Bool, in context: String, _ range: Range<Int>
    ) -> ObjectFile.Closure? {
        let compiled = file.object.closures(in: context, areImplicit: areImplicit)
        let shown = shown(in: range, areImplicit: areImplicit)
        return compiled.count == shown.count
            ? shown.firstIndex(of: index).map { compiled[$0] } : nil
    }

    /// The closures in a range, or the registered values, but for those in another closure or in a
    /// declaration, which are numbered by themselves, and those that `#if` leaves out.
    private func shown(in range: Range<Int>, areImplicit: Bool) -> [Int] {
        var result: [Int] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let role = file.isToken(index, "{") ? role(of: index) : nil
            let use = areImplicit ? file.symbol(at: index).flatMap(collet.use) : nil
            let isShown = areImplicit ? use == .registerValue : role == .closure
            let isActive = file.activeBranches.contains(file.tokens[index].branch)
            if isShown, isActive { result.append(index) }
            index = role == nil || role == .branch ? index + 1 : file.behind(index)
        }
        return result
    }

    /// What the compiler may call the declaration around a token, and the tokens of its body.
    private func contexts(of index: Int, in container: String?) -> [(String, Range<Int>)] {
        let definition = container.flatMap { declarations.definitions[$0] }
        let isVariable = definition?.symbol.isVariable == true
        // The statements of a script, with its global variables, are one context.
        guard let definition, definition.file === file, let name = definition.tokenIndex,
            !isVariable || definition.parent != nil || !file.path.hasSuffix("/main.swift")
        else { return [(file.module, file.tokens.indices)] }
        guard let text = definition.symbol.demangled else { return [] }
        let getter = text.split(separator: " : ", maxSplits: 1).joined(separator: ".getter : ")
        if isVariable, let sign = definition.equalsSign, sign < index {
            let value = sign..<file.expression(from: sign + 1).upperBound
            return [("variable initialization expression of " + text, value), (getter, value)]
        }
        guard let body = file.bodyBrace(from: name, to: index) else { return [] }
        return [(isVariable ? getter : text, body + 1..<file.behind(body) - 1)]
    }
}
