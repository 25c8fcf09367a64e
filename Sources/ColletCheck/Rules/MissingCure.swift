/// What is wrong where a program lacks something, and what to do about it.
struct MissingCure {
    /// What is wrong.
    private(set) var start: String
    private(set) var text = ""
    private(set) var notes: [Finding.Note] = []
    /// What tells the mistake from others.
    private(set) var mistake: String

    /// Both.
    var whole: String { "\(start); to fix, \(text)" }

    private let visit: Visit
    private let judge: MissingInProgram
    /// The containers that may answer.
    private let cells: [Cell]
    private var runs: PackageRuns { judge.runs }
    private var key: Key { visit.key }

    init(_ visit: Visit, _ judge: MissingInProgram) {
        self.visit = visit
        self.judge = judge
        cells = visit.containers.map(\.cell)
        start = "nothing is registered for \(visit.key)"
        mistake = visit.key.description
        text = key.argument(of: "Array") == nil ? addition : unnamed
        let exact = judge.registrations.filter {
            $0.event.registration?.key.matches(key) == true
        }
        let running = exact.first { $0.root.purpose != .unreached }
        let unused = judge.blockOfOthers(registering: key)
        if let unused, running == nil || !judge.buildsBlocks {
            use(unused, why: "the program doesn't build")
        } else if let running {
            tell(exact, running)
        } else if let code = runs.forgotten.code(registering: key) {
            use(code)
        } else if let first = exact.first {
            tell(exact, first)
        } else if let function = judge.functionOfOthers(registering: key) {
            use(function, why: "the program doesn't call")
        } else {
            let near = judge.registered.nearest(
                to: key, in: runs.code, asked: judge.asked)
            if let near { use(near) }
            let tests = runs.registeredByTests.registrations(for: key).first?.place
            if let tests, runs.sources.isInTests(tests) {
                start = "only tests register \(key)"
            }
        }
        // What is registered in an override by hand may be meant for everybody.
        let isBrought = exact.contains(where: \.isBrought)
        if isBrought, let kept = judge.kept[visit.id] { use(kept) }
    }

    /// To register it for everybody is the last thing that is meant.
    private mutating func use(_ kept: Kept.Instance) {
        start =
            "\(kept.keeper.name) is kept outside of the override that registers \(key)"
        text = """
            \(kept.cure(asking: [kept])); outside of the override, ask for an optional; \
            or, for everybody, \(addition)
            """
        notes += kept.notes
    }

    // MARK: Nothing near

    /// An array without a name always has an answer.
    private var unnamed: String { "ask for it without a name, or \(addition)" }

    private var addition: String {
        let name = key.name == .unknown ? ", under the name that is meant" : ""
        return "add to \(block)\(name): \(runs.module(for: key))"
    }

    /// The block that lacks it, of the program that asks.
    private var block: String {
        let closed = visit.containers.first {
            [.isolation, .held].contains($0.record.kind)
        }
        guard let inner = closed?.record else {
            return builtBlock ?? "your Dependencies block"
        }
        let isHeld = inner.kind == .held
        let noun = isHeld ? "the container's block" : "the isolated block"
        let block = inner.block?.words(else: noun, at: inner.place) ?? noun
        // What the program has, a container has, too.
        guard isHeld, visit.request.reachesProcess, let builtBlock else { return block }
        return "\(builtBlock) or, for this container alone, to \(block)"
    }

    /// The block that the program has built where the request comes, or the part of it that
    /// the asker's module has.
    private var builtBlock: String? {
        let roots = judge.program.runs.filter { $0.purpose != .unreached }
        let later = roots.drop { $0.journal !== visit.root.journal }.dropFirst()
        let events = roots.dropLast(later.count).events
        let uses = events.filter { cells.contains($0.container) }.compactMap(\.blockUse)
        let built = uses.filter { $0.use == .registered }.compactMap(\.block)
        let block = built.first { $0.name != nil } ?? built.first
        let home = home, here = here
        let isInPart = block != nil && home != nil && home != module(of: block?.place)
        let parts = (isInPart ? events : []).compactMap { event -> Block? in
            guard case .blockEnded(let part, let modules) = event.kind,
                part.name != nil, home == module(of: part.place)
            else { return nil }
            let isThere = modules.all.contains { here.contains($0.registration) }
            return isThere ? part : nil
        }
        let near = parts.first { $0.place?.file == visit.place.file }
        return (near ?? parts.last ?? block)?.words(
            else: "the block that is built", at: nil)
    }

    /// What is registered where this asks.
    private var here: [Registration] {
        judge.registrations.filter { cells.contains($0.event.container) }
            .compactMap(\.event.registration)
    }

    private func module(of place: Place?) -> String? {
        place.flatMap { runs.sources.files[$0.file]?.module }
    }

    /// The module that has a type for the key which others don't see: the asker's, if there
    /// are several.
    private var home: String? {
        let code = runs.code, asker = module(of: visit.place)
        let homes = code.declarations.filter { name, declaration in
            !declaration.isPublic
                && code.kinds(of: name).union([name]).contains(key.bareType)
        }.flatMap { code.names.declaring[$0.key, default: []] }
            .filter(judge.program.modules.contains)
        let isAskers =
            homes.contains { $0 == asker }
            || module(of: runs.forgotten.code(registering: key)?.place) == asker
        return isAskers ? asker : homes.min()
    }

    // MARK: Near

