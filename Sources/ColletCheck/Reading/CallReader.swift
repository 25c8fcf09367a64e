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
        "if", "guard", "switch", "while", "for", "repeat", "do", "catch", "try", "throw", "defer",
        "await", "??", "?", "&&", "||", "fatalError", "preconditionFailure", "exit",
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
        let before = file.tokens[(body ?? start)..<index].filter {
            $0.kind == .word || $0.kind == .sign
        }
        return !before.contains { Self.branching.contains($0.text) }
            && before.count { $0.text == "return" } <= 1 && !isPutOff(index)
    }

    /// Whether a function around a call takes it as a closure without braces.
    private func isPutOff(_ index: Int) -> Bool {
        var parent = file.parent(of: index)
        while let open = parent, !file.isToken(open, "{") {
            if file.isToken(open, "("), let function = file.symbol(at: open - 1),
                Demangler.text(ofUSR: function.usr)?.contains("@autoclosure") == true
            {
                return true
            }
            parent = file.parent(of: open)
        }
        return false
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
