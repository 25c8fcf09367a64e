// The types that the compiler found for closures, as the object file says them.
extension FileReader {
    /// The type that the closure of a registration returns; `nil` if no object tells it.
    ///
    /// - Parameters:
    ///   - maker: The closure, or the value that `Resolver.register` takes as one.
    ///   - index: The name of what is called.
    ///   - container: The declaration that the call stands in.
    func compiledType(
        of maker: Range<Int>, calledAt index: Int, in container: String?
    ) -> TypeName? {
        let isWritten = file.isToken(maker.lowerBound, "{")
        let braces = file.braces(around: index) + (isWritten ? [maker.lowerBound] : [])
        let closures = braces.sorted()
        for (context, body) in contexts(of: index, in: container) {
            var (name, range, type) = (context, body, TypeName?.none)
            for brace in closures where body.contains(brace) && role(of: brace) == .closure {
                let closure = closure(brace, .written, in: name, range)
                name = closure?.name ?? ""
                type = closure?.type
                range = brace + 1..<file.behind(brace) - 1
            }
            if !isWritten { type = closure(index, .implicit, in: name, range)?.type }
            if let type { return type }
        }
        return nil
    }

    /// The closure that a token stands for, if the source shows as many of them as the object has.
    private func closure(
        _ index: Int, _ kind: ObjectFile.Kind, in context: String, _ range: Range<Int>
    ) -> ObjectFile.Closure? {
        let compiled = file.object.closures(kind, in: context)
        let shown = shown(kind, in: range)
        let number = shown.firstIndex(of: index)
        return compiled.count == shown.count ? number.map { compiled[$0] } : nil
    }

    /// The closures in a range, or the registered values, but for those in another closure or in a
    /// declaration: these are numbered by themselves.
    private func shown(_ kind: ObjectFile.Kind, in range: Range<Int>) -> [Int] {
        var result: [Int] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let role = file.isToken(index, "{") ? role(of: index) : nil
            let isValue = kind == .implicit && file.isToken(index, "register")
            let isShown =
                isValue
                ? file.symbol(at: index).flatMap(collet.use) == .registerValue
                : kind == .written && role == .closure
            if isShown, file.activeBranches.contains(file.tokens[index].branch) { result.append(index) }
            index = role == nil || role == .branch ? index + 1 : file.behind(index)
        }
        return result
    }

    /// What the compiler may call the declaration around a token, and the tokens of its body.
    private func contexts(of index: Int, in container: String?) -> [(String, Range<Int>)] {
        guard let definition = container.flatMap({ declarations.definitions[$0] }),
            definition.file === file, let name = definition.tokenIndex
        else { return [(file.module, file.tokens.indices)] }
        let isScript = file.path.hasSuffix("/main.swift") && definition.parent == nil
        let isVariable = definition.symbol.isVariable
        if isScript, isVariable { return [(file.module, file.tokens.indices)] }
        guard let text = definition.symbol.demangled else { return [] }
        if isVariable, let sign = definition.equalsSign, sign < index {
            let value = sign..<file.expression(from: sign + 1).upperBound
            return ["variable initialization expression of " + text, getter(text)].map { ($0, value) }
        }
        guard let body = file.bodyBrace(from: name, to: index) else { return [] }
        return [(isVariable ? getter(text) : text, body + 1..<file.behind(body) - 1)]
    }

    private func getter(_ variable: String) -> String {
        let parts = variable.split(separator: " : ", maxSplits: 1)
        return parts.joined(separator: ".getter : ")
    }
}
