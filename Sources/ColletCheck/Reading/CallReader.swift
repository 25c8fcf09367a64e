/// Reads who calls what.
struct CallReader {
    let file: SourceFile
    let declarations: Declarations
    let requests: RequestTable

    /// Reads a call, with the function that it is in; `nil` if it is of no interest.
    func call(_ occurrence: IndexOccurrence) -> (caller: String, call: CallGraph.Call)? {
        let callee = declarations.owner(ofAccessor: occurrence.symbol.usr)
        let caller = occurrence.related(.calledBy) ?? occurrence.related(.containedBy)
        // Of a call in what a macro expands to nothing tells the receiver.
        guard let caller, declarations.definitions[callee]?.symbol.isCode == true,
            let index = file.tokenIndex(at: occurrence.position), !file.isExpansion(at: index),
            !isConfiguration(index)
        else { return nil }
        let owner = declarations.owner(ofAccessor: caller.usr)
        let call = CallGraph.Call(
            callee: callee,
            receiver: receiver(at: index),
            place: Place(path: file.path, position: occurrence.position),
            isCertain: isCertain(index, in: owner)
        )
        return (owner, call)
    }

    /// Whose function a call is of, by what stands before its name.
    private func receiver(at index: Int) -> CallGraph.Receiver {
        guard file.isToken(index - 1, "."), !file.isToken(index - 2, "self") else { return .own }
        var word = index - 2
        if file.isToken(word, ")"), let open = file.partner(of: word) { word = open - 1 }
        if let symbol = file.symbol(at: word, where: \.isVariable) {
            return requests.index(ofProperty: symbol.usr).map { .injected($0) } ?? .other
        }
        // A local variable has no symbol.
        guard let name = file.token(word)?.text else { return .other }
        let local = requests.index(
            ofLocal: name,
            path: file.path,
            within: Set(file.braces(around: index))
        )
        return local.map { .injected($0) } ?? .other
    }

    /// Whether a call stands in the `configure` closure of `Scope.graph`, which runs when the
    /// instance is there already.
    private func isConfiguration(_ index: Int) -> Bool {
        file.braces(around: index).contains { brace in
            file.isToken(brace - 1, ":") && file.isToken(brace - 2, "configure")
        }
    }

    /// The words that may keep what follows them in a body from running.
    private static let branching: Set<String> = [
        "if", "guard", "switch", "while", "for", "where", "repeat", "do", "catch", "try", "throw",
        "defer", "await", "??", "?", "&&", "||", "lazy", "@", "exit",
    ]

    /// Those of them that begin with what always runs, such as a condition.
    private static let leading: Set<String> = [
        "if", "guard", "switch", "while", "for", "try", "await",
    ]

    /// Whether a call happens each time that the function around it runs.
    private func isCertain(_ index: Int, in caller: String) -> Bool {
        guard let definition = declarations.definitions[caller], definition.file === file,
            let start = definition.tokenIndex, start < index
        else { return false }
        // No brace but the body's own may stand around it: that would be a branch or a closure.
        let body = file.bodyBrace(from: start, to: index)
        guard file.braces(around: index).first == body ?? file.braces(around: start).first else {
            return false
        }
        // What a variable is set to, or what observes it, runs at another time.
        if let body, (start..<body).contains(where: { file.isToken($0, "=") }),
            definition.symbol.isVariable
        {
            return false
        }
        let before = (body ?? start)..<index
        let words = before.filter { [.word, .sign].contains(file.tokens[$0].kind) }
        guard words.first(where: isBranching).map({ leads(from: $0, to: index) }) ?? true,
            words.allSatisfy({
                !file.isToken($0, "return") || file.expression(from: $0 + 1).contains(index)
            })
        else { return false }
        return !isPutOff(index) && !before.contains(where: neverReturns)
    }

    private func isBranching(_ index: Int) -> Bool {
        Self.branching.contains(file.tokens[index].text)
    }

    /// Whether a call is what a branching word begins with: `guard let part = component()`.
    private func leads(from word: Int, to index: Int) -> Bool {
        (word..<index).allSatisfy {
            let token = file.tokens[$0]
            return Self.leading.contains(token.text) || ["=", ":", "."].contains(where: token.is)
                || token.kind == .word && !isBranching($0)
        }
    }

    /// Whether a call is only described: by a key path, or for a function or a subscript around it
    /// that takes it as a closure without braces.
    private func isPutOff(_ index: Int) -> Bool {
        var start = index
        while file.isToken(start - 1, ".") { start -= file.token(start - 2)?.kind == .word ? 2 : 1 }
        if file.token(start - 1)?.text.hasSuffix("\\") == true { return true }
        var parent = file.parent(of: index)
        while let open = parent, !file.isToken(open, "{") {
            // A call of a generic type's initializer has its arguments in between.
            if file.isToken(open - 1, ">") || [open - 1, open].contains(where: takesAutoclosure) {
                return true
            }
            parent = file.parent(of: open)
        }
        return false
    }

    private func takesAutoclosure(_ index: Int) -> Bool {
        texts(at: index).contains { $0.contains("@autoclosure") }
    }

    private func neverReturns(_ index: Int) -> Bool {
        texts(at: index).contains { $0.hasSuffix("-> Swift.Never") }
    }

    /// What the symbols at a token are, in full.
    private func texts(at index: Int) -> [String] {
        guard let token = file.token(index) else { return [] }
        return file.occurrences(at: token.position).compactMap {
            Demangler.text(ofUSR: $0.symbol.usr)
        }
    }
}

/// Requests by the property or variable that holds what they ask for.
struct RequestTable {
    private var properties: [String: Int] = [:]
    private var locals: [String: [Int]] = [:]
    private let requests: [Request]

    init(_ requests: [Request]) {
        self.requests = requests
        for (index, request) in requests.enumerated() {
            if let property = request.property {
                properties[property] = index
            } else if let variable = request.variable {
                locals[variable, default: []].append(index)
            }
        }
    }

    func index(ofProperty usr: String) -> Int? {
        properties[usr]
    }

    /// The local variable of a name that is seen within braces.
    func index(ofLocal name: String, path: String, within braces: Set<Int>) -> Int? {
        locals[name]?.last { index in
            let request = requests[index]
            return request.site.place.path == path
                && request.scope.map(braces.contains) == true
        }
    }
}
