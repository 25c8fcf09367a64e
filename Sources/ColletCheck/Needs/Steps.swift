/// Something that a piece of code does that matters to what it needs.
struct Step: Placed {
    enum Action {
        /// Runs a piece of code.
        case run(Int)
        /// Calls what may be another type's function.
        case call(Call)
        case make(Making)
        /// Asks its container, or one of those that have an injected property's owners.
        case ask([Int])
        /// Runs a piece of code with what blocks register.
        case enter(Int, [ClosureReader.Scope])
        /// Runs a piece of code in none of the test's containers.
        case leave(Int)
        /// Runs a piece of code where the objects of a type are made, as what they keep.
        case keep(Int, keeper: USR?)
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

    var isRegistering: Bool {
        if case .register = action { return true }
        return false
    }
}

/// A call of a requirement, or of a method that subclasses override.
struct Call {
    /// The same for calls of one function of one type.
    let number: Int
    let function: USR
    /// The type of the value whose function is called.
    let type: USR?
    /// What asks for that value, if it is injected.
    let requests: [Int]
}

/// The making of an object.
struct Making {
    let type: USR, initializer: USR?
    /// Whether the initializer only goes on with another one's object.
    let isDelegating: Bool
    /// Whether somebody may keep what makes it, and run that elsewhere.
    let isKept: Bool
    /// What runs: the values of properties, initializers.
    let pieces: [Int]
    /// What may run later, as other modules require it.
    let later: [Int]
}

/// The different values of something, each with a number.
struct Numbered<Value: Hashable> {
    private(set) var values: [Value] = []
    private var numbers: [Value: Int] = [:]

    mutating func number(of value: Value) -> Int {
        if let known = numbers[value] { return known }
        numbers[value] = values.count
        values.append(value)
        return values.count - 1
    }

    subscript(value: Value) -> Int? { numbers[value] }
}

/// What each piece of a program's code does.
struct Steps {
    private var pieces = Numbered<Code>()
    private var byPiece: [Int: [Step]] = [:]
    let dispatch: Dispatch
    private let code: ProgramCode
    private let reader: Pieces
    private var calls = Numbered<[USR?]>()
    /// The requests of each property.
    private var requests: [USR: [Int]] = [:]
    /// The closures that a piece of code enters, with something that is in them.
    private var entered: [(node: Node, entrance: Piece.Entrance, mention: Mention)] = []
    private var knownNodes: Set<Node> = []

    init(
        of code: ProgramCode, _ requests: [Read<Request>], _ registrations: [Place],
        _ dispatch: Dispatch
    ) {
        self.code = code
        self.dispatch = dispatch
        reader = Pieces(of: code)
        for place in registrations { _ = pieces.number(of: .closure(place)) }
        for (number, read) in requests.enumerated() {
            if let property = read.value.usedProperty {
                self.requests[property, default: []].append(number)
            } else {
                add(.ask([number]), at: read.mention)
            }
        }
        for mention in code.mentions { add(mention) }
        while let closure = entered.popLast() {
            add(closure.entrance, of: closure.node, closure.mention)
        }
    }

    func steps(of piece: Int) -> [Step] { byPiece[piece] ?? [] }
    subscript(code: Code) -> Int? { pieces[code] }
    /// The pieces of tests that register something.
    var registering: Set<Int> {
        Set(
            byPiece.filter { $0.value.contains { $0.isRegistering && $0.site.isInTests } }
                .keys)
    }
    func code(of piece: Int) -> Code { pieces.values[piece] }
    func piece(around mention: Mention) -> Int? {
        reader.piece(around: mention).flatMap { pieces[$0.code] }
    }

    private mutating func add(
        _ action: Step.Action, at mention: Mention, _ level: Certainty.Level = .always
    ) {
        guard let piece = reader.piece(around: mention) else { return }
        if let (node, entrance) = piece.entrance, knownNodes.insert(node).inserted {
            entered.append((node, entrance, mention.moved(to: node.start)))
        }
        let certainty = Certainty(reader.closures, in: mention.codeFile)
        let own = certainty.level(of: mention.index, behind: piece.start)
        let step = Step(
            action: action, site: mention.site, certainty: max(level, own),
            isCaught: certainty.isCaught(mention.index, behind: piece.start))
        byPiece[pieces.number(of: piece.code), default: []].append(step)
    }

    private mutating func add(
        _ entrance: Piece.Entrance, of node: Node, _ mention: Mention
    ) {
        let inner = pieces.number(of: .closure(mention.place))
        let certainty = Certainty(reader.closures, in: mention.codeFile)
        let level = node.kind == .arguments ? .always : certainty.level(of: node)
        switch entrance {
        case .scopes(let scopes): add(.enter(inner, scopes), at: mention, level)
        case .process: add(.leave(inner), at: mention, .perhaps)
        case .keeper(let usr): add(.keep(inner, keeper: usr), at: mention, level)
        }
    }

