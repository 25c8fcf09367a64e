/// A piece of code that runs as a whole, and where it begins.
struct Piece {
    let code: Code
    /// The token that it begins at.
    let start: Int
    /// For a closure whose container is not the one around it, why that is.
    var entrance: (closure: Node, kind: Entrance)?

    /// How a closure gets another container than the code around it.
    enum Entrance {
        /// It runs with what blocks register, perhaps by way of a helper.
        case scopes([ClosureReader.Scope])
        /// It runs in none of the test's containers: in a detached task, on a queue, in a
        /// process of its own.
        case process
        /// It makes what a `Scope` keeps, where the objects are made that have the scope.
        case keeper(USR?)
    }
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
            let entrance = entrance(of: node, around: mention).map { (node, $0) }
            if entrance == nil, !isTestAttribute(node, in: file) { continue }
            let code = Code.closure(file.site(at: node.start).place)
            return Piece(code: code, start: node.start, entrance: entrance)
        }
        return piece(of: mention)
    }

    private func entrance(of node: Node, around mention: Mention) -> Piece.Entrance? {
        let file = mention.file
        let run = closures.run(of: node, around: mention.index, in: file)
        if let run, !run.scopes.isEmpty { return .scopes(run.scopes) }
        guard node.kind == .closure else { return nil }
        if let call = mention.codeFile.closures[node], call.isKeptByScope {
            return .keeper(call.keeper)
        }
        let isItsOwn = file.task(of: node).isItsOwn
        return isItsOwn || isExitTest(node, in: file) ? .process : nil
    }

    private func isExitTest(_ closure: Node, in file: SourceFile) -> Bool {
        guard let macro = file.callee(of: closure) else { return false }
        return file.isToken(macro, "#expect", "#require")
            && file.isToken(macro + 2, "processExitsWith", "exitsWith")
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
