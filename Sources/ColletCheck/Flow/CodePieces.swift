/// The pieces of a program's code: what each mention is in, and what overrides,
/// isolations and containers run themselves.
struct CodePieces {
    let code: ProgramCode
    private var declarations: Declarations { code.declarations }
    /// What runs what is in some brackets: an override, an isolation or a container.
    private var scopesByNode: [Node: Code] = [:]
    /// Those of which some code that they run can't be followed.
    private(set) var open: Set<Code> = []
    /// The members of classes that no object has.
    let replaced: Set<USR>

    init(of code: ProgramCode) {
        self.code = code
        replaced = code.replacedMembers
        for call in code.calls {
            if let scope = call.scope { follow(scope, at: call) }
        }
    }

    /// Follows what an override runs: a closure, a function, or what a helper around it
    /// is given. Of a helper's arguments only those count that it passes on.
    private mutating func follow(
        _ scope: Code, at mention: Mention, passing passed: [String]? = nil,
        by others: Set<String> = []
    ) {
        let file = mention.file
        let isPutOff = mention.symbol.demangled?.contains("@autoclosure") == true
        var isFollowed = false
        let arguments = mention.arguments.list, given = arguments.map(\.label)
        // A closure behind the call has no label, and is one that is missing.
        let callee = declarations[mention.symbol.usr]
        let first = callee?.closureParameters.map(\.label).first { !given.contains($0) }
        for (label, value) in arguments
        where passed?.contains(label ?? first ?? "") != false {
            let isSeen =
                value.braces != nil || isPutOff || mention.codeFile.namesCode(value)
            let node = value.braces ?? file.node(openedBy: mention.index + 1)
            if isSeen, let node {
                scopesByNode[node] = scope
                if runsOthers(node, at: mention) { open.insert(scope) }
            }
            isFollowed = isFollowed || isSeen
            for helper in mention.functions {
                let parameters = declarations[helper]?.closureParameters ?? []
                let inner = parameters.filter { value.has($0.name) }.map(\.label)
                isFollowed = isFollowed || !inner.isEmpty
                if inner.isEmpty || others.contains(helper) { continue }
                let uses = code.mentions(of: helper) + requiring(helper, of: scope)
                for use in uses {
                    follow(scope, at: use, passing: inner, by: others.union([helper]))
                }
            }
        }
        if !isFollowed { open.insert(scope) }
    }

    /// The calls of the requirements that a helper fulfils alone. If others fulfil them,
    /// too, or it overrides a method, what those calls run can't be told.
    private mutating func requiring(_ helper: USR, of scope: Code) -> [Mention] {
        let required = declarations.requirements[helper]
        let isAlone = required.allSatisfy { name in
            let isOfProtocol = declarations[name]?.parent?.kind == .protocol
            return isOfProtocol && declarations.witnesses[name]?.count == 1
        }
        if isAlone { return required.flatMap(code.mentions) }
        open.insert(scope)
        return []
    }

    /// Whether what is in some brackets may run code that isn't seen to run there: the
    /// function that a variable has, the initializer of any type that has it, or what
    /// another type does for the requirement that the function around fulfils, as the next
    /// one in a chain of responders.
    private func runsOthers(_ node: Node, at mention: Mention) -> Bool {
        if node.inside.contains(where: { callsLocal($0, at: mention) }) { return true }
        let required = declarations.requirements[mention.container ?? ""]
        let others = node.inside.flatMap(mention.file.occurrences)
            .filter { !$0.isOnlyWritten }.map(\.symbol)
        return others.contains { symbol in
            let definition = declarations[symbol.usr]
            let isOfAnyType =
                symbol.kind == .constructor && definition?.parent?.kind == .protocol
            let isFunction = symbol.variableType?.hasFunction == true
            let isUnknown = isFunction && definition?.isConstantClosure != true
            return isUnknown || isOfAnyType || required.contains(symbol.usr)
        }
    }

