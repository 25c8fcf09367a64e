/// The message on what a program lacks: what is wrong, and what to do about it.
struct MissingCure {
    /// The message's beginning: what is wrong.
    private(set) var start: String
    private(set) var text = ""
    private(set) var notes: [Finding.Note] = []
    /// Identifies the mistake.
    private(set) var mistake: String

    private let visit: Visit
    private let judge: MissingInProgram
    /// The containers that may answer, and what reached code registers there.
    private let cells: [Cell], here: [Registration]
    private var builtBlock: Block?
    /// The registrations of that block.
    private var sisters: [Registration] = []
    private var runs: PackageRuns { judge.runs }
    private var key: Key { visit.key }

    init(_ visit: Visit, _ judge: MissingInProgram) {
        self.visit = visit
        self.judge = judge
        cells = visit.cells
        here = judge.events.registrations(in: cells)
        start = "nothing is registered for \(visit.key)"
        mistake = "\(judge.firstKeys[visit.code] ?? visit.key)"
        findBuiltBlock()
        text = addition
        let exact = judge.registrations.filter {
            $0.event.registration?.key.matches(key) == true
        }
        let isReached = exact.contains { !$0.root.isUnreached }
        let near = judge.nearest(to: key)
        // A preview may have the right registration although the one here is wrong.
        let isMeant = near?.isMeant == true && here.contains { $0 == near?.registration }
        let isWrong = isMeant && exact.allSatisfy(\.event.isBrought)
        let unused = judge.blockOfOthers(registering: key)
        if visit.answer == .onSomeWays, !exact.isEmpty {
            tell(exact)
        } else if let unused, !isReached || !judge.buildsBlocks {
            use(unused)
        } else if !isMeant, let place = judge.otherWay(to: key) {
            start = "\(key) is registered only on a way that isn't taken"
            text = "register it on the way that is taken, too (\(place.short))"
            mistake = text
        } else if !isReached,
            let code = runs.forgotten.code(registering: key)
                ?? judge.uncalledFunction(registering: key)
        {
            use(code)
        } else if !exact.isEmpty, !isWrong {
            tell(exact)
        } else {
            if let near { use(near) }
            if runs.registeredByTests.mayHave(key) {
                start = "only tests register \(key)"
            }
        }
        // A registration made by hand in an override may be meant for everybody.
        let isBrought = exact.contains(where: \.event.isBrought)
        if isBrought, let kept = judge.kept[visit.id], kept.override != nil { use(kept) }
    }

    /// Tells where to ask instead. Registering the key for everybody wouldn't help: the
    /// kept object would also use that registration in the override.
    private mutating func use(_ kept: KeptObject) {
        start =
            "\(kept.keeper.name) is kept outside of the override that registers \(key)"
        text = """
            \(kept.cure(asking: [kept])); outside of the override, ask for an optional
            """
        notes += kept.notes
    }

    // MARK: Nothing near

    /// What is registered without a name, or the parts of an array, may be meant.
    private var unnamed: String { "ask for it without a name, or \(addition)" }

    private var addition: String {
        let sharing =
            lifetime == nil && mayBeShared
            ? ", with .shared if one instance serves all requests" : ""
        let name = key.name == .unknown ? ", under the name that is meant" : sharing
        let module = runs.module(for: key, lifetime: lifetime ?? .transient)
        if judge.buildsBlocks || closed != nil {
            let inner = runs.lackedKeys(visit).dropFirst().map { runs.module(for: $0) }
            let modules = ([module] + inner).joined(separator: "; ")
            return "\(access)add to \(block)\(name): \(modules)"
        }
        let argument =
            module.hasPrefix("Module {") ? "\(module.dropFirst(6))" : "(\(module))"
        return "register it before this runs\(name): Resolver.register\(argument)"
    }

    /// The change that lets the block see the type.
    private var access: String {
        let access = runs.code.declaration(of: key.bareType)?.access
        let isNested = access == "private" && key.bareType.contains(".")
        let isNear = (builtBlock?.place ?? asker).file == asker.file
        let isSeen = isNear && !isNested
        return access.map { isSeen ? "" : "take '\($0)' from \(key.bareType), and " }
            ?? ""
    }

    /// The lifetime of the key in another program, or of the type under another name. It
    /// is shared if everything of the type's kind in the block is shared.
    private var lifetime: Lifetime? {
        let same = runs.registeredByPrograms.registrations(for: key) + others
        let kind = { (key: Key) in runs.code.declaration(of: key.bareType)?.kind }
        let lifetimes = sisters.filter { kind($0.key) == kind(key) }.map(\.lifetime)
        return same.first?.lifetime ?? (Set(lifetimes) == [.shared] ? .shared : nil)
    }

