/// The pieces of a program's code: what each mention is in, and what overrides,
/// isolations and containers run themselves.
struct CodePieces {
    let code: ProgramCode
    private var declarations: Declarations { code.declarations }
    /// The calls that run what is in some brackets: of an override, an isolation or a
    /// container.
    private(set) var scopesByNode: [Node: Mention] = [:]
    /// Those of which some code that they run can't be followed.
    private(set) var open: Set<Code> = []

    init(of code: ProgramCode) {
        self.code = code
        for call in code.calls {
            if call.scope != nil { follow(call, at: call) }
        }
    }

    /// Follows what an override runs: a closure, a function, or what a helper around it
    /// is given. Of a helper's arguments only those count that it passes on.
    private mutating func follow(
        _ scope: Mention, at mention: Mention, of callee: Definition? = nil,
        passing passed: [String]? = nil, by others: Set<Place> = []
    ) {
        let file = mention.file
        let isPutOff = mention.symbol.demangled?.contains("@autoclosure") == true
        var isFollowed = false, isOpen = false
        let arguments = mention.arguments.list, given = arguments.map(\.label)
        // A closure behind the call has no label, and is one that is missing.
        let first = callee?.closureParameters.map(\.label).first { !given.contains($0) }
        for (label, value) in arguments
        where passed?.contains(label ?? first ?? "") != false {
            let node = value.braces ?? file.node(openedBy: mention.index + 1)
            let isSeen = value.braces != nil || value.isFunction || isPutOff
            if isSeen, let node { scopesByNode[node] = scope }
            if let closure = value.braces, callsUnknown(closure, at: mention) {
                isOpen = true
            }
            let helper = helper(around: mention, passing: value)
            isFollowed = isFollowed || isSeen || helper != nil
            guard let (function, uses) = helper, !others.contains(function.place) else {
                continue
            }
            let inner = function.closureParameters.filter { value.has($0.name) }
            for use in uses {
                follow(
                    scope, at: use, of: function, passing: inner.map(\.label),
                    by: others.union([function.place]))
            }
        }
        if isOpen || !isFollowed, let code = scope.scope { open.insert(code) }
    }

    /// Whether a closure calls what may be anything: what a variable or an array has, or a
    /// requirement.
    private func callsUnknown(_ closure: Node, at mention: Mention) -> Bool {
        let file = mention.file
        return closure.range.contains { open in
            guard file.isToken(open, "("), !file.tokens[open].followsSpace else {
                return false
            }
            let word = Phrase(file, open - 1..<open)
            if file.tokens[open - 1].kind != .word {
                return word.has("?") || word.has("]")
            }
            let named = file.occurrences(at: open - 1).map(\.symbol)
            if named.isEmpty, !word.isFunction {
                return helper(around: mention, passing: word) == nil
            }
            let isOfVariable = file.token(open - 3)?.kind == .word
            return named.contains { symbol in
                let owner = declarations[symbol.usr]?.parent?.kind
                return symbol.isVariable || isOfVariable && owner == .protocol
            }
        }
    }

    /// The function around a mention that gets a closure which something names, and where
    /// that function is named itself.
    private func helper(
        around mention: Mention, passing value: Phrase
    ) -> (function: Definition, uses: [Mention])? {
        let locals = mention.node.braces.compactMap(mention.local).map { name, uses in
            let function = Definition(
                symbol: mention.symbol, file: mention.file, name: name, parent: nil)
            return (function: function, uses: uses)
        }
        let outer = declarations[mention.container].map {
            (function: $0, uses: code.mentions(of: $0.symbol.usr))
        }
        return (locals + [outer].compactMap(\.self)).first { helper in
            helper.function.closureParameters.contains { value.has($0.name) }
        }
    }

    /// What a mention is in.
    func code(around mention: Mention) -> Code {
        let file = mention.file
        let codeFile = mention.codeFile
        var isInTask = true
        for node in mention.node.path {
            if let call = codeFile.closures[node], call.isRegistering {
                return .closure(call.place)
            }
            if isInTask, let scope = scopesByNode[node]?.scope { return scope }
            if let local = mention.local(of: node) {
                return .closure(file.site(at: local.name).place)
            }
            if node.isBraces, file.task(of: node).isItsOwn { isInTask = false }
        }
        guard let container = mention.container else { return .start }
        return isInTask ? code(of: container) : .task(container)
    }

    func code(of usr: USR) -> Code {
        let usr = declarations.owner(ofAccessor: usr)
        if declarations.types[usr] != nil { return .type(usr) }
        guard declarations[usr]?.comesWithType != false,
            let type = declarations.type(around: usr)
        else { return .function(usr) }
        return .type(type)
    }
}

extension Definition {
    private static let unnamed = [
        "dynamicallyCall(", "projectedValue", "subscript(_enclosingInstance:",
        "subscript(dynamicMember:", "wrappedValue",
    ]

    /// Whether it runs for an object that nobody calls it of: an initializer, what is
    /// stored, and what is called by no name.
    var comesWithType: Bool {
        switch symbol.kind {
        case .constructor, .enumCase, nil: true
        case .instanceProperty where ownBody == nil: true
        default: Self.unnamed.contains(where: symbol.name.hasPrefix)
        }
    }
}

extension Mention {
    /// What runs code with what a block registers, if it does so.
    var scope: Code? {
        // Within the container that is current, everything is as around it.
        let isAsAround = path.text.hasSuffix("Container.current.perform")
        guard let use, use.isScope, !isAsAround else { return nil }
        return use == .perform ? .performing : .closure(place)
    }
}

extension Phrase {
    /// Whether it names a function, perhaps one in a function.
    fileprivate var isFunction: Bool {
        guard let last = range.last else { return false }
        if file.symbol(at: last)?.isFunction == true { return true }
        guard range.count == 1, let local = file.local(last) else { return false }
        let isClosure = file.value(ofVariable: local)?.braces != nil
        return isClosure || file.isToken(local - 1, "func")
    }
}