    /// Whether a token calls what a local variable has, or what a closure is given: the
    /// index has neither. What a helper is given is followed.
    private func callsLocal(_ index: Int, at mention: Mention) -> Bool {
        let file = mention.file
        let isCall = file.isToken(index + 1, "(") && !file.isToken(index - 1, ".")
        let isUnknown = file.symbol(at: index) == nil
        guard isCall, isUnknown, !mention.codeFile.namedCode.namesLocal(index)
        else { return false }
        let name = file.tokens[index].text
        let helpers = mention.functions.compactMap { declarations[$0] }
        let parameters = helpers.flatMap(\.closureParameters)
        if parameters.contains(where: { $0.name == name }) { return false }
        let before = (0..<index).filter { file.isToken($0, name) }
        return before.contains { name in
            let isParameter = file.isToken(name + 1, "in")
            return isParameter || file.isToken(name - 1, "let", "var", "for")
        }
    }

    /// What a mention is in.
    func code(around mention: Mention) -> Code {
        let file = mention.file
        let codeFile = mention.codeFile
        var isInTask = true
        for node in mention.node.path {
            let local = codeFile.namedCode.local(around: mention.index, in: node)
            if isInTask, let local { return .function(local) }
            if let call = codeFile.closures[node], call.isRegistering {
                return .closure(call.place)
            }
            if isInTask, let scope = scopesByNode[node] { return scope }
            if let keeper = codeFile.closures[node]?.keeper {
                return isInTask ? .type(keeper) : .task(keeper)
            }
            if node.isBraces, file.task(of: node).isItsOwn { isInTask = false }
        }
        if isInTask, let later = laterClosure(around: mention) { return later }
        guard let container = mention.container else { return .start }
        if replaced.contains(container) { return .replaced(container) }
        return isInTask ? code(of: container) : .task(container)
    }

    /// The closure around a mention in what a type or a file stores that runs only when
    /// somebody calls it: an element of a list, or given to what may keep it.
    func laterClosure(around mention: Mention) -> Code? {
        let isStored = declarations[mention.container]?.symbol.isShared == true
        let later = isStored ? mention.node.path.first(where: mention.mayEscape) : nil
        return later.map { .closure(mention.file.site(at: $0.start).place) }
    }

    func code(of usr: USR) -> Code {
        let usr = declarations.owner(ofAccessor: usr)
        if declarations.types[usr] != nil { return .type(usr) }
        let comesWithType = declarations[usr]?.comesWithType == true
        let type = comesWithType ? declarations.type(around: usr) : nil
        return declarations[type].map { .type($0.usr) } ?? .function(usr)
    }
}

extension Definition {
    /// Whether a member runs for an object that nobody calls it of: an initializer, what
    /// is stored, and what is called by no name.
    fileprivate var comesWithType: Bool {
        switch kind {
        case .constructor, .enumCase, nil: true
        case .instanceProperty: isCalledByNoName || !isRunByName || hasUnknownAttribute
        default: isCalledByNoName
        }
    }
}

extension Mention {
    /// Whether its closure makes what a `Scope` keeps; it keeps no graph.
    var isKeptByScope: Bool { use == .component && !symbol.name.hasPrefix("graph") }

    /// The type whose scope keeps that: it is made where an object of that type is.
    var keeper: USR? {
        guard isKeptByScope, let scope = receiver, scope.kind == .instanceProperty else {
            return nil
        }
        let declaring = declarations.type(around: scope.usr)
        // What inherits the scope has one of its own.
        let own = declarations.type(around: container)
        let all = declarations.allBases.reached(from: [own ?? ""])
        let keeper = declaring.map(all.contains) == true ? own : declaring
        return keeper.flatMap { declarations.types[$0]?.kind == .protocol ? nil : $0 }
    }

    /// Whether a closure around it may be kept, and isn't called where it stands.
    func mayEscape(_ closure: Node) -> Bool {
        let isOfCollet = codeFile.closures[closure] != nil
        if closure.kind != .closure || isOfCollet || file.isCalled(closure) {
            return false
        }
        // The mangled name says that some closure doesn't escape.
        return file.function(running: closure)?.usr.contains("XE") != true
    }

    /// What runs code with what a block registers, if it does so.
    var scope: Code? {
        guard let use, use.isScope else { return nil }
        if use != .perform { return .closure(place) }
        // Within the container that is current, everything is as around it.
        let isAsAround = path.text.hasSuffix("Container.current.perform")
        return isAsAround ? nil : .performing(isInTests: file.isInTests)
    }
}
