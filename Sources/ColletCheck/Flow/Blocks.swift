/// Finds out what becomes of each `Dependencies` block, and of each module outside of
/// blocks, where it stands or by the name of what it is declared as. To verify it is no
/// use, unless it is a test's own.
struct Blocks {
    private let reach: Reach
    private var declarations: Declarations { reach.declarations }
    private(set) var blocks: [Place: Block] = [:]
    /// The effects of blocks, and of the functions and variables that stand for them.
    private var effects: [Code: Effect] = [:]
    /// What blocks are nested in, and the functions and variables that stand for them.
    private var outer = Links<Code>()
    /// The blocks that parameters are followed for, by the parameters' places.
    private var given: [Place: Set<Code>] = [:]
    /// What is a statement of each block, in order and behind no condition.
    private var statements: [Place: [Place: Code]] = [:]

    init(_ reach: Reach) {
        self.reach = reach
        for call in reach.code.calls {
            let isModule = call.use == .module && call.block == call.place
            guard isModule || call.isBlock else { continue }
            let block = Code.closure(call.place)
            let isInModule = isModule && call.call(where: \.isRegistering) != nil
            let isEmpty = call.arguments.unlabelled.last?.braces?.inside.isEmpty
            blocks[call.place] = Block(
                site: call.site, isModule: isModule, isInModule: isInModule,
                isEmpty: isEmpty == true)
            if call.use != .builder {
                use(block, at: call, behind: call.arguments.end)
            } else if let container = call.container {
                outer.add([.function(container)], to: block)
            }
        }
        // What stands for a block may be what another variable is set to.
        var known: Set<Code> = []
        while let next = outer.targets.values.joined()
            .first(where: { known.insert($0).inserted })
        {
            guard case .function(let usr) = next else { continue }
            // What fulfils a requirement is used by the requirement's name.
            let isRequired = !declarations.requirements[usr].isEmpty
            let scopes = isRequired ? reach.isolations.union([.start]) : []
            put(
                next,
                to: Effect(
                    scopes: scopes, isCertain: isRequired,
                    isOfOtherBuilds: reach.isNamed(usr, in: \.inactiveWords)
                        || reach.isNamed(usr, in: \.unreadWords)))
            for mention in reach.code.mentions(of: usr) {
                use(next, at: mention, behind: mention.arguments.end)
            }
        }
        for place in blocks.keys {
            for code in outer.reached(from: [.closure(place)]) {
                blocks[place]?.effect.formUnion(effects[code] ?? Effect())
                guard case .closure(let outer) = code, outer != place else { continue }
                blocks[place]?.outer.insert(outer)
            }
        }
        for (place, inner) in statements {
            for (statement, code) in inner.sorted(by: { $0.key < $1.key }) {
                let meant = blocks.keys.filter {
                    let block = Code.closure($0)
                    return block == code || outer[block].contains(code)
                }
                guard meant.count == 1, let only = meant.first else { continue }
                blocks[place]?.inner.append((statement, only))
            }
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
        let isAdded = declarations[file.symbol(at: end + 1)?.usr] != nil
        if isAdded { return put(block, to: reach.effect(at: mention)) }
        let owner = declarations[mention.symbol.usr]?.file ?? file
        if method == "verify", !owner.isInTests { return }
        // To name the function is no call; who is given it may call it.
        if method == "build", !file.isToken(end + 2, "(") {
            return hand(block, on: mention, behind: end + 2)
        }
        // What an override runs in its closure, the block serves there alone.
        switch method {
        case "override", "isolate", "makeContainer":
            let place = file.site(at: end + 1).place
            let scope = method == "makeContainer" ? nil : Code.closure(place)
            put(block, to: reach.effect(ofScope: scope, isInTests: file.isInTests))
        default:
            put(block, to: reach.effect(at: mention, isBuilding: method == "build"))
        }
    }

    /// Notes who else has a block: another one that nests it, a variable or a function.
    private mutating func hand(_ block: Code, on mention: Mention, behind end: Int) {
        let file = mention.file
        let codeFile = mention.codeFile
        // What a module makes of it is a value, and no block.
        let handed = Phrase(file, mention.path.start..<end)
        if codeFile.closures[handed.node]?.isRegistering == true { return }
        let expression = handed.list
        let target = expression.isDefault ? nil : expression.target
        if file.isToken(target, "_") { return }
        if target == nil, let place = codeFile.block(around: expression.node) {
            outer.add([.closure(place)], to: block)
            if mention.group?.isUnconditional == true {
                statements[place, default: [:]][mention.place] = block
            }
            return
        }
        let container = declarations[mention.container]
        let body = container.flatMap { file.body(from: $0.name) }
        let isResult =
            expression.isResult || container.map(isBuilder) == true && target == nil
        let isReturned = isResult && body == expression.node.braces.first
        let variable = expression.variable ?? target.flatMap(file.local)
        let set = (expression.variable ?? target).flatMap { file.symbol(at: $0) }
        if isReturned, let container, reach.isReplaced(container.usr) {
            return put(block, to: reach.effect(at: mention))
        }
        if let holder = isReturned ? container?.symbol : set {
            outer.add([.function(holder.usr)], to: block)
            // What wraps the variable may do anything with it.
            let isWrapped = declarations[holder.usr]?.hasUnknownAttribute == true
            if isWrapped, holder.isVariable {
                put(block, to: reach.effect(at: mention))
            }
        } else if let variable {
            for index in file.mentions(ofLocal: variable) where index >= end {
                // Another variable may have the name further in.
                if file.local(index) ?? variable != variable { continue }
                use(block, at: mention.moved(to: index), behind: index + 1)
            }
        } else if let parameter = reach.code.parameter(for: expression) {
            let isNew = given[parameter.place, default: []].insert(block).inserted
            for use in isNew ? parameter.uses : [] {
                self.use(block, at: use, behind: use.index + 1)
            }
        } else {
            let isShown = expression.isPrinted && handed.isWhole
            // A variable may have its 'build', and be called.
            let mayBeCalled = mention.symbol.isVariable
            let isUnused = !mayBeCalled && isDropped(handed, in: container)
            if !isShown, !isUnused { put(block, to: reach.effect(at: mention)) }
        }
    }

    /// Whether the statements of a function are built to a result, as the requirement that
    /// it fulfils says.
    private func isBuilder(_ function: Definition) -> Bool {
        declarations.requirements[function.usr].contains {
            declarations[$0]?.modifiers.contains("@DependenciesBuilder") == true
        }
    }

    /// Whether something is a statement whose value nobody gets. What builds a result from
    /// statements has an attribute, or is no function's body.
    private func isDropped(_ statement: Phrase, in function: Definition?) -> Bool {
        let node = statement.node
        if !statement.beginsStatement || !statement.isWhole || statement.isResult {
            return false
        }
        guard let function else { return node.kind == .file }
        return node == function.braces && !function.hasUnknownAttribute
    }

    private mutating func put(_ block: Code, to effect: Effect) {
        effects[block, default: Effect()].formUnion(effect)
    }
}

extension Phrase {
    /// Whether it is only shown.
    fileprivate var isPrinted: Bool {
        let name = node.start - 1
        let isPrint = file.isToken(name, "debugPrint", "dump", "print")
        return isPrint && file.symbol(at: name)?.usr.isOfStandardLibrary == true
    }
}

extension ProgramCode {
    /// The parameter of the program's function that an argument is for, and where the
    /// function uses it. What others may do in its place isn't known.
    fileprivate func parameter(for argument: Phrase) -> (place: Place, uses: [Mention])? {
        if argument.node.kind != .arguments { return nil }
        let name = argument.node.start - 1
        let function = argument.file.symbol(at: name, where: \.isFunction)
        guard let definition = declarations[function?.usr], definition.hasOwnBody
        else { return nil }
        if declarations.hasWitnesses(definition.usr) { return nil }
        let mention = self[definition.file]?.mentions.first {
            $0.container == definition.usr
        }
        guard let mention, let parameter = definition.parameter(for: argument)
        else { return nil }
        let body = definition.body?.range ?? 0..<0
        let uses = definition.file.values(named: parameter.name, in: body)
        return (parameter.place, uses.map(mention.moved))
    }
}
