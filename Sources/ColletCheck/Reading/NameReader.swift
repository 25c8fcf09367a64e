// Names that arguments give to registrations and requests.
extension FileReader {
    /// The name that an expression gives: a literal's value, also by way of a constant.
    func name(_ range: Range<Int>?) -> Name {
        guard let range, let last = range.last else { return .none }
        if range.count == 1, file.tokens[last].kind == .string {
            return .literal(file.tokens[last].text)
        }
        if file.isToken(last, "nil") { return .none }
        let spelling = file.text(range)
        let isPath = range.allSatisfy { file.tokens[$0].kind == .word || file.isToken($0, ".") }
        let isRawValue = file.isToken(last, "rawValue")
        guard isPath, let symbol = file.symbol(at: isRawValue ? last - 2 : last),
            isRawValue ? symbol.kind == .enumCase : symbol.isVariable
        else { return .unknown(spelling) }

        let constant = Name.constant(usr: symbol.usr, spelling: spelling)
        guard let definition = declarations.definitions[symbol.usr],
            let index = definition.tokenIndex
        else { return constant }
        let source = definition.file
        // Only a constant has the same value everywhere, and an instance's may differ.
        guard isRawValue || isConstant(index, in: source) && symbol.kind != .instanceProperty
        else { return .unknown(spelling) }
        var value = index + 1
        if !isRawValue, source.isToken(value, ":") {
            value = declarations.type(at: value + 1, in: source)?.end ?? value
        }
        if isRawValue, !source.isToken(value, "=") { return .literal(symbol.name) }
        let literal = source.expression(from: value + 1)
        let isLiteral = literal.count == 1 && source.tokens[value + 1].kind == .string
        guard source.isToken(value, "="), isLiteral else { return constant }
        return .literal(source.tokens[value + 1].text)
    }

    /// Whether a name is declared with `let`, perhaps after others: `let a = "a", b = "b"`.
    private func isConstant(_ name: Int, in file: SourceFile) -> Bool {
        var keyword = name - 1
        while file.isToken(name - 1, ","), !file.isToken(keyword, "var"), keyword > 0,
            !file.isToken(keyword, "let")
        {
            keyword -= 1
        }
        return file.isToken(keyword, "let")
    }
}
