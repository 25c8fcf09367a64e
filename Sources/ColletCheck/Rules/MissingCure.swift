/// What is wrong where a program lacks something, and what to do about it.
struct MissingCure {
    /// What is wrong, unless nothing is registered for the key at all.
    private(set) var start: String?
    private(set) var text = ""
    private(set) var notes: [Finding.Note] = []
    /// What tells the mistake from others.
    private(set) var mistake: String

    private let visit: Visit
    private let judge: MissingInProgram
    private var runs: PackageRuns { judge.runs }
    private var key: Key { visit.key }

    init(_ visit: Visit, _ judge: MissingInProgram) {
        self.visit = visit
        self.judge = judge
        mistake = visit.key.description
        text = addition
        let exact = judge.registrations.filter {
            $0.registration.key.matches(key) == true
        }
        if let running = exact.first(where: { $0.root.purpose != .unreached }) {
            tell(exact, running)
        } else if let code = runs.forgotten.code(registering: key) {
            use(code)
        } else if let first = exact.first {
            tell(exact, first)
        } else {
            let near = judge.registered.nearest(
                to: key, types: runs.types, asked: judge.asked)
            if let near { use(near) }
            let tests = judge.registeredByTests.registrations(for: key).first?.place
            if let tests, runs.sources.isInTests(tests) {
                start = "only tests register \(key)"
            }
        }
        if let kept = judge.kept[visit.id] { use(kept) }
    }

    /// To register it for everybody is the last thing that is meant.
    private mutating func use(_ kept: Kept.Instance) {
        let name = kept.keeper.name
        start = "\(name) is kept outside of the override that registers \(key)"
        text = """
            \(kept.cure(asking: [kept])); outside of the override, ask for an optional; \
            or, for everybody, \(text)
            """
        notes += kept.notes
    }

    /// Who needs it: the type that has the injected property.
    var reader: String {
        runs.owner(ofProperty: visit.place).map { ", needed by \($0)" } ?? ""
    }

    // MARK: Nothing near

    private var addition: String {
        let module = runs.module(for: key)
        let name = key.name == .unknown ? ", under the name that is meant" : ""
        return "add to \(block)\(name): \(module)"
    }

    /// The block that lacks it, of the program that asks.
    private var block: String {
        let chain = visit.root.containers(from: visit.request.container)
        let inner = chain.first { $0.record.kind.isClosed }?.record
        guard let inner else { return builtBlock ?? "your Dependencies block" }
        let isHeld = inner.kind == .held
        let noun = isHeld ? "the container's block" : "the isolated block"
        let block = inner.block?.words(else: noun, at: inner.place) ?? noun
        // What the program has, a container has, too.
        guard isHeld, visit.request.reachesProcess, let builtBlock else { return block }
        return "\(builtBlock) or, for this container alone, to \(block)"
    }

    private var builtBlock: String? {
        let built = judge.built(before: visit)
        let block = built.first { $0.name != nil } ?? built.first
        return block?.words(else: "the block that is built", at: nil)
    }

    // MARK: Near

    private mutating func use(_ near: NearMatch) {
        let place = near.registration.place ?? .unknown
        notes.append((place, "registered here is \(near.registration.key)"))
        switch near.nearness {
        case .otherName, .unnamed: rename(near)
        case .optional:
            text = "unwrap it where it is registered, or \(injection(of: near))"
        case .protocolType: text = injection(of: near)
        case .concreteType: retype(near)
        case .generic: text = "\(injection(of: near)), or \(addition)"
        }
    }

    /// Another name is registered.
    private mutating func rename(_ near: NearMatch) {
        let isOfElements = near.registration.key.type != key.type
        guard case .literal(let meant) = near.registration.key.name, !isOfElements else {
            text = "ask for it without a name, or \(addition)"
            return
        }
        let place = near.registration.place ?? .unknown
        // Of a name that nobody asks for, and one that several do, the former is wrong.
        let isNamed = !key.quotedName.isEmpty
        guard isNamed, near.distance < 4, judge.askers(of: key) > 1 else {
            text = "ask for \"\(meant)\", or \(addition)"
            return
        }
        let other = near.registration.key
        text = "write \(key.quotedName) where \(other) is registered (\(place.short))"
    }

