/// Where a symbol is declared.
struct Definition {
    let symbol: IndexSymbol
    let file: SourceFile
    /// The token that names it.
    let name: Int
    let parent: IndexSymbol?

    var site: Site { file.site(at: name) }
    var isPublic: Bool {
        !Set(modifiers).isDisjoint(with: ["public", "open", "package"])
    }
    /// The sign before what a variable or an enumeration's case is set to where it is
    /// declared.
    var equalsSign: Int? { file.expression(from: name).first("=") }
    /// Whether it keeps what it is set to; a closure makes its own anew each time.
    var keepsValue: Bool {
        guard let sign = equalsSign else { return false }
        let closure = file.braces(openedBy: sign + 1)
        return closure.map { file.isToken($0.range.upperBound, "(") } ?? true
    }

    /// The keyword, modifiers and attributes, such as `main` and `@main`, and words
    /// before that are taken for them.
    var modifiers: [String] {
        // An initializer that nobody writes stands where its type does, and has none.
        if symbol.kind == .constructor, !file.isToken(name, "init") { return [] }
        let before = sequence(first: name - 1) { (file.partner(of: $0) ?? $0) - 1 }
            .prefix {
                file.token($0)?.kind == .word || file.isToken($0, "@", ")", "]", ">")
            }
        return before.map { index in
            // In "nonisolated(nonsending)" the word between them counts, too.
            let text = file.tokens[file.partner(of: index).map { $0 + 1 } ?? index].text
            return text == "@" ? "@" + file.tokens[index + 1].text : text
        }
    }

    /// Whether it has an attribute that may make others call it.
    var hasUnknownAttribute: Bool {
        let known = [
            "@MainActor", "@available", "@discardableResult", "@inline", "@Sendable",
        ]
        return modifiers.contains { $0.hasPrefix("@") && !known.contains($0) }
    }

    private var parenthesis: Int? {
        (name..<file.tokens.count).first { file.isToken($0, "(") }
    }
    var isAsynchronous: Bool { file.isToken(parenthesis.map(file.behind), "async") }

    /// The labels and names of the parameters that are functions. Those without a default
    /// value are first, as a closure without a label is rather meant for them.
    var closureParameters: [(label: String, name: String)] {
        guard symbol.isFunction, let open = parenthesis else { return [] }
        let closures = file.tokens.elements(in: open)
            .filter { $0.contains { file.isToken($0, "->") } }
        let optional = closures.filter { $0.contains { file.isToken($0, "=") } }
        return (closures.filter { !optional.contains($0) } + optional).compactMap {
            parameter in
            let colon = parameter.first { file.isToken($0, ":") }
            let label = file.tokens[parameter.lowerBound].text
            return colon.map { (label, file.tokens[$0 - 1].text) }
        }
    }

    var genericParameters: [String] {
        guard file.isToken(name + 1, "<") else { return [] }
        return file.tokens.elements(in: name + 1).map { file.tokens[$0.lowerBound].text }
    }
}