    /// Whether several requests may be meant to get the same object.
    private var mayBeShared: Bool {
        let code = runs.code, type = key.bareType
        let mayBeObject = code.declarations.contains { name, declaration in
            ["actor", "class"].contains(declaration.kind)
                && code.kinds(of: name).contains(type)
        }
        let isSendable =
            code.declaration(of: type)?.isOnMainActor == true
            || code.kinds(of: type).contains { $0.hasSuffix("Sendable") || $0 == "Actor" }
        return judge.askers(of: key) > 1 && mayBeObject && isSendable
    }

    /// The program's registrations of the type.
    private var others: [Registration] {
        judge.registered.all.filter { $0.key.type == key.type }
    }

    /// The containers that have nothing, or not everything, from around them, and those
    /// that have what a value may need, the innermost first.
    private var allClosed: [(cell: Cell, block: String)] {
        visit.containers.filter { cell, record in
            switch record.kind {
            case .process: false
            case .override: needs(cell, toMake: [key])
            default: true
            }
        }.map {
            let use = $1.kind == .override ? "overriding" : "isolated"
            let deed = visit.event.isVerifying ? "verified" : use
            let noun = $1.kind == .held ? "the container's block" : "the \(deed) block"
            return ($0, $1.block?.words(else: noun, at: $1.place) ?? noun)
        }
    }

    private var closed: (cell: Cell, block: String)? { allClosed.first }

    /// The block that the cure tells the user to edit.
    private var block: String {
        // A container also has everything that the program registers.
        let isApart = allClosed.contains { needs($0.cell, toMake: [key]) }
        let built = visit.reachesProcess && !isApart ? builtBlock : nil
        let all = [built?.words(else: "the block that is built"), closed?.block]
            .compactMap(\.self)
        if all.isEmpty { return "a Dependencies block that is built" }
        return all.joined(separator: " or, for this container alone, ")
    }

    /// Finds the block to edit in what the program has built where the request comes.
    /// That may be a part: one in a module that can make a value, one with others of the
    /// type in a module that knows them, or one beside the code that asks. Otherwise it
    /// is the whole, if that can name the type.
    private mutating func findBuiltBlock() {
        let built = judge.events.filter { cells.contains($0.container) }
            .compactMap(\.blockUse).filter { $0.use == .registered }.compactMap(\.block)
        guard let block = built.first(where: { $0.name != nil }) ?? built.first else {
            return
        }
        let makers = makers
        let isInPart = !makers.isEmpty && !makers.contains(module(of: block.place))
        let names = runs.code.names.declaring[key.bareType.baseName] ?? []
        let home = module(of: asker)
        let homes = makers.isEmpty ? [home] + names : makers
        typealias Part = (block: Block, all: [Registration], order: (Int, Int, Int))
        // The asker may not see what conforms to a protocol.
        let isProtocol = key.type.hasPrefix("any ")
        let blocks = judge.events.compactMap(\.blockEnd)
        let parts = blocks.compactMap { part, all -> Part? in
            guard part.name != nil, homes.contains(module(of: part.place)) else {
                return nil
            }
            let all = all.filter(here.contains)
            let hasType = all.contains { $0.key.type == key.type }
            let isFar = part.place?.file != asker.file
            let isBeside =
                module(of: block.place) == home
                ? block.place?.file != asker.file && !isFar
                : module(of: part.place) == home
            // The block around a nested one, which is for things of its own kind.
            let order = (hasType ? 0 : 1, isFar ? 1 : 0, hasType ? 0 : -all.count)
            let isOfModule = isInPart || isBeside && !isProtocol
            let isMeant = isOfModule ? !all.isEmpty : hasType
            return isMeant ? (part, all, order) : nil
        }
        // Another module can't see the type.
        let isHidden =
            isInPart && runs.code.declaration(of: key.bareType)?.isPublic == false
        let part = parts.min { $0.order < $1.order }
        builtBlock = part?.block ?? (isHidden ? nil : block)
        sisters = part?.all ?? blocks.first { $0.block == block }?.all ?? here
    }

    /// The place that asks. A generic function asks on behalf of its caller.
    private var asker: Place {
        runs.sources.own(visit.event.helperCall) ?? visit.place
    }

