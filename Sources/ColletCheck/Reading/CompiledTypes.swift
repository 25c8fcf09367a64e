// Extends Mention: the types of closures, from the object file.
extension Mention {
    /// The type that a closure returns, or that of a registered value; `nil` if no object
    /// tells it.
    func compiledType(of closure: Node?) -> TypeName? {
        let path = (closure?.parent ?? node).braces.filter { $0.kind == .closure }
        let places = path.reversed().map(\.start) + [closure?.start ?? index]
        for var (context, range) in contexts {
            var type: TypeName?
            for place in places where range.contains(place) {
                let closure = compiled(place, in: context, range)
                context = closure?.name ?? ""
                type = closure?.type
                range = file.node(openedBy: place)?.inside ?? range
            }
            if let type { return type }
        }
        return nil
    }

    /// The closure, or registered value, that a token stands for, if some code shows as
    /// many of them as the object has. Those in another closure or in a declaration are
    /// numbered by themselves.
    private func compiled(_ place: Int, in name: String, _ code: Range<Int>) -> ObjectFile
        .Closure?
    {
        let isImplicit = !file.isToken(place, "{")
        let shown = codeFile.closuresByBody[
            file.node(around: code.lowerBound).body, default: []
        ]
        .filter { code.contains($0) && file.isToken($0, "{") != isImplicit }
        let compiled = file.object.closures(in: name, areImplicit: isImplicit)
        let isSame = compiled.count == shown.count
        return isSame ? shown.firstIndex(of: place).map { compiled[$0] } : nil
    }

    /// What the compiler may call the declaration around it, and the tokens of its body.
    private var contexts: [(String, Range<Int>)] {
        // The statements of a script, with its global variables, are one context.
        let script = [(file.unit.module, file.tokens.indices)]
        guard let surrounding, !surrounding.isOfScript else { return script }
        let braces = node.braces.filter { $0.start > surrounding.name }
        let accessor = braces.dropLast().last.flatMap { $0.isAccessor ? $0 : nil }
        if accessor == nil, surrounding.symbol.isVariable,
            let value = surrounding.initialValue?.range,
            let text = surrounding.symbol.demangled
        {
            let getter = text.split(separator: " : ", maxSplits: 1).joined(
                separator: ".getter : ")
            return [
                ("variable initialization expression of \(text)", value), (getter, value),
            ]
        }
        guard let text = self.accessor?.demangled else { return [] }
        let parameters = surrounding.parameters.map(\.phrase.range)
        if let number = parameters.firstIndex(where: { $0.contains(index) }) {
            return [("default argument \(number) of \(text)", parameters[number])]
        }
        guard let body = accessor ?? braces.last else { return [] }
        return [(text, body.inside)]
    }
}
