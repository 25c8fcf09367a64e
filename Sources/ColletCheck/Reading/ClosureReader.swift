// Extends FileReader: the types of closures, from the object file.
extension FileReader {
    /// The type that a closure returns, or that of a registered value; `nil` if no object tells it.
    func compiledType(of maker: Range<Int>, at mention: Mention) -> TypeName? {
        let isWritten = file.isToken(maker.lowerBound, "{")
        let index = isWritten ? maker.lowerBound : mention.index
        let braces = file.braces(around: index).reversed() + (isWritten ? [index] : [])
        for (context, body) in contexts(of: mention) {
            var (context, range, type) = (context, body, TypeName?.none)
            for brace in braces where body.contains(brace) && role(of: brace) == .closure {
                let closure = closure(brace, areImplicit: false, in: context, range)
                (context, type) = (closure?.name ?? "", closure?.type)
                range = brace + 1..<file.behind(brace) - 1
            }
            if !isWritten { type = closure(index, areImplicit: true, in: context, range)?.type }
            if let type { return type }
        }
        return nil
    }

    /// The closure, or registered value, that a token stands for, if a range shows as many of them as
    /// the object has. Those in another closure or in a declaration are numbered by themselves.
    private func closure(
        _ place: Int, areImplicit: Bool, in context: String, _ range: Range<Int>
    ) -> ObjectFile.Closure? {
        let known = areImplicit ? valuesByBody : closuresByBody
        let shown = known[body(around: range.lowerBound), default: []].filter(range.contains)
        let compiled = file.object.closures(in: context, areImplicit: areImplicit)
        let isSame = compiled.count == shown.count
        return isSame ? shown.firstIndex(of: place).map { compiled[$0] } : nil
    }

    /// The brace of the closure or declaration that a token is in.
    func body(around index: Int) -> Int? {
        file.braces(around: index).first { role(of: $0) != .branch }
    }

    /// What the compiler may call the declaration around a token, and the tokens of its body.
    private func contexts(of mention: Mention) -> [(String, Range<Int>)] {
        // The statements of a script, with its global variables, are one context.
        guard let definition = declarations[mention.container], definition.file === file,
            case let isVariable = definition.symbol.isVariable,
            !isVariable || definition.parent != nil || !file.isScript
        else { return [(file.module, file.tokens.indices)] }
        guard let text = definition.symbol.demangled else { return [] }
        let braces = file.braces(around: mention.index).filter { $0 > definition.name }
        if let brace = braces.dropLast().last, accessor(openedBy: brace) != nil,
            let accessor = mention.accessor?.demangled
        {
            return [(accessor, brace + 1..<file.behind(brace) - 1)]
        }
        let getter = text.split(separator: " : ", maxSplits: 1).joined(separator: ".getter : ")
        if isVariable, let sign = definition.equalsSign, sign < mention.index {
            let value = sign..<file.expression(from: sign + 1).upperBound
            return [("variable initialization expression of " + text, value), (getter, value)]
        }
        guard let body = braces.last else { return [] }
        return [(isVariable ? getter : text, body + 1..<file.behind(body) - 1)]
    }
}
