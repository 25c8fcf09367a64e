// Extends FileReader: the type that an expression is expected to have where it stands.
extension FileReader {
    func expectedType(of range: Range<Int>, at mention: Mention) -> TypeName? {
        let (start, end) = (range.lowerBound, range.upperBound)
        // A branch is what the whole "if" or "switch" is, of which only the start matters.
        if let whole = branching(around: range) { return expectedType(of: whole, at: mention) }
        if let (whole, other) = choice(around: range) {
            return joined(expectedType(of: whole, at: mention), with: other)
        }
        let isWhole = range.isEmpty || file.expression(from: start).upperBound == end
        if file.isToken(start - 1, "=") { return isWhole ? declaredType(before: start) : nil }
        guard let open = file.parent(of: start), !file.isToken(open, "{")
        else { return isWhole ? resultType(returning: range, at: mention) : nil }
        if file.token(open - 1)?.kind == .word, !file.tokens[open].followsSpace {
            return parameterType(of: range, in: open)
        }
        guard let type = expectedType(of: open..<file.behind(open), at: mention),
            start - 1 == open || file.isToken(start - 1, ",", ":"),
            end == file.partner(of: open) || file.isToken(end, ",", ":")
        else { return nil }
        let list = type.name == "Swift.Optional" ? type.arguments[0] : type
        if file.isToken(open, "(") {
            let elements = file.tokens.arguments(in: open)
            let types = elements.count == 1 ? [type] : list.name == nil ? list.arguments : []
            return elements.firstIndex { $0.tokens == range }.flatMap { types.dropFirst($0).first }
        }
        if !["Swift.Array", "Swift.Dictionary", "Swift.Set"].contains(list.name) { return nil }
        return file.isToken(end, ":") ? list.arguments.first : list.arguments.last
    }

    /// Where the `if` or `switch` begins whose value an expression is in a branch.
    private func branching(around range: Range<Int>) -> Range<Int>? {
        let before = range.lowerBound - 1
        let label = file.last("case", "default", before: before) ?? before
        let isCase = file.isToken(before, ":") && file.last(":", before: before) ?? -1 < label
        guard let open = file.parent(of: range.lowerBound), before == open || isCase,
            role(of: open) == .branch, var start = file.last("if", "switch", before: open),
            file.isToken(range.upperBound, "}", "case", "default", ";")
        else { return nil }
        while file.isToken(start - 1, "else") { start = file.last("if", before: start - 1) ?? 0 }
        return start..<start
    }

    /// The expression whose value another one may be, by `?:` or `??`, and the other operand.
    private func choice(around range: Range<Int>) -> (whole: Range<Int>, other: Range<Int>)? {
        let (before, end) = (range.lowerBound - 1, range.upperBound)
        let open = file.parent(of: range.lowerBound)
        let own = ((open ?? -1) + 1..<range.lowerBound).filter { file.parent(of: $0) == open }
        // The colon of "?:" follows a space, that of a label, a key or a case does not.
        let boundary = own.last {
            file.isToken($0, "=", "return", ",", "in")
                || file.isToken($0, ":") && !file.tokens[$0].followsSpace
        }
        let whole = file.expression(from: (boundary ?? open ?? -1) + 1)
        let signs = own.filter { whole.contains($0) && file.tokens[$0].kind == .sign }
        switch file.token(before)?.text {
        // Beside it there may be another operator.
        case "??" where whole.upperBound == end:
            let isPlain = signs.allSatisfy { ".?!()[]??".contains(file.tokens[$0].text) }
            return isPlain ? (whole, whole.lowerBound..<before) : nil
        case "?" where file.isToken(end, ":") && whole.contains(end):
            return (whole, end + 1..<whole.upperBound)
        case ":" where whole.upperBound == end:
            return signs.last { file.isToken($0, "?") }.map { (whole, $0 + 1..<before) }
        default: return nil
        }
    }

    /// What is asked for beside another operand: the compiler joins the two before it converts them.
    private func joined(_ expected: TypeName?, with other: Range<Int>) -> TypeName? {
        guard let expected, !other.isEmpty else { return nil }
        let last = other.upperBound - 1, isOptional = file.isToken(other.upperBound, "??")
        let isLiteral =
            other.count == 1 && (literal(file.tokens[last]) != nil || file.isToken(last, "nil"))
        let isAsking = calls.contains { $0.use == .resolve && other.contains($0.index) }
        if isLiteral || isAsking { return expected == .named("Swift.Any") ? nil : expected }
        let written = variableType(at: last) ?? value(of: other).type
        let type = isOptional ? written.element : written
        return expected.name == "Swift.Optional" && type != expected ? nil : type
    }

    private func declaredType(before start: Int) -> TypeName? {
        if file.symbol(at: start - 2)?.variableType != nil { return variableType(at: start - 2) }
        let read = file.last(":", before: start).flatMap { declarations.type(at: $0 + 1, in: file) }
        if let read, read.end == start - 1 {
            // What is asked for to be unwrapped is an optional.
            let before = file.last("let", "var", before: start).map { $0 - 1 }
            let isBinding = file.isToken(before, "guard", "if", "while", ",")
            return isBinding ? .optional(read.type) : read.type
        }
        return file.isToken(start - 3, "let", "var") ? nil : variableType(at: start - 2)
    }

    /// The type of a variable or parameter that a token names.
    private func variableType(at index: Int) -> TypeName? {
        let variable = file.isToken(index - 1, ".") ? nil : file.local(index)
        if let type = file.symbol(at: index)?.variableType {
            // "if let api" unwraps what has the same name.
            let isBinding = file.isToken(variable.map { $0 - 2 }, "guard", "if", "while", ",")
            return isBinding ? type.element ?? type : type
        }
        // Of a local one only its declaration tells.
        if file.isToken(index - 1, ".") { return nil }
        let parameter = (0..<index).last {
            file.isToken($0, file.tokens[index].text) && file.isToken($0 + 1, ":")
                && file.isToken(file.parent(of: $0), "(")
        }
        guard let local = variable ?? parameter, file.isToken(local + 1, ":") else { return nil }
        return declarations.type(at: local + 2, in: file)?.type
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
        let own = parameters.filter { $0.label == label }.dropFirst(earlier).first
        let list = arguments[...index].last { $0.label != nil }?.label
        return (own ?? parameters.last { $0.label == list })?.type
    }

    private func resultType(returning expression: Range<Int>, at mention: Mention) -> TypeName? {
        guard let brace = body(around: expression.lowerBound),
            expression.isEmpty || file.isResult(expression)
        else { return nil }
        // A result builder may make something else of it.
        let implicit = file.braces(around: expression.lowerBound).prefix { $0 >= brace }
            .flatMap(file.occurrences).filter { $0.roles.contains(.implicit) }
        if implicit.contains(where: { $0.symbol.name.hasPrefix("build") }) { return nil }
        if let definition = declarations[mention.container], definition.file === file,
            file.bodyBrace(from: definition.name, to: expression.lowerBound) == brace
        {
            return definition.symbol.variableType ?? definition.symbol.signature?.result
        }
        // A function or variable within the function.
        let colon = file.last(":", before: brace)
        let variable = file.isToken(colon.map { $0 - 2 }, "var") ? colon : nil
        let arrow = role(of: brace) == .declaration ? file.last("->", before: brace) : nil
        if let start = variable ?? arrow { return declarations.type(at: start + 1, in: file)?.type }
        return compiledType(of: brace..<file.behind(brace), at: mention)
    }
}
