// Who calls what, and when.
extension FileReader {
    /// Reads a call, with whose code it is in; `nil` if it is of no interest.
    func call(
        _ occurrence: IndexOccurrence, requests: [String: Place]
    ) -> (caller: CallGraph.Caller, call: CallGraph.Call)? {
        // Of a call in what a macro expands to nothing tells the receiver.
        guard let index = file.tokenIndex(at: occurrence.position), !file.isExpansion(at: index)
        else { return nil }
        let place = Place(path: file.path, position: occurrence.position)
        let usr = declarations.owner(ofAccessor: occurrence.symbol.usr)
        let callee: CallGraph.Callee
        if collet.use(of: occurrence.symbol) == .resolve {
            callee = .request(place)
        } else if let symbol = declarations.definitions[usr]?.symbol,
            symbol.isFunction || symbol.isVariable
        {
            callee = .function(usr, of: receiver(at: index, requests))
        } else {
            return nil
        }
        let container = declarations.container(of: occurrence)
        guard let (caller, timing) = context(of: index, in: container) else { return nil }
        return (caller, CallGraph.Call(callee: callee, place: place, timing: timing))
    }

    /// Reads the first use of what a registration's closure injects into a variable of its own.
    func use(of request: Request) -> CallGraph.Call? {
        guard let name = request.variable, let scope = request.scope,
            let start = file.tokenIndex(at: request.site.place.position),
            let end = file.partner(of: scope),
            let index = (start + 1..<end).first(where: { file.isToken($0, name) }),
            let (_, timing) = context(of: index, in: nil)
        else { return nil }
        let place = request.site.place
        return CallGraph.Call(callee: .request(place), place: place, timing: timing)
    }

    /// Whose function a call is of, by what stands before its name.
    private func receiver(at index: Int, _ requests: [String: Place]) -> CallGraph.Receiver {
        guard file.isToken(index - 1, "."), !file.isToken(index - 2, "self") else { return .own }
        var word = index - 2
        if file.isToken(word, ")"), let open = file.partner(of: word) { word = open - 1 }
        let property = file.symbol(at: word, where: \.isVariable)?.usr
        return property.flatMap { requests[$0] }.map { .injected($0) } ?? .other
    }

    // MARK: Timing

    /// Whose code a token is in, and when it runs.
    private func context(
        of index: Int, in container: String?
    ) -> (CallGraph.Caller, CallGraph.Timing)? {
        var inner = file.braces(around: index)[...]
        if let closure = inner.firstIndex(where: { file.closures[$0] != nil }) {
            let timing = timing(of: index, behind: inner[closure], within: inner[..<closure])
            return file.closures[inner[closure]].map { (.registration($0), timing) }
        }
        guard let container else { return nil }
        guard let definition = declarations.definitions[container], definition.file === file,
            let start = definition.tokenIndex, start < index
        else { return (.function(container), .perhaps) }
        inner = inner.prefix { $0 > start }
        let body = file.bodyBrace(from: start, to: index)
        // What a variable is set to is no body.
        let isSet = (start..<(body ?? start)).contains { file.isToken($0, "=") }
        if body == inner.last, !isSet { inner = inner.dropLast() }
        return (.function(container), timing(of: index, behind: body ?? start, within: inner))
    }

    /// When a token runs, once what stands behind another one does.
    private func timing(
        of index: Int, behind start: Int, within braces: ArraySlice<Int>
    ) -> CallGraph.Timing {
        let timings = braces.map(timing(of:))
        if timings.contains(.later) { return .later }
        let mayEnd = (start..<index).contains { self.mayEnd(at: $0, before: index) }
        return mayEnd || isPutOff(index) || timings.contains(.perhaps) ? .perhaps : .always
    }

    /// When what is in braces runs: a branch, or a closure.
    private func timing(of brace: Int) -> CallGraph.Timing {
        if file.isToken(brace - 1, "get") { return .always }
        if opensBranch(brace) { return .perhaps }
        // A scope runs its closure; one with a key perhaps for another key each time.
        var list = file.isToken(brace - 1, ")") ? file.partner(of: brace - 1) : nil
        if let parent = file.parent(of: brace), file.isToken(parent, "(") { list = parent }
        let function = file.symbol(at: list.map { $0 - 1 } ?? brace - 1, where: \.isFunction)
        guard function.flatMap(collet.use) == .component else { return .later }
        let isKeyed = list.map { Arguments(of: file, startingAt: $0)["for"] != nil } ?? false
        return isKeyed ? .perhaps : .always
    }

    /// The words that begin with what always runs, and go on with what may not.
    private static let leading: Set<String> = [
        "await", "for", "guard", "if", "return", "switch", "try", "while",
    ]

    /// The other words that may keep what follows them in a body from running.
    private static let branching: Set<String> = [
        "&&", "?", "??", "catch", "defer", "do", "else", "lazy", "repeat", "throw", "where", "||",
    ]

    /// Whether a token may keep a later one from running.
    private func mayEnd(at word: Int, before index: Int) -> Bool {
        let token = file.tokens[word]
        guard token.kind == .word || token.kind == .sign else { return false }
        if Self.leading.contains(token.text) {
            return !file.expression(from: word + 1).contains(index)
        }
        let isWrapped = token.is("@") && !file.isToken(word + 1, "Inject")
        return isWrapped || Self.branching.contains(token.text) || says("-> Swift.Never", at: word)
    }

    /// Whether a call is an argument that a function or a subscript takes as a closure.
    private func isPutOff(_ index: Int) -> Bool {
        sequence(first: index) { file.parent(of: $0) }.dropFirst()
            .prefix { !file.isToken($0, "{") }
            .contains { open in
                // A call of a generic type's initializer has its arguments in between.
                file.isToken(open - 1, ">") || says("@autoclosure", at: open - 1)
                    || says("@autoclosure", at: open)
            }
    }

    /// Whether a symbol at a token has some words in its full name.
    private func says(_ words: String, at index: Int) -> Bool {
        guard let token = file.token(index) else { return false }
        return file.occurrences(at: token.position).contains {
            $0.symbol.demangled?.contains(words) == true
        }
    }

    /// Whether a brace opens a branch of a statement, not a closure.
    private func opensBranch(_ brace: Int) -> Bool {
        var index = brace - 1
        while let token = file.token(index), file.parent(of: brace) != index, !token.is(";") {
            if Self.leading.contains(token.text) || Self.branching.contains(token.text) {
                return !token.is("return") && !token.is("try") && !token.is("await")
            }
            if index + 1 < brace, file.startsStatement(at: index + 1) { return false }
            index = min(file.partner(of: index) ?? index, index) - 1
        }
        return false
    }
}
