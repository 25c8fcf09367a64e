extension Mention {
    /// The function in a function, or the closure that a variable is set to, that it is
    /// in, if nothing names that.
    func unusedFunction(where isUnused: (USR) -> Bool) -> Function? {
        for body in node.braces {
            guard let name = file.name(of: body) else { continue }
            let usr = file.symbol(at: name)?.usr
            let uses = file.mentions(ofLocal: name)
            let isNamed =
                usr.map { !isUnused($0) } ?? uses.contains { !body.range.contains($0) }
            // Others may name what they know, or a requirement that it fulfils.
            let isKnown = usr.map(declarations.isKnownToOthers) == true
            if isNamed || isKnown { continue }
            return Function(
                kind: .function, site: file.site(at: name),
                signature: file.tokens[name].text)
        }
        return nil
    }

    /// What a function declares that has a body, and where that is named: the index has
    /// nothing of it.
    func local(of body: Node) -> (name: Int, uses: [Mention])? {
        guard !file.isInTests, let name = file.name(of: body),
            file.occurrences(at: name).isEmpty
        else { return nil }
        return (name, file.mentions(ofLocal: name).map(moved))
    }
}

extension SourceFile {
    /// The token that names a function or a computed variable in a function, or a variable
    /// that is set to a closure.
    fileprivate func name(of body: Node) -> Int? {
        if body.kind == .closure {
            let isCalled = isToken(body.range.upperBound, "(")
            return isCalled ? nil : Phrase(self, body.range).variable
        }
        let name = keyword(of: body).map { $0 + 1 }
        return name.flatMap { occurrences(at: $0).isEmpty ? $0 : nil }
    }
}
