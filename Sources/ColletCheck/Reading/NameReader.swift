/// Reads the name that an argument gives to a registration or a request.
struct NameReader {
    let file: SourceFile
    let declarations: Declarations

    /// The name that an expression gives: a literal's value, also by way of a constant.
    func name(_ range: Range<Int>?) -> Name {
        guard let range, let last = range.last else { return .none }
        let token = file.tokens[last]
        if range.count == 1 {
            if token.kind == .string { return .literal(token.text) }
            if token.is("nil") { return .none }
        }
        let spelling = file.text(range)
        let isPath = range.allSatisfy { file.tokens[$0].kind == .word || file.isToken($0, ".") }
        guard isPath else { return .unknown(spelling) }
        if token.is("rawValue"), range.count > 2 {
            // Somebody's own raw value may be anything.
            guard file.symbol(at: last).map(isWritten) != true,
                let symbol = file.symbol(at: last - 2), symbol.kind == .enumCase
            else { return .unknown(spelling) }
            return rawValue(of: symbol, spelling)
        }
        guard let symbol = file.symbol(at: last), symbol.isVariable else {
            return .unknown(spelling)
        }
        return constant(symbol, spelling)
    }

    /// The value of a constant.
    private func constant(_ symbol: IndexSymbol, _ spelling: String) -> Name {
        guard let definition = declarations.definitions[symbol.usr],
            let index = definition.tokenIndex
        else { return .constant(usr: symbol.usr, spelling: spelling) }
        // Only a constant has the same value everywhere, and an instance's may differ.
        guard definition.file.isToken(index - 1, "let"), symbol.kind != .instanceProperty else {
            return .unknown(spelling)
        }
        var value = index + 1
        if definition.file.isToken(value, ":") {
            value = declarations.type(at: value + 1, in: definition.file)?.end ?? value
        }
        if definition.file.isToken(value, "="),
            let literal = definition.file.token(value + 1), literal.kind == .string,
            endsStatement(value + 1, in: definition.file)
        {
            return .literal(literal.text)
        }
        return .constant(usr: symbol.usr, spelling: spelling)
    }

    /// The raw value of an enumeration's case.
    private func rawValue(of symbol: IndexSymbol, _ spelling: String) -> Name {
        guard let definition = declarations.definitions[symbol.usr],
            let index = definition.tokenIndex
        else { return .constant(usr: symbol.usr, spelling: spelling) }
        guard definition.file.isToken(index + 1, "=") else { return .literal(symbol.name) }
        guard let literal = definition.file.token(index + 2), literal.kind == .string else {
            return .constant(usr: symbol.usr, spelling: spelling)
        }
        return .literal(literal.text)
    }

    /// Whether a symbol's definition stands in the source, rather than being the compiler's.
    private func isWritten(_ symbol: IndexSymbol) -> Bool {
        guard let definition = declarations.definitions[symbol.usr],
            let index = definition.tokenIndex
        else { return false }
        return definition.file.isToken(index, symbol.name)
    }

    /// Whether a declaration ends with a token.
    private func endsStatement(_ index: Int, in file: SourceFile) -> Bool {
        guard let next = file.token(index + 1) else { return true }
        if ["}", ",", ";"].contains(where: next.is) { return true }
        return next.position.line > file.tokens[index].position.line
            && (next.kind != .sign || next.is("@"))
    }
}
