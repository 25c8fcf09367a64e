/// Finds out what becomes of each `Dependencies` block, and of each module outside of
/// blocks, where it stands or by the name of what it is declared as. To verify it is no
/// use, unless it is a test's own.
struct Blocks {
    private let reach: Reach
    private(set) var blocks: [Place: Block] = [:]
    /// The effects of blocks, and of the functions and variables that stand for them.
    private var effects: [Code: Effect] = [:]
    /// What blocks are nested in, and the functions and variables that stand for them.
    private var outer: [Code: Set<Code>] = [:]
    /// What is a statement of each block, in order and behind no condition.
    private var statements: [Place: [Place: Code]] = [:]

    init(_ reach: Reach) {
        self.reach = reach
        for call in reach.code.calls {
            let isModule = call.use == .module && call.block == call.place
            guard isModule || call.use == .block || call.use == .builder else { continue }
            let block = Code.closure(call.place)
            blocks[call.place] = Block(site: call.site, isModule: isModule)
            if call.use == .builder {
                outer[block] = call.container.map { [.function($0)] }
            }
            if call.use != .builder { use(block, at: call, behind: call.arguments.end) }
        }
        // What stands for a block may be what another variable is set to.
        var known: Set<Code> = []
        while let next = outer.values.joined().first(where: { known.insert($0).inserted })
        {
            guard case .function(let usr) = next else { continue }
            // What fulfils a requirement is used by the requirement's name.
            let isRequired = reach.declarations.fulfilling.contains(usr)
            let scopes = isRequired ? reach.isolations.union([.start]) : []
            put(
                next,
                to: Effect(scopes: scopes, isOfOtherBuilds: reach.isOfOtherBuilds(usr)))
            for mention in reach.code.mentions(of: usr) {
                let isCall = mention.word.precedes("(")
                let end =
                    isCall ? mention.file.behind(mention.index + 1) : mention.index + 1
                use(next, at: mention, behind: end)
            }
        }
        for place in blocks.keys {
            for code in reachable(from: [.closure(place)], by: { outer[$0] ?? [] }) {
                blocks[place]?.effect.formUnion(effects[code] ?? Effect())
                guard case .closure(let outer) = code, outer != place else { continue }
                blocks[place]?.outer.insert(outer)
            }
        }
        for (place, inner) in statements {
            let meant = inner.sorted { $0.key < $1.key }.map { _, statement in
                blocks.keys.filter {
                    let block = Code.closure($0)
                    return block == statement || outer[block]?.contains(statement) == true
                }
            }
            blocks[place]?.inner = meant.compactMap { $0.count == 1 ? $0.first : nil }
        }
    }

    private mutating func use(_ block: Code, at mention: Mention, behind end: Int) {
        let file = mention.file
        // To be set is no use, and neither is how many blocks a list has.
        if file.isToken(end, "=") { return }
        guard let method = file.isToken(end, ".") ? file.token(end + 1)?.text : nil else {
            return hand(block, on: mention, behind: end)
        }
        if ["count", "indices", "isEmpty"].contains(method) { return }
        // What the app adds to blocks may do anything with them.
        let isAdded = reach.declarations[file.symbol(at: end + 1)?.usr] != nil
        if isAdded { return put(block, to: reach.effect(at: mention, isBuilding: false)) }
        let owner = reach.declarations[mention.symbol.usr]?.file ?? file
        if method == "verify", !owner.isInTests { return }
        // To name the function is no call; who is given it may call it.
        if method == "build", !file.isToken(end + 2, "(") {
            return hand(block, on: mention, behind: end + 2)
        }
        // What an override runs in its closure, the block serves there alone.
        switch method {
        case "override", "isolate":
            put(block, to: reach.effect(ofScope: .closure(file.site(at: end + 1).place)))
        case "makeContainer":
            let effect = reach.effect(ofScope: nil)
            put(block, to: file.isInTests ? Effect(scopes: [.performing]) : effect)
        default:
            put(block, to: reach.effect(at: mention, isBuilding: method == "build"))
        }
    }

    /// Notes who else has a block: another one that nests it, a variable or a function.
    private mutating func hand(_ block: Code, on mention: Mention, behind end: Int) {
        let (file, codeFile) = (mention.file, mention.codeFile)
        // What a module makes of it is a value, and no block.
        let handed = Phrase(file, mention.path.start..<end)
        if codeFile.closures[handed.node]?.isRegistering == true { return }
        let expression = handed.list
        let target = expression.isDefault ? nil : expression.target
        if file.isToken(target, "_") { return }
        if target == nil, let place = codeFile.block(around: expression.node) {
            outer[block, default: []].insert(.closure(place))
            if codeFile.isUnconditional(mention.index) {
                statements[place, default: [:]][mention.place] = block
            }
            return
        }
        let container = reach.declarations[mention.container]
        let body = container.flatMap { file.body(from: $0.name) }
        let isReturned = expression.isResult && body == expression.node.braces.first
        let variable = expression.variable ?? target.flatMap(file.local)
        let set = (expression.variable ?? target).flatMap { file.symbol(at: $0) }
        if let holder = isReturned ? container?.symbol : set {
            outer[block, default: []].insert(.function(holder.usr))
        } else if let variable {
            for index in file.mentions(ofLocal: variable) where index >= end {
                use(block, at: mention.moved(to: index), behind: index + 1)
            }
        } else {
            put(block, to: reach.effect(at: mention, isBuilding: false))
        }
    }

    private mutating func put(_ block: Code, to effect: Effect) {
        effects[block, default: Effect()].formUnion(effect)
    }
}
