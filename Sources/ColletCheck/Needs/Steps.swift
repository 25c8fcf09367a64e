/// Something that a piece of code does that matters to what it needs.
struct Step: Placed {
    enum Action {
        /// Runs a piece of code.
        case run(Code)
        /// Calls what may be another type's function.
        case call(Callee)
        case make(Making)
        /// Asks its container, or one of those that have an injected property's owners.
        case ask([Int])
        /// Runs a piece of code in scopes, or in none of the test's containers.
        case enter(Code, [ClosureReader.Scope])
        /// Registers in its container.
        case register(Mention)
        /// Goes on to run the test, as one of XCTest's own functions does.
        case invoke(Int)
        /// Skips the test, or cancels it.
        case end
    }

    let action: Action
    let site: Site
    /// Whether it happens whenever the piece runs.
    let certainty: Certainty.Level
    /// Whether an error that it throws may end no test.
    let isCaught: Bool
}

/// What a call of a requirement is of, or of a method that subclasses override.
struct Callee: Hashable {
    let function: USR
    /// The type of the value whose function is called.
    let type: USR?
    /// What asks for that value, if it is injected.
    let request: Int?
}

/// The making of an object.
struct Making {
    let type: USR, initializer: USR?
    /// Whether the initializer only goes on with another one's object.
    let isDelegating: Bool
    /// Whether somebody may keep what makes it, and run that elsewhere.
    let isKept: Bool
    /// What runs: the values of properties, initializers.
    let pieces: [Code]
    /// What may run later, as other modules require it.
    var later: [Code]
}

/// What each piece of a program's code does.
struct Steps {
    private var byPiece: [Code: [Step]] = [:]
    /// The pieces of tests that register something.
    private(set) var registering: Set<Code> = []
    let dispatch: Dispatch
    private let code: ProgramCode
    private let reader: Pieces
    /// The requests of each property.
    private var requests: [USR: [Int]] = [:]
    /// The closures that a piece of code enters, with something that is in them.
    private var entered: [(entrance: Piece.Entrance, mention: Mention)] = []
    private var knownNodes: Set<Node> = []

    init(
        of code: ProgramCode, _ requests: [Read<Request>], _ dispatch: Dispatch
    ) {
        self.code = code
        self.dispatch = dispatch
        reader = Pieces(of: code)
        for (number, read) in requests.enumerated() {
            if let property = read.value.usedProperty {
                self.requests[property, default: []].append(number)
            } else if !read.value.isForUsers {
                add(.ask([number]), at: read.mention)
            } else {
                // It asks the container in which it was made.
                let made = piece(around: read.mention)
                let reads = read.mention.readsOfWrapper
                    .filter { piece(around: $0) == made }
                reads.forEach { add(.ask([number]), at: $0) }
                if reads.isEmpty { add(.ask([number]), at: read.mention, .perhaps) }
            }
        }
        for (property, numbers) in self.requests {
            // For calls that may be of another type's: of a requirement, or a subclass's.
            let site = requests[numbers[0]].mention.site
            let step = Step(
                action: .ask(numbers), site: site, certainty: .always, isCaught: false)
            byPiece[.function(property)] = [step]
        }
        for mention in code.mentions { add(mention) }
        while let closure = entered.popLast() {
            add(closure.entrance, closure.mention)
        }
    }

    subscript(piece: Code) -> [Step] { byPiece[piece] ?? [] }
    func piece(around mention: Mention) -> Code? { reader.piece(around: mention)?.code }

    private mutating func add(
        _ action: Step.Action, at mention: Mention, _ level: Certainty.Level = .always
    ) {
        guard let piece = reader.piece(around: mention) else { return }
        if let entrance = piece.entrance, knownNodes.insert(entrance.closure).inserted {
            entered.append((entrance, mention.moved(to: entrance.closure.start)))
        }
        let certainty = Certainty(closures: reader.closures, codeFile: mention.codeFile)
        let own = certainty.level(of: mention.index, behind: piece.start)
        let isCaught = certainty.isCaught(mention.index, behind: piece.start)
        let step = Step(
            action: action, site: mention.site, certainty: max(level, own),
            isCaught: isCaught)
        byPiece[piece.code, default: []].append(step)
        if case .register = action, step.site.isInTests { registering.insert(piece.code) }
    }

    private mutating func add(_ entrance: Piece.Entrance, _ mention: Mention) {
        let (node, scopes) = entrance
        let certainty = Certainty(closures: reader.closures, codeFile: mention.codeFile)
        let level = node.kind == .arguments ? .always : certainty.level(of: node)
        // What an exit test runs is another process's.
        let isElsewhere = scopes.isEmpty && !mention.file.task(of: node).isItsOwn
        add(
            .enter(.closure(mention.place), scopes), at: mention,
            isElsewhere ? .perhaps : level)
    }

    // MARK: Mentions

    private mutating func add(_ mention: Mention) {
        let (symbol, file) = (mention.symbol, mention.file)
        if file.tokens.isExpansion(at: mention.index) { return }
        if mention.mayEndTest { return add(.end, at: mention) }
        switch mention.use {
        case .build, .register, .registerModule, .registerValue:
            return add(.register(mention), at: mention)
        case nil: break
        default: return
        }
        guard let definition = code.declarations[symbol.usr] else {
            return addInvocation(at: mention)
        }
        switch symbol.kind {
        case .constructor: addInitializer(definition, at: mention)
        case .enumCase: addMaking(of: definition, by: nil, at: mention)
        case .enum, .struct, .class: addMetatype(definition, at: mention)
        case .typealias, .protocol, .parameter, nil: break
        default: addCall(of: definition, at: mention)
        }
    }

