// Extends FileReader: the types of closures, from the object file.
extension FileReader {
    /// The type that a closure returns, or that of a registered value; `nil` if no object tells it.
    func compiledType(of maker: Range<Int>, at mention: Mention) -> TypeName? {
        let index = file.isToken(maker.lowerBound, "{") ? maker.lowerBound : mention.index
        let closures = file.braces(around: index).filter { role(of: $0) == .closure }
        for (context, body) in contexts(of: mention) {
            var (context, range, type) = (context, body, TypeName?.none)
            for place in closures.reversed() + [index] where body.contains(place) {
                let closure = closure(place, in: context, range)
                (context, type) = (closure?.name ?? "", closure?.type)
                range = place + 1..<file.behind(place)
            }
            if let type { return type }
        }
        return nil
    }

    /// The closure, or registered value, that a token stands for, if some code shows as many of them
    /// as the object has. Those in another closure or in a declaration are numbered by themselves.
    private func closure(_ place: Int, in name: String, _ code: Range<Int>) -> ObjectFile.Closure? {
        let isImplicit = !file.isToken(place, "{")
        let shown = closuresByBody[body(around: code.lowerBound), default: []]
            .filter { code.contains($0) && file.isToken($0, "{") != isImplicit }
        let compiled = file.object.closures(in: name, areImplicit: isImplicit)
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
        else { return [(file.unit.module, file.tokens.indices)] }
        let braces = file.braces(around: mention.index).filter { $0 > definition.name }
        let inner = braces.dropLast().last.flatMap { accessor(openedBy: $0) == nil ? nil : $0 }
        if inner == nil, isVariable, let sign = definition.equalsSign,
            let text = definition.symbol.demangled
        {
            let value = sign..<file.expression(from: sign + 1).upperBound
            let getter = text.split(separator: " : ", maxSplits: 1).joined(separator: ".getter : ")
            return [("variable initialization expression of " + text, value), (getter, value)]
        }
        guard let body = inner ?? braces.last, let text = mention.accessor?.demangled
        else { return [] }
        return [(text, body + 1..<file.behind(body) - 1)]
    }
}
