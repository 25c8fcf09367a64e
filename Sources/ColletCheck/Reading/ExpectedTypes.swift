// Extends Mention: the type that an expression is expected to have where it stands.
extension Mention {
    func expectedType(of phrase: Phrase) -> TypeName? {
        // A branch is what the whole "if" or "switch" is, of which only the start
        // matters.
        if let whole = branching(around: phrase) { return expectedType(of: whole) }
        if let (whole, other) = choice(around: phrase) {
            return joined(expectedType(of: whole), with: other)
        }
        if let target = phrase.target {
            return phrase.isWhole ? declaredType(of: target, before: phrase.start) : nil
        }
        switch phrase.node.kind {
        case .arguments: return parameterType(of: phrase)
        case .parentheses, .list: return elementType(of: phrase)
        default: return phrase.isWhole ? resultType(returning: phrase) : nil
        }
    }

    private func elementType(of phrase: Phrase) -> TypeName? {
        let node = phrase.node
        let around = Phrase(file, node.range)
        guard phrase.isElement, let type = expectedType(of: around) else { return nil }
        // What "Optional" stands for follows from its value.
        let isOptional = type.name == "Swift.Optional"
        let list = isOptional ? type.arguments.first ?? type : type
        if node.kind == .parentheses {
            let elements = file.tokens.arguments(in: node.start)
            let types =
                elements.count == 1 ? [type] : list.isTuple ? list.arguments : []
            let index = elements.firstIndex { $0.tokens == phrase.range }
            return index.flatMap { types[checked: $0] }
        }
        if !["Swift.Array", "Swift.Dictionary", "Swift.Set"].contains(list.name) {
            return nil
        }
        return phrase.precedes(":") ? list.arguments.first : list.arguments.last
    }

    /// Where the `if` or `switch` begins whose value an expression is in a branch.
    private func branching(around phrase: Phrase) -> Phrase? {
        let node = phrase.node
        let before = phrase.start - 1
        let label = file.last("case", "default", before: before) ?? before
        let isCase = phrase.follows(":") && file.last(":", before: before) ?? -1 < label
        let isStart = before == node.start || isCase
        let isWhole = phrase.precedes("}", "case", "default", ";")
        guard node.kind == .branch, isStart, isWhole,
            var start = file.last("if", "switch", before: node.start)
        else { return nil }
        while file.isToken(start - 1, "else") {
            start = file.last("if", before: start - 1) ?? 0
        }
        return Phrase(file, start..<start)
    }

    /// The expression whose value another one may be, by `?:` or `??`, and the other
    /// operand.
    private func choice(around phrase: Phrase) -> (whole: Phrase, other: Phrase)? {
        let node = phrase.node
        let before = phrase.start - 1
        let end = phrase.end
        let own = (node.inside.lowerBound..<phrase.start).filter {
            file.node(around: $0) == node
        }
        // The colon of "?:" follows a space, that of a label, a key or a case does not.
        let boundary = own.last {
            file.isToken($0, "=", "return", ",", "in")
                || file.isToken($0, ":") && !file.tokens[$0].followsSpace
        }
        let whole = file.expression(
            from: boundary.map { $0 + 1 } ?? node.inside.lowerBound)
        let signs = own.filter { $0 >= whole.start && file.tokens[$0].kind == .sign }
        switch file.token(before)?.text {
        // Beside it there may be another operator.
        case "??" where whole.end == end:
            let isPlain = signs.allSatisfy { ".?!()[]??".contains(file.tokens[$0].text) }
            return isPlain ? (whole, Phrase(file, whole.start..<before)) : nil
        case "?" where phrase.precedes(":") && whole.range.contains(end):
            return (whole, Phrase(file, end + 1..<whole.end))
        case ":" where whole.end == end:
            return signs.last { file.isToken($0, "?") }.map {
                (whole, Phrase(file, $0 + 1..<before))
            }
        default: return nil
        }
    }