    private mutating func use(_ near: NearMatch) {
        let registration = near.registration
        notes.append((registration.origin, "registered here is \(registration.key)"))
        switch near.nearness {
        case .otherName, .unnamed: rename(near)
        case .optional:
            text = "unwrap it where it is registered, or \(injection(of: near))"
        case .protocolType: text = injection(of: near)
        case .function:
            text = "call the function that is registered\(registration.place.inBrackets)"
        case .concreteType: retype(near)
        // Code that asks with one argument rarely means another.
        case .generic: break
        }
    }

    /// Another name is registered.
    private mutating func rename(_ near: NearMatch) {
        let isOfElements = near.registration.key.type != key.type
        guard case .literal(let meant) = near.registration.key.name, !isOfElements else {
            text = unnamed
            return
        }
        // Of a name that nobody asks for, and one that several do, the former is wrong.
        let isWrong =
            near.distance < 4 && judge.askers(of: key) > 1 && isAlone(near.registration)
        text =
            isWrong && !key.quotedName.isEmpty
            ? near.write(key.quotedName, at: near.registration.place)
            : "ask for \"\(meant)\", or \(addition)"
    }

    /// Whether the module's line registers nothing else, as in a loop.
    private func isAlone(_ registration: Registration) -> Bool {
        let same = judge.registered.all.filter { $0.origin == registration.origin }
        return same.count == 1
    }

    /// What it is registered as is a type that has the missing one.
    private mutating func retype(_ near: NearMatch) {
        let registered = near.registration.key
        let isMeant = judge.asked.contains(registered) || registered.name != key.name
        guard !isMeant, let cast = runs.cast(to: key) else { return }
        text = near.write(
            "'\(cast)'", at: helperCall(of: near) ?? near.registration.place)
        mistake = text
    }

    /// Where a generic function is called that makes the module: that can't say the type.
    private func helperCall(of near: NearMatch) -> Place? {
        let makers = runs.events.lazy.compactMap { event -> Call? in
            if case .moduleCreated(near.registration) = event.kind {
                event.way.last
            } else {
                nil
            }
        }
        return makers.first { $0.name.contains("<") }?.place
    }

    private func injection(of near: NearMatch) -> String {
        let key = near.registration.key
        let name = key.quotedName.isEmpty ? "" : " named \(key.quotedName)"
        return "inject '\(key.spelling)'\(name)"
    }

    // MARK: Registered elsewhere

    /// It is registered, but not where or when this asks for it.
    private mutating func tell(_ all: [Moment], _ first: Moment) {
        let here = all.filter {
            $0.root.journal === visit.root.journal && cells.contains($0.event.container)
        }
        let isEarlier = here.contains { $0.index < visit.moment.index }
        let before = visit.root.journal.events[..<visit.moment.index]
        let resets = before.filter {
            if case .reset = $0.kind { true } else { false }
        }
        let place = (first.event.registration?.place).inBrackets
        if isEarlier, let reset = resets.last {
            start = """
                \(key) is registered\(place), but reset() has removed \
                it\(reset.place.inBrackets)
                """
            text = "call build() or register() again after that"
            mistake = reset.place.inBrackets
        } else if !here.isEmpty {
            start = "\(key) is registered only after this asks for it\(place)"
            text =
                before.endInBlock
                ? "ask in the braces of a module, which run once the block is built"
                : "call build() or register() before this runs"
        } else if visit.containers.last?.record.kind == .isolation {
            start = "\(key) is registered, but not in the isolation around this"
        } else {
            start = "\(key) is registered only \(first.whereabouts)\(place)"
            if [.process, nil].contains(first.kind) { return }
            let make = runs.owner(ofProperty: visit.place).map { "create \($0)" }
            text = "\(make ?? "ask for it") there, or \(text)"
        }
    }

    /// Nothing builds or calls what registers it: one mistake, whatever lacks.
    private mutating func use(_ code: Forgotten.Code, why other: String? = nil) {
        let name = code.baseName.isEmpty ? "the \(code.kind)" : "'\(code.name)'"
        mistake = "\(name) (\(code.place.short))"
        let why: String
        switch code.kind {
        case .block:
            // What has all that is registered has the built block, too.
            let isOther =
                builtBlock != nil && !Set(code.keys).isSuperset(of: here.map(\.key))
            why = "nothing builds"
            text =
                "call build() on \(mistake)\(isOther ? ", or nest it in \(block)" : "")"
        case .module:
            why = "is never built"
            text = "add \(mistake) to \(block)"
        case .function:
            why = "nothing calls"
            text = "call \(mistake)"
        }
        start = "only a \(code.kind) that \(other ?? why) registers \(key)"
    }
}

extension Sequence<Event> {
    /// Whether a block is being made after these.
    fileprivate var endInBlock: Bool {
        reduce(0) { open, event in
            switch event.kind {
            case .blockCreated: open + 1
            case .blockEnded: open - 1
            default: open
            }
        } > 0
    }
}

extension Moment {
    /// Whether it registers what an override, an isolation or a container begins with.
    fileprivate var isBrought: Bool {
        if case .registered(_, _, isBrought: true) = event.kind { true } else { false }
    }

    fileprivate var whereabouts: String {
        switch kind {
        case .held: "where a container is current"
        case .override, .isolation: "in the closure of an override or isolation"
        case .process, nil:
            root.purpose == .unreached ? "by code that isn't reached" : "elsewhere"
        }
    }
}