    private mutating func addInvocation(at mention: Mention) {
        guard mention.isOfSuper, let number = mention.symbol.invocation else { return }
        add(.invoke(number), at: mention, mention.isCall ? .always : .perhaps)
    }

    private mutating func addInitializer(_ definition: Definition, at mention: Mention) {
        addDefaults(of: definition, at: mention)
        let isRequirement = dispatch.isRequirement(definition.usr)
        if isRequirement { return addCall(of: definition, at: mention) }
        addMaking(of: definition, by: definition.usr, at: mention)
    }

    private mutating func addMaking(
        of definition: Definition, by initializer: USR?, at mention: Mention
    ) {
        guard let type = code.declarations.type(around: definition.usr) else {
            return
        }
        let file = mention.file, index = mention.index
        let isOfSuper = file.isToken(index, "super")
        let isDelegating = isOfSuper || file.isToken(index - 2, "super", "self")
        let isCall = initializer == nil || mention.isCall
        let making = making(
            of: type, by: initializer, isDelegating: isDelegating,
            isKept: !isCall || isKept(mention) || givesWrapper(mention))
        add(.make(making), at: mention, isCall ? .always : .perhaps)
    }

    private func isKept(_ mention: Mention) -> Bool {
        let certainty = Certainty(closures: reader.closures, codeFile: mention.codeFile)
        let start = reader.piece(around: mention)?.start ?? 0
        return certainty.isKept(mention.index, behind: start)
    }

    /// Whether an initializer that nobody writes is given an injected property.
    private func givesWrapper(_ mention: Mention) -> Bool {
        guard let definition = mention.definition, !definition.hasOwnBody,
            let type = code.declarations.type(around: definition.usr)
        else { return false }
        return mention.arguments.list.contains { label, _ in
            let property = label.flatMap { code.declarations.member($0, of: type) }
            return property.map { requests[$0.usr] != nil } == true
        }
    }

    /// Who gets a type may make objects of it, by any initializer; a request doesn't.
    private mutating func addMetatype(_ definition: Definition, at mention: Mention) {
        let taker = mention.file.symbol(at: mention.node.start - 1)
        if taker.flatMap(code.collet.use) == .resolve { return }
        guard mention.word.precedes("."), mention.file.isToken(mention.index + 2, "self")
        else { return }
        let type = definition.usr
        for initializer in code.declarations.initializers(of: type) {
            let making = making(of: type, by: initializer, isKept: true)
            add(.make(making), at: mention, .perhaps)
        }
    }

    func making(
        of type: USR, by initializer: USR?, isDelegating: Bool = false,
        isKept: Bool = false
    ) -> Making {
        let codes = dispatch.codes(making: type, by: initializer)
        let later = dispatch.functions(calledByOthersIn: type).sorted()
        return Making(
            type: type, initializer: initializer, isDelegating: isDelegating,
            isKept: isKept, pieces: codes, later: later.map(Code.function))
    }

    /// Adds a call of a function, or the reading of a variable.
    private mutating func addCall(of definition: Definition, at mention: Mention) {
        let usr = definition.usr
        // What is set runs nothing, unless it has a setter.
        let isSet = requests[usr] != nil || definition.isLazy
        if isSet, mention.isMadeByHand { return }
        let mayBeSet =
            definition.isLazy && code.mentions(of: usr).contains(where: \.isMadeByHand)
        let isCall = mention.isCall || definition.symbol.isVariable
        let isRun = mention.runsGetter || isOfInjected(mention)
        let isSure = isCall && !mayBeSet && isRun
        let level = isSure ? Certainty.Level.always : .perhaps
        if let requests = requests[usr], !dispatch.isVirtual(usr) {
            return add(.ask(requests), at: mention, level)
        }
        addDefaults(of: definition, at: mention)
        guard dispatch.isVirtual(usr), !mention.isOfSuper else {
            // What is made once for all may have been made before.
            let isNew = !definition.isMadeOnce
            return add(.run(.function(usr)), at: mention, isNew ? level : .perhaps)
        }
        let type = mention.occurrence.related(.receivedBy)?.usr
        let request = mention.receiver.flatMap { requests[$0.usr] }?.first
        let callee = Callee(function: usr, type: type, request: request)
        add(.call(callee), at: mention, level)
    }

    /// Whether a key path is applied to each element of an injected array.
    private func isOfInjected(_ mention: Mention) -> Bool {
        let method = mention.node.start - 1
        let array = mention.file.symbol(at: method - 2)
        return mention.file.isToken(method, "map")
            && array.map { requests[$0.usr] != nil } == true
    }

    /// Adds the default values that a call doesn't give.
    private mutating func addDefaults(of function: Definition, at mention: Mention) {
        guard mention.isCall else { return }
        let given = mention.arguments.list.map { $0.label ?? "_" }
        for parameter in function.parameters
        where parameter.hasDefault && !given.contains(parameter.label) {
            add(.run(.closure(parameter.place)), at: mention)
        }
    }
}

extension Mention {
    /// Whether it skips a test, or cancels it, or throws an error before one.
    fileprivate var mayEndTest: Bool {
        if !file.isInTests { return false }
        if symbol.name.hasPrefix("XCTSkip") { return true }
        if word.has("cancel"), file.isToken(index - 2, "Test") { return true }
        return path.follows("throw") && declarations[container]?.kind == .constructor
    }
}

extension Definition {
    /// Whether it is a stored variable of a type or a file.
    var isMadeOnce: Bool {
        symbol.isShared && initialValue != nil && braces == nil
    }
}