    /// What is asked for beside another operand: the compiler joins the two before it
    /// converts them.
    private func joined(_ expected: TypeName?, with other: Phrase) -> TypeName? {
        guard let expected, let last = other.range.last else { return nil }
        let isOptional = other.precedes("??")
        let isLiteral =
            other.range.count == 1
            && (codeFile.literal(file.tokens[last]) != nil || file.isToken(last, "nil"))
        let isAsking = codeFile.calls.contains {
            $0.use == .resolve && other.range.contains($0.index)
        }
        if isLiteral || isAsking {
            return expected == .named("Swift.Any") ? nil : expected
        }
        let written = variableType(at: last) ?? codeFile.value(of: other).type
        let type = isOptional ? written.element : written
        return expected.name == "Swift.Optional" && type != expected ? nil : type
    }

    /// The type of what an expression is set to, by its last token.
    private func declaredType(of name: Int, before start: Int) -> TypeName? {
        if file.symbol(at: name)?.variableType != nil { return variableType(at: name) }
        let read = file.last(":", before: start).flatMap {
            codeFile.type(at: $0 + 1)
        }
        if let read, read.end == start - 1 {
            // What is asked for to be unwrapped is an optional.
            let isBinding =
                file.last("let", "var", before: start).map(file.isBinding) == true
            return isBinding ? .optional(read.type) : read.type
        }
        return file.isToken(name - 1, "let", "var") ? nil : variableType(at: name)
    }

    /// The type of a variable or parameter that a token names.
    private func variableType(at index: Int) -> TypeName? {
        let isMember = file.isToken(index - 1, ".")
        let local = isMember ? nil : file.local(index)
        if let type = file.symbol(at: index)?.variableType {
            // "if let api" unwraps what has the same name.
            let isBinding = local.map { file.isBinding($0 - 1) } == true
            return isBinding ? type.element ?? type : type
        }
        // Of a local one only its declaration tells.
        if isMember { return nil }
        let parameter = (0..<index).last {
            file.isToken($0, file.tokens[index].text) && file.isToken($0 + 1, ":")
                && file.isToken(file.parent(of: $0), "(")
        }
        guard let name = local ?? parameter, file.isToken(name + 1, ":") else {
            return nil
        }
        return codeFile.type(at: name + 2)?.type
    }

    private func parameterType(of phrase: Phrase) -> TypeName? {
        let open = phrase.node.start
        let symbol = file.symbol(at: open - 1) { $0.isFunction || $0.kind == .enumCase }
        let arguments = Arguments(of: file, startingAt: open)
        guard let parameters = symbol?.signature?.parameters,
            let index = arguments.index(of: phrase),
            let (label, earlier) = arguments.label(of: phrase)
        else { return nil }
        // A case's payload has no labels in the index.
        if symbol?.kind == .enumCase { return parameters[checked: index]?.type }
        // Of several parameters with the label, or without one, the first takes the first
        // argument.
        let own = parameters.filter { $0.label == label }[checked: earlier]
        let list = arguments.list[...index].last { $0.label != nil }?.label
        let type = (own ?? parameters.last { $0.label == list })?.type
        return isWrapper(type) ? nil : type
    }

    /// Whether a parameter is of a type by its attribute alone: then its value is given.
    private func isWrapper(_ type: TypeName?) -> Bool {
        let declared = type.flatMap { declarations.concreteTypes[$0.withoutArguments] }
        return declarations[declared?.usr]?.modifiers.contains("@propertyWrapper") == true
    }

    private func resultType(returning phrase: Phrase) -> TypeName? {
        guard let body = phrase.node.body, phrase.range.isEmpty || phrase.isResult
        else { return nil }
        // A result builder may make something else of it.
        let around = phrase.node.braces.prefix { $0.start >= body.start }
        let isBuilt = around.map(\.start).flatMap(file.occurrences).contains {
            $0.isImplicit && $0.symbol.name.hasPrefix("build")
        }
        if isBuilt { return nil }
        if let definition = surrounding,
            file.body(from: definition.name, to: phrase.start) == body
        {
            return definition.symbol.variableType ?? definition.symbol.signature?.result
        }
        guard body.kind == .declaration else { return compiledType(of: body) }
        // A function or variable within the function.
        let colon = file.last(":", before: body.start)
        let variable = file.isToken(colon.map { $0 - 2 }, "var") ? colon : nil
        let sign = variable ?? file.last("->", before: body.start)
        return sign.flatMap { codeFile.type(at: $0 + 1)?.type }
    }
}