    private func module(of place: Place?) -> String {
        place.flatMap { runs.sources.files[$0.file]?.module } ?? ""
    }

    /// The modules that can make a value, or none if any module can: with the unused code
    /// that registers the key, if there is any.
    private var makers: [String] {
        let code = runs.code
        if let block = runs.forgotten.code(registering: key) {
            return isPublic(block.baseName) ? [] : [module(of: block.place)]
        }
        let types = code.declarations.filter { name, type in
            let isOfOthers = type.isPublic && type.kind == "protocol"
            return !isOfOthers && code.kinds(of: name).contains(key.bareType)
        }
        let isForAll = types.contains { name, type in
            type.isPublic && type.kind == "enum"
                || isPublic(name + ".init")
        }
        let homes = types.keys.flatMap { code.names.declaring[$0] ?? [] }
        return isForAll ? [] : homes.filter(judge.program.modules.contains)
    }

    private func isPublic(_ path: String) -> Bool {
        runs.code.files.contains { $0.interface.publicNames.contains(path) }
    }

    // MARK: Near

    private mutating func use(_ near: NearMatch) {
        let registration = near.registration
        notes.append((registration.origin, "registered here is \(registration.key)"))
        switch near.nearness {
        // The registration would ask for itself.
        case _ where visit.isMade(by: registration) && near.nearness <= .unnamed: break
        case .otherName: rename(near)
        case .unnamed: if !isAsker(key) { text = unnamed }
        case .optional:
            text = "unwrap it where it is registered, or \(injection(of: near))"
        case .concreteType,
            .protocolType where key.type.hasPrefix("any "):
            retype(near)
        // A generic function asks for its caller's type.
        case .protocolType where judge.program.requests[visit.place] != key.type:
            text = change(near)
        case .protocolType: text = injection(of: near)
        case .module where !isMaking(registration.key):
            text = "\(injection(of: near)), and call its component()"
        case .otherType:
            text = change(near)
        case .function:
            text = "call the function that is registered\(registration.place.inBrackets)"
        case .generic where !near.isAskedFor: text = "\(change(near)), or \(addition)"
        // Code that asks with one generic argument rarely means another.
        case .generic, .module: break
        }
    }

    /// How to change a registration of another type that nobody asks for.
    private func change(_ near: NearMatch) -> String {
        runs.writing("a value of type \(key.spelling)", where: near.registration)
    }

    /// Tells what to change if another name is registered.
    private mutating func rename(_ near: NearMatch) {
        let registration = near.registration
        let meant = registration.key.quotedName
        if meant.isEmpty { return }
        let unasked =
            near.isAskedFor ? [] : Set(others.map(\.key)).subtracting(judge.asked)
        let isMeant = unasked.count == 1 && key.name == .none && !isAsker(key)
        // The registered name may be wrong if nobody asks for it, and is wrong if several
        // places ask for this one, or a preview has it. In a loop, others are registered on
        // the same line.
        let mayBeWrong =
            near.isMisspelt && others.count { $0.origin == registration.origin } == 1
        let other =
            mayBeWrong ? runs.writing(key.quotedName, where: registration) : addition
        if mayBeWrong, judge.askers(of: key) > 1 || judge.registered.mayHave(key) {
            text = other
        } else if near.isAlike || isMeant {
            text = "ask for \(meant), or \(other)"
        }
    }

    /// Whether the asker is of the type, and so may be the near match.
    private func isAsker(_ key: Key) -> Bool {
        runs.kinds(ofOwner: visit.place).contains(key.bareType)
    }

    /// Whether a module asks for what its own component should make.
    private func isMaking(_ module: Key) -> Bool {
        isAsker(module) || visit.event.way.last?.name.contains("component(") == true
    }

    /// Tells what to change if a value of the missing type is registered as another type.
    private mutating func retype(_ near: NearMatch) {
        guard let casts = judge.casts(to: key, near.registration) else { return }
        text = casts
        mistake = casts
    }

    private func injection(of near: NearMatch) -> String {
        let key = near.registration.key
        let name = key.quotedName.isEmpty ? "" : " named \(key.quotedName)"
        return "inject '\(key.spelling)'\(name)"
    }

    // MARK: Registered elsewhere

