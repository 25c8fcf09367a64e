// Extends the reader of a file: the type that an expression is expected to have where it stands.
extension FileReader {
    func expectedType(of range: Range<Int>, at mention: Mention) -> TypeName? {
        let (start, end) = (range.lowerBound, range.upperBound)
        let isWhole =
            file.expression(from: start).upperBound == end
            || file.isToken(end, "{") || file.isToken(start, "if", "switch")
        if let choice = choice(around: range) { return expectedType(of: choice, at: mention) }
        if file.isToken(start - 1, "=") {
            return isWhole
                ? declaredType(before: start) ?? variableType(of: mention, before: start) : nil
        }
        guard let open = file.parent(of: start), !file.isToken(open, "{"),
            !file.isToken(start - 1, "return")
        else { return isWhole ? resultType(returning: range, at: mention) : nil }
        let called = file.token(open - 1)
        let isName = called?.kind == .word || file.isToken(open - 1, ")", "]", ">", "}")
        if isName, !file.tokens[open].followsSpace { return parameterType(of: range, in: open) }
        let elements = file.elements(in: open)
        guard let element = elements.first(where: { $0.contains(start) }),
            file.isToken(open, "[") || elements.count == 1,
            let type = expectedType(of: open..<file.behind(open), at: mention)
        else { return nil }
        if file.isToken(open, "(") { return element == range ? type : nil }
        let list = type.name == "Swift.Optional" ? type.arguments[0] : type
        switch list.name {
        case "Swift.Array", "Swift.Set": return element == range ? list.arguments.first : nil
        case "Swift.Dictionary" where start == element.lowerBound && file.isToken(end, ":"):
            return list.arguments.first
        case "Swift.Dictionary" where end == element.upperBound && file.isToken(start - 1, ":"):
            return list.arguments.last
        default: return nil
        }
    }

    /// The expression whose value another one may be: by `?:` or `??`, or in a branch.
    private func choice(around range: Range<Int>) -> Range<Int>? {
        let (before, end) = (range.lowerBound - 1, range.upperBound)
        let open = file.parent(of: range.lowerBound)
        let label = file.last("case", "default", before: before) ?? end
        let isCase = file.isToken(before, ":") && file.last(":", before: before) ?? -1 < label
        if let open, isCase && label < before || before == open,
            file.isToken(end, "}", "case", "default", ";"), role(of: open) == .branch,
            var start = file.last("if", "switch", before: open)
        {
            while file.isToken(start - 1, "else"), let first = file.last("if", before: start - 1) {
                start = first
            }
            var whole = file.expression(from: start)
            while file.isToken(whole.upperBound, "else") {
                whole = start..<file.expression(from: whole.upperBound + 1).upperBound
            }
            return whole
        }
        let isFirst = file.isToken(before, "?") && file.isToken(end, ":")
        guard isFirst || file.isToken(before, "?", ":", "??") else { return nil }
        var start = (file.last("=", "return", ",", "in", before: before) ?? open ?? -1) + 1
        if file.isToken(open, "(", "["), file.isToken(start + 1, ":") { start += 2 }
        guard start < before else { return nil }
        let whole = file.expression(from: start)
        // A label or a key has a colon, too; what else is said before "??" may be another operand.
        let signs = (start..<before).filter {
            file.parent(of: $0) == open && file.tokens[$0].kind == .sign
        }
        let isOther =
            file.isToken(before, "??")
            ? signs.contains { !file.isToken($0, ".", "?", "!", "(", ")", "[", "]") }
            : !signs.contains { file.isToken($0, "?") } && !file.isToken(before, "?")
        return isOther || !isFirst && whole.upperBound != end ? nil : whole
    }

    func declaredType(before start: Int) -> TypeName? {
        guard file.isToken(start - 1, "=") else { return nil }
        if let type = file.symbol(at: start - 2)?.variableType { return type }
        let colon = file.last(":", before: start)
        let read = colon.flatMap { declarations.type(at: $0 + 1, in: file) }
        if let read, read.end == start - 1 { return read.type }
        // Of a local variable only its declaration tells.
        guard !file.isToken(start - 3, ".", "let", "var"), let local = file.local(start - 2),
            file.isToken(local + 1, ":")
        else { return nil }
        return declarations.type(at: local + 2, in: file)?.type
    }

    private func variableType(of mention: Mention, before start: Int) -> TypeName? {
        let variable = mention.variable
        let isSet = declarations[variable?.usr]?.name == file.declaredVariable(before: start)
        return isSet ? variable?.variableType : nil
    }

    private func parameterType(of expression: Range<Int>, in open: Int) -> TypeName? {
        let symbol = file.symbol(at: open - 1) { $0.isFunction || $0.kind == .enumCase }
        let arguments = Arguments(of: file, startingAt: open).list
        guard file.isToken(open, "("), let parameters = symbol?.signature?.parameters,
            let index = arguments.firstIndex(where: { $0.tokens == expression })
        else { return nil }
        // A case's payload has no labels in the index.
        if symbol?.kind == .enumCase { return parameters.dropFirst(index).first?.type }
        let label = arguments[index].label
        // Of several parameters with the label, or without one, the first takes the first argument.
        let earlier = arguments[..<index].count { $0.label == label }
        if let found = parameters.filter({ $0.label == label }).dropFirst(earlier).first {
            return found.type
        }
        let list = arguments[...index].last { $0.label != nil }?.label
        return parameters.last { $0.label == list && $0.isVariadic }?.type
    }

    /// Whether a result builder makes something of what stands in a brace.
    private func isBuilder(_ brace: Int) -> Bool {
        file.occurrences(at: brace).contains {
            $0.roles.contains(.implicit) && $0.symbol.name.hasPrefix("build")
        }
    }

    private func resultType(returning expression: Range<Int>, at mention: Mention) -> TypeName? {
        let brace = file.braces(around: expression.lowerBound).first {
            role(of: $0) != .branch || accessor(openedBy: $0) != nil
        }
        guard let brace, file.isResult(expression), !isBuilder(brace) else { return nil }
        let body = accessor(openedBy: brace) == nil ? brace : file.parent(of: brace)
        if let definition = declarations[mention.container], definition.file === file,
            file.bodyBrace(from: definition.name, to: expression.lowerBound) == body
        {
            return definition.symbol.variableType ?? definition.symbol.signature?.result
        }
        // A function or variable within the function.
        let colon = file.last(":", before: brace)
        let isVariable = file.isToken(colon.map { $0 - 2 }, "var")
        let start =
            isVariable
            ? colon : role(of: brace) == .declaration ? file.last("->", before: brace) : nil
        if let start { return declarations.type(at: start + 1, in: file)?.type }
        guard role(of: brace) == .closure else { return nil }
        return compiledType(of: brace..<file.behind(brace), at: mention)
    }
}