    /// What it is registered as is a type that has the missing one.
    private mutating func retype(_ near: NearMatch) {
        let registered = near.registration.key
        let isMeant = judge.asked.contains(registered)
        guard !isMeant, registered.name == key.name else { return }
        guard let cast = runs.cast(to: key) else { return }
        let place = helperCall(of: near) ?? near.registration.place ?? .unknown
        text = "write '\(cast)' where \(registered) is registered (\(place.short))"
        mistake = "\(place) \(text)"
    }

    /// Where a generic function is called that makes the module: that can't say the type.
    private func helperCall(of near: NearMatch) -> Place? {
        let makers = runs.events.lazy.compactMap { event -> Call? in
            guard case .moduleCreated(near.registration) = event.kind else { return nil }
            return event.way.last
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
    private mutating func tell(
        _ all: [MissingInProgram.Registering], _ first: MissingInProgram.Registering
    ) {
        let place = first.registration.place.map { " (\($0.short))" } ?? ""
        let chain = visit.root.containers(from: visit.request.container)
        let here = all.filter { one in
            one.root.journal === visit.root.journal
                && chain.contains { $0.cell == one.container }
        }
        let earlier = here.filter { $0.index < visit.index }
        if let reset = visit.root.journal.events[..<visit.index].last(where: \.isReset),
            !earlier.isEmpty
        {
            let resetPlace = reset.place.map { " (\($0.short))" } ?? ""
            start =
                "\(key) is registered\(place), but reset() has removed it\(resetPlace)"
            text = "call build() or register() again after that"
        } else if !here.isEmpty {
            start = "\(key) is registered only after this asks for it\(place)"
            text = "call build() or register() before this runs"
        } else if chain.last?.record.kind == .isolation {
            start = "\(key) is registered, but not in the isolation around this"
        } else {
            start = "\(key) is registered only \(first.whereabouts)\(place)"
            let isInner = first.kind != .process && first.kind != nil
            let make = runs.owner(ofProperty: visit.place).map { "create \($0)" }
            if isInner { text = "\(make ?? "ask for it") there, or \(text)" }
        }
    }

    /// Nothing builds or calls what registers it: one mistake, whatever lacks.
    private mutating func use(_ code: Forgotten.Code) {
        let (kind, (who, what, cure)) = (code.kind, code.words)
        let name = code.baseName.isEmpty ? "the \(what)" : "'\(code.name)'"
        let code = "\(name) (\(code.place.short))"
        mistake = code
        start = "only a \(what) that \(who) registers \(key)"
        text = cure.replacing("#", with: code)
        let isBuilt = !judge.built(before: visit).isEmpty
        if kind == .module { text += " to \(block)" }
        if kind == .block, isBuilt { text += ", or nest it in \(block)" }
    }
}

extension Forgotten.Code {
    /// Why it is forgotten, what it is, and what to do with it.
    fileprivate var words: (String, String, String) {
        switch kind {
        case .block: ("nothing builds", "block", "call build() on #")
        case .module: ("no block has", "module", "add #")
        case .function: ("nothing calls", "function", "call #")
        }
    }
}

extension Event {
    fileprivate var isReset: Bool {
        if case .reset = kind { true } else { false }
    }
}

extension MissingInProgram.Registering {
    fileprivate var whereabouts: String {
        switch kind {
        case .held: "where a container is current"
        case .override, .isolation: "in the closure of an override or isolation"
        case .process, nil:
            root.purpose == .unreached ? "by code that nothing calls" : "elsewhere"
        }
    }
}

extension Container.Kind {
    /// Whether what a block lacks, no other container answers.
    fileprivate var isClosed: Bool { self == .isolation || self == .held }
}