    /// Tells that it is registered, but not where or when this asks for it.
    ///
    /// - Parameter all: The registrations, those that nothing reaches last.
    private mutating func tell(_ all: [Moment]) {
        let first = all.first { !$0.event.isBrought } ?? all[0]
        let here = all.filter {
            $0.root.journal === visit.root.journal && cells.contains($0.event.container)
        }
        let last = visit.containers.last?.record
        let records = visit.root.containers
        let around = sequence(first: last?.around ?? 0) { records[$0]?.around }
        let isAround = all.contains { around.contains($0.event.container) }
        let isHeld = first.kind == .held
        // A preview may lack what a session has.
        let isApart = isHeld && first.container?.around != cells.last
        let session = isApart ? first.container?.block : nil
        let isOutside = !isHeld || session?.name != nil
        let isolation = isAround || isOutside ? last : nil
        let before = visit.root.events[..<visit.moment.index]
        // A task may reset what is certainly registered, at any time.
        let mayBeLater = visit.answer == .onSomeWays && first.isCertain
        let inner = visit.containers.first?.record, own = inner?.block
        let twins =
            isAround ? [] : all.filter { own != nil && $0.container?.block == own }
        let isOfBlock = here.isEmpty && !twins.isEmpty
        let isOfTwin =
            inner?.kind == .held && !twins.contains(where: \.event.isBrought)
        let registration = first.event.registration!
        let modules = judge.events.compactMap(\.blockEnd).flatMap(\.all)
        let function = modules.contains(registration) ? "build()" : "register()"
        let place = registration.place.inBrackets
        if let reset = visit.reset() ?? visit.reset(before: mayBeLater ? .max : nil) {
            start = "\(key) is registered\(place), but reset() removes it"
            text = "call \(function) again after reset()\(reset.place.inBrackets)"
            mistake = text
        } else if isOfBlock, isOfTwin {
            start =
                "\(key) is registered only in another container of the same block\(place)"
            text = """
                make the container\((inner?.place).inBrackets) once and hold it in a stored \
                property, or register it in this one, too
                """
        } else if isOfBlock, let change = change(to: registration, of: first) {
            start = "\(key) is registered only in another use of the same block\(place)"
            text = change
        } else if !visit.request.answers.isEmpty || isOfBlock {
            start = "\(key) is registered on some ways only"
            let condition = judge.use(of: registration) ?? registration.place
            text =
                first.event.isLater
                ? "register it before this runs, or wait for what registers it\(place)"
                : """
                register it without a condition\(condition.inBrackets), or in the other \
                branches, too
                """
        } else if !here.isEmpty {
            start = "\(key) is registered only after this asks for it\(place)"
            let initializer = visit.event.wayToInitialValue?.last
            let registers = here.flatMap(\.event.way).contains {
                $0.symbol == initializer?.symbol
            }
            if before.endInBlock {
                text = "ask in the braces of a module, which run once the block is built"
            } else if registers, let type = initializer?.made {
                text = "set the property in the initializer of \(type), after \(function)"
            } else {
                text = "call \(function) before this runs"
            }
        } else if let isolation, isolation.kind == .isolation {
            start = "\(key) is registered, but not in the isolation around this"
            // If the program nests this block in its own, adding to both would register
            // it twice.
            if judge.uses.contains(where: { $0 == (own, .nested) }) {
                text = "isolate what registers it\(place), too"
            } else if isAround, judge.lacked(in: isolation).count > 1 {
                text = "override instead of isolating\(isolation.place.inBrackets)"
                mistake = text
            } else if let session, session.name != nil {
                text = "nest \(session.words(else: "")) in \(block)"
                mistake = text
            }
        } else {
            start = "\(key) is registered only \(first.whereabouts)\(place)"
            // A container doesn't see an override around it.
            let isHidden = inner?.kind == .held && !isHeld
            if isHidden || [.process, nil].contains(first.kind) { return }
            if visit.isMade(by: registration) { return }
            let isBeside = isHeld && inner?.kind == .held
            let owner = runs.owner(ofProperty: visit.place) ?? ""
            if isBeside, needs(cells[0], toMake: [Key(type: owner)]) {
                text = """
                    make the container\((inner?.place).inBrackets) in the perform of the \
                    container\((first.container?.place).inBrackets)
                    """
                return
            }
            let isKept = judge.kept[visit.id] != nil
            let making = isKept ? nil : runs.making(for: visit)
            let exit = exit(of: first.event.container)
            let closure = exit.flatMap(closure)
            let type = isHeld && closure == nil ? exit.flatMap(maker) : nil
            let make = type.map { "create \($0)" } ?? making
            let outer = (first.container?.place).inBrackets
            let home = isHeld ? "perform of the container" : "closure"
            let end = isKept ? " at each use" : ""
            let ask = make ?? "ask for it"
            let deed =
                closure.map { runs.storing(before: $0, ask) }
                ?? "\(ask) in the \(home)\(outer)\(end)"
            if let make { mistake = make + first.whereabouts }
            if isHeld {
                // A container's registrations are for its own code, so they aren't added
                // elsewhere.
                let kinds = type.map(runs.code.kinds) ?? []
                let shared = judge.registered.all.first {
                    $0.isKept && kinds.contains($0.key.bareType)
                }
                text =
                    shared.map { "register \($0.key) in the container's block, too" }
                    ?? deed
                if make == nil { mistake = deed + (visit.event.way.last?.symbol ?? "") }
            } else if first.event.isBrought {
                text =
                    needs(first.event.container, toMake: [key])
                    ? deed : "\(deed), or \(text)"
            } else {
                mistake = "call \(function) before that\(outer)"
                text = "\(mistake), or \(deed)"
            }
        }
    }

