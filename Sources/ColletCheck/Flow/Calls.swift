extension ProgramCode {
    /// Who calls what, and who asks for what.
    func callGraph(_ requests: [Read<Request>], _ table: RegistrationTable) -> CallGraph {
        var graph = CallGraph()
        for registration in table.all {
            graph.functions[registration.code] = Function(
                kind: .registration, site: registration.site,
                signature: registration.key.description)
        }
        var injected: Injected = [:]
        for read in requests where !read.value.isMadeByHand {
            let served = table.serving(read.value)
            add(read, served, to: &graph)
            if let property = read.value.property {
                injected[property, default: []] += served
            }
        }
        for mention in mentions { mention.addCall(to: &graph, injected) }
        for (usr, definition) in declarations.definitions {
            let implied = declarations.initializers(impliedBy: usr)
            graph.add(
                implied.map(Code.function), isCertain: true, at: definition.place,
                in: ([.function(usr)], .always))
            graph.functions[.function(usr)] = declarations.function(usr)
        }
        graph.members = declarations.members.mapValues { $0.map(Code.function) }
        graph.components = declarations.components()
        return graph
    }

    private func add(
        _ read: Read<Request>, _ served: [Registration], to graph: inout CallGraph
    ) {
        let request = read.value
        let nodes = served.map(\.code)
        for context in contexts(of: read) {
            // While a registration is used, it is the one for its key.
            let isOwn = context.callers.allSatisfy(nodes.contains)
            let targets = isOwn ? context.callers : nodes
            graph.add(
                targets, isCertain: targets.count == 1, at: request.place, in: context)
        }
    }

    /// Who asks: whoever reads a property, or code that makes a wrapper for itself, where
    /// that reads it.
    private func contexts(of read: Read<Request>) -> [CallGraph.Context] {
        let request = read.value
        if !request.isForUsers { return [read.mention.context] }
        if let property = request.property { return [([.function(property)], .always)] }
        return read.mention.readsOfWrapper.map(\.context)
    }
}

extension RegistrationTable {
    /// What serves a request where it is made, or may.
    fileprivate func serving(_ request: Request) -> [Registration] {
        registrations(for: request.key)
            .filter { request.key.matches($0.key) != nil && $0.counts(for: request) }
    }
}

extension Declarations {
    func superclass(of type: USR) -> USR? {
        allBases[type].first { types[$0]?.kind == .class }
    }

    /// The initializers of the superclass that one goes on with, and doesn't name.
    func initializers(impliedBy initializer: USR) -> [USR] {
        guard let definition = self[initializer], definition.kind == .constructor,
            let base = type(around: initializer).flatMap(superclass)
        else { return [] }
        if definition.mayLeaveOut { return [] }
        let all = members(of: base).filter {
            $0.kind == .constructor && !$0.modifiers.contains("convenience")
        }
        // What nobody writes has the same parameters as the superclass's.
        guard definition.hasOwnBody else {
            return all.filter { $0.symbol.name == definition.symbol.name }.map(\.usr)
        }
        // The compiler writes a call without arguments of the only one.
        let isCallable = all.first?.parameters.allSatisfy { $0.value != nil } == true
        return all.count == 1 && isCallable ? [all[0].usr] : []
    }
}

extension Definition {
    /// Whether an initializer names the one that it goes on with, or may leave before it.
    fileprivate var mayLeaveOut: Bool {
        body?.range.contains {
            let isNamed =
                file.isToken($0, "self", "super") && file.isToken($0 + 2, "init")
            return isNamed || file.isToken($0, "return", "throw")
        } == true
    }
}

/// What serves the requests of each property.
private typealias Injected = [USR: [Registration]]

extension Mention {
    fileprivate func addCall(to graph: inout CallGraph, _ injected: Injected) {
        // Of a call in what a macro expands to nothing tells the receiver.
        guard isCall, !symbol.isSetter, let definition else { return }
        let (functions, isCertain) = functions(definition, injected)
        let nodes = functions.map(Code.function)
        for read in reads {
            graph.add(nodes, isCertain: isCertain, at: place, in: read.context)
        }
        if reads.isEmpty, !isMadeByHand {
            // Who gets a wrapper or a key path may ask at once.
            let timing = max(context.timing, .unknown)
            graph.add(nodes, isCertain: true, at: place, in: (context.callers, timing))
        }
    }

