// Names that arguments give to registrations and requests.
extension FileReader {
    /// The name that an expression gives: a literal's value, also by way of a constant.
    func name(_ range: Range<Int>?) -> Name {
        guard let range, let last = range.last else { return .none }
        if let literal = file.literalName(range) { return literal }
        // The tokens of what is interpolated follow the string.
        let isString = file.tokens[range.lowerBound].kind == .interpolatedString
        let spelling = file.text(isString ? range.lowerBound..<range.lowerBound + 1 : range)
        let isPath = range.allSatisfy { file.tokens[$0].kind == .word || file.isToken($0, ".") }
        let isRawValue = file.isToken(last, "rawValue")
        guard isPath, let symbol = file.symbol(at: isRawValue ? last - 2 : last),
            isRawValue ? symbol.kind == .enumCase : symbol.isVariable
        else { return .unknown(spelling) }

        let constant = Name.constant(usr: symbol.usr, spelling: spelling)
        guard let definition = declarations[symbol.usr] else { return constant }
        let source = definition.file
        // Only a constant has the same value everywhere, and an instance's may differ.
        let isConstant = source.isToken(source.keyword(before: definition.name), "let")
        guard isRawValue || isConstant && symbol.kind != .instanceProperty
        else { return .unknown(spelling) }
        guard let sign = definition.equalsSign
        else { return isRawValue ? .literal(symbol.name) : constant }
        return source.literalName(source.expression(from: sign + 1)) ?? constant
    }
}

extension SourceFile {
    /// The name that a string's literal or `nil` gives.
    fileprivate func literalName(_ range: Range<Int>) -> Name? {
        guard range.count == 1, let token = token(range.lowerBound) else { return nil }
        return token.kind == .string ? .literal(token.text) : token.is("nil") ? Name.none : nil
    }
}