    /// What to change if a function that uses a block gets its modules, or a module's name,
    /// from its callers, and another caller gives what registers the key.
    private func change(to registration: Registration, of other: Moment) -> String? {
        let own = judge.events.registrations(in: [cells[0]])
        let others = judge.events.registrations(in: [other.event.container])
        if let same = own.first(where: { $0.place == registration.place }) {
            let names = [same.key, key].map(\.quotedName)
            return names.contains("")
                ? "register it in this one, too"
                : "ask for \(names[0]), or pass \(names[1]) here, too"
        }
        let maker = making(registration).last?.symbol
        let sister = own.first { sister in
            making(sister).last?.symbol != maker
                && !others.contains { $0.place == sister.place }
        }
        let module = runs.module(for: key, lifetime: registration.lifetime)
        let home =
            sister.map { "with \($0.key)\($0.place.inBrackets)" }
            ?? giver(of: registration, other.event.way)
        return home.map { "add to the block \($0): \(module)" }
    }

    /// The call that gives a helper the block, if only the other call's block has the
    /// registration.
    private func giver(of registration: Registration, _ other: [Call]) -> String? {
        let end = visit.event.way.lastIndex { $0.symbol == other.last?.symbol } ?? -1
        let way = visit.event.way.prefix(end + 1)
        let count =
            zip(way.reversed(), other.reversed())
            .prefix { $0.place == $1.place }.count + 1
        let isGiven = making(registration).dropFirst(other.count).contains { closure in
            other.dropLast(count).contains { caller in
                closure.name.hasSuffix(" in \(caller.name == "main" ? "" : caller.name)")
            }
        }
        return isGiven ? "of this use\((way.suffix(count).first?.place).inBrackets)" : nil
    }

    /// The calls that lead to where a module is made.
    private func making(_ module: Registration) -> [Call] {
        judge.events.first { $0.module == module }?.way ?? []
    }

    /// Where code leaves a container for another one, or for the process's.
    private func exit(of container: Cell) -> Event? {
        let end = visit.creation
        let before = visit.root.events.prefix { $0 !== end }
        let open: [Event] = before.reduce(into: []) {
            if case .entered = $1.kind { $0.append($1) }
            if case .ended = $1.kind { $0.removeLast() }
        }
        return open.drop { $0.container != container }.dropFirst().first
    }

    /// The closure that a function hands over to a detached task or a thread.
    private func closure(at exit: Event) -> Place? {
        let function = exit.way.last?.name ?? ""
        let call = visit.event.way.dropFirst(exit.way.count).first
        guard let call, call.name.hasSuffix(" in \(function)") else { return nil }
        return runs.sources.written(runs.code.functions[call.symbol]?.place)
    }

    /// The type of the object that makes what asks: it enters the container in which it
    /// was made itself.
    private func maker(at exit: Event) -> String? {
        return runs.code.functions[exit.way.last?.symbol ?? ""]?.type.map {
            String($0.lastName)
        }
    }

    /// Whether what some keys make may need what only a container has.
    private func needs(_ container: Cell, toMake keys: [Key]) -> Bool {
        runs.needs(container, visit, keys, judge.events)
    }

