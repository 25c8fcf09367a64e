extension ProgramCode {
    /// Who calls what, and who asks for what.
    func callGraph(_ requests: [Read<Request>], _ table: RegistrationTable) -> CallGraph {
        var graph = CallGraph()
        for registration in table.all {
            graph.functions[.closure(registration.site.place)] = Function(
                kind: .registration, site: registration.site,
                signature: registration.key.description)
        }
        for read in requests where !read.value.isMadeByHand { add(read, to: &graph, table) }
        for mention in mentions { mention.reader.readCall(mention, into: &graph) }
        graph.members = declarations.members.mapValues { $0.map(Code.declaration) }
        graph.components = declarations.components()
        let called = graph.edges.flatMap { [$0] + $1.map(\.target) }
        for case .declaration(let usr) in Set(called + graph.components.values.joined()) {
            graph.functions[.declaration(usr)] = declarations.function(usr)
        }
        return graph
    }

    private func add(_ read: Read<Request>, to graph: inout CallGraph, _ table: RegistrationTable) {
        let (request, mention) = (read.value, read.mention)
        let served = table.registrations(for: request.key)
            .filter { request.key.matches($0.key) != nil && $0.counts(for: request) }
        if let property = request.property { graph.injected[property, default: []] += served }
        // Who reads a property first asks for what serves it.
        let users = request.property.map { [Code.declaration($0)] } ?? []
        let context = request.isForUsers ? (users, .always) : mention.reader.context(of: mention)
        let nodes = served.map { Code.closure($0.site.place) }
        // While a registration is used, it is the one for its key.
        let targets = context.callers.allSatisfy(nodes.contains) ? context.callers : nodes
        graph.add(
            targets, isCertain: targets.count == 1, at: request.site.place, in: context)
    }
}

// Extends FileReader: what calls what, and when.
extension FileReader {
    func readCall(_ mention: Mention, into graph: inout CallGraph) {
        // Of a call in what a macro expands to nothing tells the receiver.
        guard mention.occurrence.roles.contains(.call), !file.isExpansion(at: mention.index),
            let definition = declarations[declarations.owner(ofAccessor: mention.symbol.usr)]
        else { return }
        let (functions, isCertain) = functions(definition, at: mention, graph)
        let nodes = functions.map(Code.declaration)
        graph.add(nodes, isCertain: isCertain, at: mention.place, in: context(of: mention))
    }

    /// The functions that a call may run, and whether it certainly does.
    private func functions(
        _ definition: Declarations.Definition, at mention: Mention, _ graph: CallGraph
    ) -> ([String], isCertain: Bool) {
        let (index, usr) = (mention.index, definition.symbol.usr)
        let isOwn = !file.isToken(index - 1, ".") || file.isToken(index - 2, "self")
        // What stands before the name is the property whose value it is called of.
        let open = file.isToken(index - 2, ")") ? file.partner(of: index - 2) : nil
        let receiver = file.symbol(at: open.map { $0 - 1 } ?? index - 2, where: \.isVariable)
        let registrations = isOwn ? nil : receiver.flatMap { graph.injected[$0.usr] }
        let fulfilled = declarations.witnesses[usr, default: [:]]
        guard definition.parent?.kind == .protocol else {
            // A subclass may do something else, and so may another instance.
            let isMethod = definition.symbol.kind == .instanceMethod
            let isSame = isOwn || !isMethod || registrations?.count == 1
            return ([usr], isSame && fulfilled.isEmpty)
        }
        if let registrations {
            let types = registrations.map { $0.implementation?.usr ?? "" }
            return (types.compactMap { fulfilled[$0] }, types.count == 1)
        }
        // In a protocol's extension: what all types have in common.
        let common = isOwn ? Set(fulfilled.values) : []
        if common.count == 1 { return (Array(common), true) }
        // The only type that there is; but one may hold others of its kind, as in a tree.
        let types = fulfilled.filter { declarations[$0.value]?.file.isInTests == false }
        let isOfOneKind = types.keys.first == declarations.type(around: mention.container)?.usr
        let isOnly = types.count == 1 && !isOfOneKind
        return (isOnly ? Array(types.values) : [], false)
    }

