extension FileReader {
    func readCall(_ occurrence: IndexOccurrence, into graph: inout CallGraph) {
        // Of a call in what a macro expands to nothing tells the receiver.
        guard let mention = mention(occurrence), !file.isExpansion(at: mention.index),
            let definition = declarations[declarations.owner(ofAccessor: occurrence.symbol.usr)],
            definition.symbol.isFunction || definition.symbol.isVariable,
            let (caller, timing) = context(of: mention.index, in: mention.container)
        else { return }
        let (functions, isCertain) = functions(definition, at: mention.index, graph)
        graph.add(
            functions.map(CallGraph.Node.function), isCertain: isCertain, calledBy: caller,
            at: mention.place, timing)
    }

    func readUse(
        of request: Request, servedBy registrations: [Registration], into graph: inout CallGraph
    ) {
        // Who reads a property first asks for what serves it.
        var asker = request.property.map { (CallGraph.Node.function($0), CallGraph.Timing.always) }
        if let use = request.use { asker = context(of: use, in: request.container) }
        guard let (caller, timing) = asker else { return }
        let nodes = registrations.map { CallGraph.Node.registration($0.site.place) }
        // While a registration is used, it is the one for its key.
        let served = nodes.contains(caller) ? [caller] : nodes
        graph.add(
            served, isCertain: served.count == 1, calledBy: caller, at: request.site.place, timing)
    }

    /// The functions that a call may run, and whether it certainly does.
    private func functions(
        _ definition: Declarations.Definition, at index: Int, _ graph: CallGraph
    ) -> ([String], isCertain: Bool) {
        let usr = definition.symbol.usr
        let isOwn = !file.isToken(index - 1, ".") || file.isToken(index - 2, "self")
        let registrations = isOwn ? nil : receiver(at: index).flatMap { graph.injected[$0] }
        let fulfilled = declarations.witnesses[usr]
        guard definition.parent?.kind == .protocol else {
            // A subclass may do something else, and so may another instance.
            let isMethod = definition.symbol.kind == .instanceMethod
            let isSame = isOwn || !isMethod || registrations?.count == 1
            return ([usr], isSame && fulfilled == nil)
        }
        if let registrations {
            let types = registrations.map(\.implementation?.usr)
            return (types.compactMap { fulfilled?[$0 ?? ""] }, types.count == 1)
        }
        // In a protocol's extension: what all types have in common.
        let common = isOwn ? Set((fulfilled ?? [:]).values) : []
        return (common.count == 1 ? Array(common) : [], true)
    }

    /// The property whose value a function is called of, by what stands before its name.
    private func receiver(at index: Int) -> String? {
        let open = file.isToken(index - 2, ")") ? file.partner(of: index - 2) : nil
        return file.symbol(at: open.map { $0 - 1 } ?? index - 2, where: \.isVariable)?.usr
    }

    private func context(
        of index: Int, in container: String?
    ) -> (CallGraph.Node, CallGraph.Timing)? {
        if let brace = file.braces(around: index).first(where: { closures[$0] != nil }) {
            return closures[brace].map { (.registration($0), timing(of: index, behind: brace)) }
        }
        guard let container else { return nil }
        let definition = declarations[container]
        guard let name = definition?.name, definition?.file === file, name < index
        else { return (.function(container), .perhaps) }
        let body = file.bodyBrace(from: name, to: index) ?? name
        return (.function(container), timing(of: index, behind: body))
    }

    /// When a token runs, once what starts at an earlier one does.
    private func timing(of index: Int, behind start: Int) -> CallGraph.Timing {
        let closures = file.braces(around: index).prefix { $0 > start }.map(timing(of:))
        let inner = (start..<index).filter {
            file.isToken($0, "{") && file.behind($0) <= index && role(of: $0) == .closure
        }
        // What another closure returns ends that closure.
        let mayEnd = (start..<index).contains { word in
            !inner.contains { $0 < word && word < file.behind($0) }
                && self.mayEnd(at: word, before: index)
        }
        // What is asked for less each time, as in "depth - 1", ends unless no branch ends it.
        let isLess = Arguments(of: file, startingAt: index + 1).list.flatMap(\.tokens).contains {
            file.isToken($0, "-") && file.token($0 + 1)?.kind == .number
        }
        if mayEnd, isLess { return .later }
        return closures.reduce(mayEnd || isPutOff(index) ? .perhaps : .always, max)
    }

    private func timing(of brace: Int) -> CallGraph.Timing {
        // What may keep a branch from running are the words before it.
        if role(of: brace) == .branch { return .always }
        // A scope runs its closure; one with a key perhaps for another key each time.
        var start = file.isToken(brace - 1, ")") ? file.partner(of: brace - 1) ?? brace : brace
        if let parent = file.parent(of: brace), file.isToken(parent, "(") { start = parent }
        let function = file.symbol(at: start - 1, where: \.isFunction)
        guard function.flatMap(collet.use) == .component else { return .later }
        return Arguments(of: file, startingAt: start)["for"] == nil ? .always : .perhaps
    }

    private static let statements: Set = [
        "catch", "defer", "do", "else", "for", "guard", "if", "repeat", "switch", "while",
    ]
    private static let declaring: Set = [
        "actor", "class", "deinit", "enum", "extension", "func", "init", "protocol", "struct",
        "subscript",
    ]
    /// The other words that may keep what follows them in a body from running.
    private static let branching: Set = ["&&", "?", "??", "lazy", "throw", "where", "||"]

    /// Whether a token may keep a later one from running.
    private func mayEnd(at word: Int, before index: Int) -> Bool {
        let token = file.tokens[word]
        // A label may be called like a statement.
        guard token.kind == .word || token.kind == .sign, !file.isToken(word + 1, ":")
        else { return false }
        if ["await", "return", "try"].contains(token.text) {
            return !file.expression(from: word + 1).contains(index)
        }
        return Self.statements.contains(token.text) || Self.branching.contains(token.text)
            || file.isToken(word + 1, "(") && says("-> Swift.Never", at: word)
    }

    /// Whether a call is an argument that a function or a subscript takes as a closure.
    private func isPutOff(_ index: Int) -> Bool {
        let around = sequence(first: index) { self.file.parent(of: $0) }.dropFirst()
        return around.prefix { !file.isToken($0, "{") }.contains { open in
            // A call of a generic type's initializer has its arguments in between.
            file.isToken(open - 1, ">") || says("@autoclosure", at: open - 1)
                || says("@autoclosure", at: open)
        }
    }

    private func says(_ words: String, at index: Int) -> Bool {
        file.occurrences(at: index).contains { $0.symbol.demangled?.contains(words) == true }
    }

    enum Role { case branch, declaration, closure }

    /// What a brace opens, by the words before it in the same brackets, behind any other block.
    func role(of brace: Int) -> Role {
        let start = file.parent(of: brace) ?? -1
        var index = brace - 1
        if file.isToken(index, "get") { return .branch }
        while index > start, !file.isToken(index, "}") {
            let token = file.tokens[index]
            if Self.statements.contains(where: token.is) { return .branch }
            if Self.declaring.contains(where: token.is), !file.isToken(index - 1, ".") {
                return .declaration
            }
            index = min(file.partner(of: index) ?? index, index) - 1
        }
        return .closure
    }
}