    /// Tells that nothing builds or calls the code that registers it: one mistake,
    /// whichever keys are missing.
    private mutating func use(_ code: Forgotten.Code) {
        let name = code.baseName.isEmpty ? "the \(code.kind)" : "'\(code.name)'"
        mistake = "\(name) (\(code.place.short))"
        let verb = code.kind == .function ? "call" : "build"
        let keys = Set(code.keys)
        let needed = allClosed.first { needs($0.cell, toMake: code.keys) }
        let closed = needed ?? closed, home = needed?.block ?? block
        let own = visit.root.events.registrations(in: [closed?.cell ?? 0])
        start = "only a \(code.kind) that the program doesn't \(verb) registers \(key)"
        switch code.kind {
        case .block:
            let all =
                judge.blocks.first { AnyHashable($0.block) == code.subject }?.all ?? []
            let inner = closed.flatMap { visit.root.containers[$0.cell]?.block }
            text = "call build() on \(mistake)"
            // A block that has everything that another block has contains that block.
            if let closed, own.allSatisfy(all.contains) {
                text = "use \(mistake) in place of \(closed.block)"
            } else if !keys.isDisjoint(with: own.map(\.key)) {
                // Nesting the block would replace registrations that may be fakes.
                text = addition
            } else if let outer = (visit.reachesProcess ? builtBlock : inner)?.place,
                !keys.isSuperset(of: (sisters + own).map(\.key)),
                runs.sees(
                    module: runs.sources.files[code.place.file]?.module, from: outer),
                // A variable of `main.swift` has no value until its line has run.
                code.place.fileName != "main.swift" || code.place < outer
            {
                text = "nest \(mistake) in \(home)"
                // Perhaps only the code that asks has the arguments.
                if code.name.contains(#/[:…]/#) {
                    text += ", or ask for it in \(code.name).override { … }"
                }
            }
        case .module: text = "add \(mistake) to \(home)"
        case .function: text = "call \(mistake)"
        }
    }
}

extension PackageRuns {
    /// Whether what some keys make may need what only one container around a request has.
    func needs(
        _ container: Cell, _ visit: Visit, _ keys: [Key], _ events: [Event]
    ) -> Bool {
        let own = events.registrations(in: [container])
        let others = events.registrations(in: visit.cells).filter { !own.contains($0) }
        let types = Set(own.map(\.key.type)).subtracting(others.map(\.key.type))
        return requests.contains { place, type in
            types.contains(type)
                && keys.contains { kinds(ofOwner: place).contains($0.bareType) }
        }
    }

    /// What to write where values of a type are registered as others, if nobody asks for
    /// those.
    func casts(
        to key: Key, _ near: Registration, among all: [Registration], asked: Set<Key>
    ) -> String? {
        guard let cast = cast(to: key) else { return nil }
        // An array has all parts, whatever their names.
        let meant =
            asked.contains { $0.element == key.type }
            ? all.filter { code.isKind($0.key, of: key) && $0.key.type != key.type }
            : [near].filter { $0.key.name == key.name }
        let cures = meant.filter { near in !asked.contains { $0.inner == near.key } }
            .map { writing("'\(cast)'", where: $0) }
        return cures.isEmpty ? nil : cures.joined(separator: ", and ")
    }

    /// What to write where something is registered: a generic function that makes the
    /// module can't say the type, but its caller can.
    func writing(_ what: String, where registration: Registration) -> String {
        let place = registration.place
        let caller = events.first { $0.place == place }?.helperCall
        let home = sources.written(caller ?? place).inBrackets
        return "write \(what) where \(registration.key) is registered\(home)"
    }
}

extension Visit {
    /// Whether a registration makes what asks, and so would ask for itself.
    func isMade(by registration: Registration) -> Bool {
        creation.way.contains { registration.closures.contains($0.symbol) }
    }
}

extension Sequence<Event> {
    /// The registrations in some containers.
    func registrations(in cells: [Cell]) -> [Registration] {
        filter { cells.contains($0.container) }.compactMap(\.registration)
    }

    /// Whether a block is still being made after these events.
    fileprivate var endInBlock: Bool {
        let begun = count { if case .blockCreated = $0.kind { true } else { false } }
        return begun > count { $0.blockEnd != nil }
    }
}

extension Event {
    /// The call of a generic function that it happens in, or of the outermost of several.
    fileprivate var helperCall: Place? {
        way.reversed().prefix { $0.name.contains("<") }.last?.place
    }

    /// Whether an override, an isolation or a container begins with what it registers.
    var isBrought: Bool {
        if case .registered(_, _, isBrought: true) = kind { true } else { false }
    }
}

extension Moment {
    fileprivate var whereabouts: String {
        switch kind {
        case .held: "in a container"
        case .override, .isolation: "in the closure of an override or isolation"
        case .process, nil:
            root.isUnreached ? "by code that isn't reached" : "elsewhere"
        }
    }
}
