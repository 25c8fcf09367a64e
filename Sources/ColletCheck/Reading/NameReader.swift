// Names that arguments give to registrations and requests.
extension FileReader {
    /// The name that an expression gives: a literal's value, also by way of a constant.
    func name(_ range: Range<Int>?) -> Name {
        guard let range, let last = range.last else { return .none }
        if range.count == 1, file.tokens[last].kind == .string {
            return .literal(file.tokens[last].text)
        }
        if file.isToken(last, "nil") { return .none }
        // The tokens of what is interpolated follow the string.
        let isString = file.tokens[range.lowerBound].kind == .interpolatedString
        let spelling = file.text(isString ? range.lowerBound..<range.lowerBound + 1 : range)
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
        let isConstant = source.keyword(before: index).map { source.isToken($0, "let") } == true
        guard isRawValue || isConstant && symbol.kind != .instanceProperty
        else { return .unknown(spelling) }
        guard let sign = definition.equalsSign
        else { return isRawValue ? .literal(symbol.name) : constant }
        let literal = source.expression(from: sign + 1)
        if source.text(literal) == "nil" { return .none }
        let isLiteral = literal.count == 1 && source.tokens[sign + 1].kind == .string
        return isLiteral ? .literal(source.tokens[sign + 1].text) : constant
    }
}