    /// The functions that a call may run, and whether it certainly does.
    private func functions(
        _ definition: Definition, _ injected: Injected
    ) -> ([String], isCertain: Bool) {
        let usr = definition.usr
        let registrations = receiver.flatMap { injected[$0.usr] }
        let fulfilled = declarations.witnesses[usr, default: [:]]
        guard definition.parent?.kind == .protocol else {
            // A subclass may do something else, and so may another instance.
            let isMethod = definition.kind == .instanceMethod
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
        let isOfOneKind = types.keys.first == declarations.type(around: container)
        let isOnly = types.count == 1 && !isOfOneKind
        return (isOnly ? Array(types.values) : [], false)
    }

    /// Whether it is called of the object around it, as far as words say so.
    private var isOwn: Bool { !word.follows(".") || file.isToken(index - 2, "self") }

    /// The variable before the name, of whose value it is called.
    var receiver: IndexSymbol? {
        if isOwn { return nil }
        let open = file.isToken(index - 2, ")") ? file.partner(of: index - 2) : nil
        return file.symbol(at: open.map { $0 - 1 } ?? index - 2, where: \.isVariable)
    }

    /// Whose code it is in, and when that runs it.
    var context: CallGraph.Context {
        if let (call, closure) = call(where: \.isRegistering) {
            return ([.closure(call.place)], timing(behind: closure.start))
        }
        let callers = container.map { [Code.function($0)] } ?? []
        // A wrapper is made with the objects that have the property.
        let isWrapper = path.follows("@") && surrounding?.kind == .instanceProperty
        if isWrapper { return (makers, .always) }
        guard let surrounding, surrounding.name < index else {
            return (callers, .perhaps)
        }
        // The globals of a script are set in their order, and are no functions.
        if surrounding.isOfScript { return ([], .always) }
        let body = file.body(from: surrounding.name, to: index)
        let timing = timing(behind: body?.start ?? surrounding.name)
        // What a property is set to, the initializers call.
        let isSet = body == nil && surrounding.isStored
        return (isSet ? makers : callers, timing)
    }

    /// What makes an object of the type that it is in.
    private var makers: [Code] {
        declarations.makers(of: container).map(Code.function)
    }

    /// When a call happens, once what starts at a token before it runs.
    private func timing(behind start: Int) -> CallGraph.Timing {
        let closures = node.braces.prefix { $0.start > start }.map(timing)
        let words = codeFile.endingWords.filter { (start..<index).contains($0) }
        let mayEnd = words.contains { mayLeave(at: $0, behind: start) }
        // With another argument each time, as "depth - 1", it ends unless no branch ends
        // it.
        // A type that is asked for stays the same.
        let given = use == .resolve ? [] : arguments.list.map(\.value)
        if mayEnd, given.contains(where: isChanged) { return .later }
        let own = isPutOff ? CallGraph.Timing.unknown : mayEnd ? .perhaps : .always
        return closures.reduce(own, max)
    }

    /// Whether a word may end what starts at a token before the call.
    private func mayLeave(at word: Int, behind start: Int) -> Bool {
        // What another body returns ends that.
        let isInOther = file.node(around: word).path.contains { node in
            !node.isPart && node.start > start && node.end <= index
        }
        if isInOther { return false }
        // What is returned still runs, and so does the first condition of a statement.
        let hasRest = file.tokens.has(CodeFile.goingOn, at: word)
        return !hasRest || !file.expression(from: word + 1).range.contains(index)
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
        if let call = codeFile.closures[braces], call.use == .component {
            return call.arguments["for"] == nil ? .always : .perhaps
        }
        return isRunInCall(braces) || isRunByName(braces) ? .unknown : .later
    }

    /// Whether a local function or closure is called by its name.
    private func isRunByName(_ body: Node) -> Bool {
        guard let name = file.name(of: body), name != surrounding?.name else {
            return false
        }
        return file.mentions(ofLocal: name).contains { file.isToken($0 + 1, "(") }
    }

    /// Whether a closure is given to a function that can't keep it.
    private func isRunInCall(_ closure: Node) -> Bool {
        switch file.timing(of: closure) {
        case .inPlace: return true
        case .task, .unknown: return false
        case .isolated:
            let definition = declarations[file.function(running: closure)?.usr]
            return definition.map { $0.hasOwnBody && !$0.keepsClosures } == true
        }
    }
}