    func context(of mention: Mention) -> CallGraph.Context {
        if let (closure, call) = closure(around: mention.node, where: \.isRegistering) {
            return ([.closure(call.place)], timing(of: mention, behind: closure.start))
        }
        let callers = mention.container.map { [Code.declaration($0)] } ?? []
        guard let definition = declarations[mention.container], definition.file === file,
            definition.name < mention.index
        else { return (callers, .perhaps) }
        // The globals of a script are set in their order, and are no functions.
        if definition.symbol.kind == .variable, file.isScript { return ([], .always) }
        let body = file.body(from: definition.name, to: mention.index)
        let timing = timing(of: mention, behind: body?.start ?? definition.name)
        // What a property is set to, the initializers call.
        let isSet = body == nil && definition.symbol.kind == .instanceProperty
        guard isSet, !definition.modifiers.contains("lazy") else { return (callers, timing) }
        let type = declarations.type(around: mention.container)
        return (declarations.initializers(of: type?.usr).map(Code.declaration), timing)
    }

    /// When a call happens, once what starts at a token before it runs.
    private func timing(of mention: Mention, behind start: Int) -> CallGraph.Timing {
        let index = mention.index
        let closures = mention.node.braces.prefix { $0.start > start }.map(timing)
        let mayEnd = endingWords.filter { (start..<index).contains($0) }.contains { word in
            // What is returned still runs, and what another closure returns ends that closure.
            let isReturned =
                Self.leaving.contains(file.tokens[word].text)
                && file.expression(from: word + 1).range.contains(index)
            return !isReturned
                && !file.node(around: word).path.contains { node in
                    node.kind == .closure && node.start > start && node.range.upperBound <= index
                }
        }
        // With another argument each time, as "depth - 1", it ends unless no branch ends it.
        if mayEnd, mention.arguments.list.map(\.value).contains(where: isChanged) { return .later }
        return closures.reduce(mayEnd || isPutOff(mention) ? .perhaps : .always, max)
    }

    /// Whether an argument may differ from what the function around it was given.
    private func isChanged(_ argument: Phrase) -> Bool {
        if argument.has("component") { return false }
        if argument.range.count > 1 { return !file.isToken(argument.start, "self") }
        return file.local(argument.start) != nil
    }

    private func timing(of braces: Node) -> CallGraph.Timing {
        // What may keep a branch from running are the words before it.
        if braces.isPart { return .always }
        // A scope runs its closure; one with a key perhaps for another key each time.
        guard let call = closures[braces], call.use == .component else { return .later }
        return call.arguments["for"] == nil ? .always : .perhaps
    }

    /// The words that may leave a body, but for what stands behind them.
    private static let leaving: Set = ["await", "return", "try"]
    /// The other words that may keep what follows them in a body from running.
    private static let branching: Set = ["&&", "?", "??", "lazy", "throw", "where", "||"]

    /// Whether a token may keep some later one from running.
    func mayEnd(at word: Int) -> Bool {
        let token = file.tokens[word]
        // A label may be called like a statement.
        guard token.kind == .word || token.kind == .sign, !file.isToken(word + 1, ":")
        else { return false }
        return [Tree.statements, Self.leaving, Self.branching].contains { $0.contains(token.text) }
            || file.isToken(word + 1, "(") && says("-> Swift.Never", at: word)
    }

    /// Whether a call is an argument that a function or a subscript takes as a closure.
    private func isPutOff(_ mention: Mention) -> Bool {
        mention.node.path.prefix { !$0.isBraces }.contains { node in
            // A call of a generic type's initializer has its arguments in between.
            file.isToken(node.start - 1, ">") || says("@autoclosure", at: node.start - 1)
                || says("@autoclosure", at: node.start)
        }
    }

    private func says(_ words: String, at index: Int) -> Bool {
        file.occurrences(at: index).contains { $0.symbol.demangled?.contains(words) == true }
    }
}
