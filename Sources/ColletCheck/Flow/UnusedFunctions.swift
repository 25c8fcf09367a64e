extension Mention {
    /// The function in a function, or the closure that a variable is set to, that it is
    /// in, if nothing names that.
    func unusedFunction(where isUnused: (USR) -> Bool) -> Function? {
        for body in node.braces {
            guard let name = file.name(of: body) else { continue }
            let usr = file.symbol(at: name)?.usr
            let isNamed = usr.map { !isUnused($0) } ?? file.isNamed(name, besides: body)
            // Others may name what they know, or a requirement that it fulfils.
            let isKnown = usr.map(declarations.isKnownToOthers) == true
            if isNamed || isKnown { continue }
            return Function(
                kind: .function, site: file.site(at: name),
                signature: file.tokens[name].text)
        }
        return nil
    }
}

extension SourceFile {
    /// The token that names a function in a function, or a variable that is set to a
    /// closure.
    fileprivate func name(of body: Node) -> Int? {
        if body.kind == .closure {
            let isCalled = isToken(body.range.upperBound, "(")
            return isCalled ? nil : Phrase(self, body.range).variable
        }
        guard let keyword = keyword(of: body), isToken(keyword, "func") else {
            return nil
        }
        return occurrences(at: keyword + 1).isEmpty ? keyword + 1 : nil
    }

    /// Whether the name of something is elsewhere in the braces that it is in.
    fileprivate func isNamed(_ name: Int, besides body: Node) -> Bool {
        node(around: name).range.contains { index in
            index != name && !body.range.contains(index)
                && isToken(index, tokens[name].text)
        }
    }
}
