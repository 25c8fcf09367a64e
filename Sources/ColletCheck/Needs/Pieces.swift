/// A piece of code that runs as a whole, and where it begins.
struct Piece {
    let code: Code
    /// The token that it begins at.
    let start: Int
    /// For a closure whose container is not the one around it, what it runs in.
    var entrance: Entrance?

    /// A closure with what it runs in, the outermost first. Without any it runs in none of
    /// the test's containers: in a detached task, on a queue, in a process of its own.
    typealias Entrance = (closure: Node, scopes: [ClosureReader.Scope])
}

/// Tells which piece of code something is in, as finely as containers and certainty tell
/// apart.
struct Pieces {
    let code: ProgramCode
    let closures: ClosureReader
    private var declarations: Declarations { code.declarations }

    init(of code: ProgramCode) {
        self.code = code
        closures = ClosureReader(of: code)
    }

    /// The piece around a mention. What a test's attribute has is one of its own.
    func piece(around mention: Mention) -> Piece? {
        let (file, codeFile) = (mention.file, mention.codeFile)
        for node in mention.node.path {
            if let call = codeFile.closures[node], call.isRegistering {
                return Piece(code: .closure(call.place), start: node.start)
            }
            let scopes = scopes(of: node, around: mention)
            if scopes == nil, !isTestAttribute(node, in: file) { continue }
            let code = Code.closure(file.site(at: node.start).place)
            return Piece(
                code: code, start: node.start, entrance: scopes.map { (node, $0) })
        }
        return piece(of: mention)
    }

    /// What a closure runs in; `nil` if that is what is around it.
    private func scopes(
        of node: Node, around mention: Mention
    ) -> [ClosureReader.Scope]? {
        let file = mention.file
        let run = closures.run(of: node, around: mention.index, in: file)
        if let run, !run.scopes.isEmpty { return run.scopes }
        guard node.kind == .closure else { return nil }
        if let call = mention.codeFile.closures[node], call.isKeptByScope {
            return [ClosureReader.Scope(call: call)]
        }
        let isItsOwn = file.task(of: node).isItsOwn
        return isItsOwn || isExitTest(node, in: file) ? [] : nil
    }

    private func isExitTest(_ closure: Node, in file: SourceFile) -> Bool {
        guard let macro = file.callee(of: closure) else { return false }
        let isExpectation = file.isToken(macro, "#expect", "#require")
        return isExpectation && file.isToken(macro + 2, "processExitsWith", "exitsWith")
    }

    private func isTestAttribute(_ node: Node, in file: SourceFile) -> Bool {
        file.isInTests && file.isToken(node.start - 1, "Suite", "Test", behind: "@")
    }

    /// The piece of the declaration that a mention is in.
    private func piece(of mention: Mention) -> Piece? {
        guard let container = mention.container, let definition = declarations[container]
        else { return nil }
        let (name, index) = (definition.name, mention.index)
        let isHere = definition.file === mention.file
        if isHere, let body = mention.file.body(from: name, to: index) {
            return Piece(code: .function(container), start: body.start)
        }
        let isStored = definition.isStored && mention.accessor?.usr == container
        if isStored, let type = declarations.type(around: container) {
            return Piece(code: .type(type), start: name)
        }
        let parameters = isHere ? definition.parameters : []
        if let own = parameters.first(where: { $0.phrase.range.contains(index) }) {
            return Piece(code: .closure(own.place), start: own.phrase.start)
        }
        return Piece(code: .function(container), start: name)
    }
}