    // MARK: Mentions

    private mutating func add(_ mention: Mention) {
        let (symbol, file) = (mention.symbol, mention.file)
        if file.isExpansion(at: mention.index) { return }
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
        let isOfSuper = mention.file.isToken(mention.index - 2, "super")
        guard isOfSuper, let number = mention.symbol.invocation else { return }
        add(.invoke(number), at: mention, mention.isCall ? .always : .perhaps)
    }

    private mutating func addInitializer(_ definition: Definition, at mention: Mention) {
        addDefaults(of: definition, at: mention)
        let isRequirement = definition.parent?.kind == .protocol
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
        let isDelegating =
            file.isToken(index - 2, "super", "self") || file.isToken(index, "super")
        let isCall = initializer == nil || mention.isCall
        let making = making(
            of: type, by: initializer, isDelegating: isDelegating,
            isKept: !isCall || isKept(mention))
        add(.make(making), at: mention, isCall ? .always : .perhaps)
    }

    private func isKept(_ mention: Mention) -> Bool {
        let certainty = Certainty(reader.closures, in: mention.codeFile)
        let start = reader.piece(around: mention)?.start ?? 0
        return certainty.isKept(mention.index, behind: start)
    }

    /// Who gets a type may make objects of it, by any initializer.
    private mutating func addMetatype(_ definition: Definition, at mention: Mention) {
        guard mention.word.precedes("."), mention.file.isToken(mention.index + 2, "self")
        else { return }
        let type = definition.usr
        for initializer in code.declarations.initializers(of: type) {
            let making = making(
                of: type, by: initializer, isDelegating: false, isKept: true)
            add(.make(making), at: mention, .perhaps)
        }
    }

    private mutating func making(
        of type: USR, by initializer: USR?, isDelegating: Bool, isKept: Bool
    ) -> Making {
        let codes = dispatch.codes(making: type, by: initializer)
        let later = isDelegating ? [] : dispatch.functions(calledByOthersIn: type)
        return Making(
            type: type, initializer: initializer, isDelegating: isDelegating,
            isKept: isKept,
            pieces: codes.map { pieces.number(of: $0) },
            later: later.map { pieces.number(of: .function($0)) })
    }

    /// Adds a call of a function, or the reading of a variable.
    private mutating func addCall(of definition: Definition, at mention: Mention) {
        let usr = definition.usr
        let isLazy = definition.modifiers.contains("lazy")
        // What is set runs nothing, unless it has a setter.
        let isSet = requests[usr] != nil || isLazy
        if isSet, mention.isMadeByHand { return }
        let mayBeSet = isLazy && code.mentions(of: usr).contains(where: \.isMadeByHand)
        let isCall = mention.isCall || definition.symbol.isVariable
        let level = isCall && !mayBeSet ? Certainty.Level.always : .perhaps
        if let requests = requests[usr] {
            return add(.ask(requests), at: mention, level)
        }
        addDefaults(of: definition, at: mention)
        let isOfSuper = mention.file.isToken(mention.index - 2, "super")
        guard dispatch.isVirtual(usr), !isOfSuper else {
            // What is made once for all may have been made before.
            let piece = pieces.number(of: .function(usr))
            return add(
                .run(piece), at: mention, definition.isMadeOnce ? .perhaps : level)
        }
        let type = mention.occurrence.related(.receivedBy)?.usr
        let receiver = mention.receiver?.usr
        let call = Call(
            number: calls.number(of: [usr, type]), function: usr, type: type,
            requests: receiver.flatMap { requests[$0] } ?? [])
        add(.call(call), at: mention, level)
    }

    /// Adds the default values that a call doesn't give.
    private mutating func addDefaults(of function: Definition, at mention: Mention) {
        guard mention.isCall else { return }
        let given = mention.arguments.list.map { $0.label ?? "_" }
        for parameter in function.parameters
        where parameter.hasDefault && !given.contains(parameter.label) {
            let piece = pieces.number(of: .closure(parameter.place))
            add(.run(piece), at: mention)
        }
    }
}

extension Mention {
    /// Whether it skips a test, or cancels it, or throws an error before one.
    fileprivate var mayEndTest: Bool {
        let isCancel = word.has("cancel") && file.isToken(index - 2, "Test")
        let isThrown =
            path.follows("throw") && declarations[container]?.kind == .constructor
        return file.isInTests
            && (isCancel || isThrown || symbol.name.hasPrefix("XCTSkip"))
    }
}

extension Definition {
    /// Whether it is a stored variable of a type or a file.
    var isMadeOnce: Bool {
        symbol.isShared && initialValue != nil && file.body(from: name) == nil
    }
}
