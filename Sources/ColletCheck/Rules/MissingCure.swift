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
        let near = judge.registered.nearest(
            to: key, types: runs.types, asked: judge.asked)
        if let near { use(near) }
        start = registeredElsewhere()
        if let kept = judge.kept[visit.id] { use(kept) }
    }

    /// To register it for everybody is the last thing that is meant.
    private mutating func use(_ kept: Kept.Instance) {
        let name = kept.keeper.name
        start = "\(name) is kept outside of the override that registers \(key)"
        text = "\(kept.cure(asking: [kept])); or, for everybody, \(text)"
        notes += kept.notes
    }

    /// Who needs it: the type that has the injected property.
    var reader: String {
        let path = runs.properties[visit.place]?.split(separator: ".") ?? []
        return path.count > 1
            ? ", needed by \(path.dropLast().joined(separator: "."))" : ""
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
        if let inner {
            let noun =
                inner.kind == .held ? "the container's block" : "the isolated block"
            return inner.block?.words(else: noun, at: inner.place) ?? noun
        }
        let built = judge.built(before: visit)
        if let block = built.first(where: { $0.name != nil }) ?? built.first {
            return block.words(else: "the block that is built", at: nil)
        }
        return "your Dependencies block"
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
        guard near.distance < 4, judge.askers(of: key) > 1 else {
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
        let place = near.registration.place ?? .unknown
        text = "write '\(cast)' where \(registered) is registered (\(place.short))"
        mistake = "\(place) \(text)"
    }

    private func injection(of near: NearMatch) -> String {
        let key = near.registration.key
        let name = key.quotedName.isEmpty ? "" : " named \(key.quotedName)"
        return "inject '\(key.spelling)'\(name)"
    }

    // MARK: Registered elsewhere

    /// Where else the key is registered, if it is.
    private mutating func registeredElsewhere() -> String? {
        let exact = judge.registrations.filter {
            $0.registration.key.matches(key) == true
        }
        guard let first = exact.first else { return registeredByOthers }
        let place = first.registration.place.map { " (\($0.short))" } ?? ""
        let chain = visit.root.containers(from: visit.request.container).map(\.cell)
        let isLater = exact.contains {
            $0.root.journal === visit.root.journal && chain.contains($0.container)
        }
        if isLater {
            text = "register it before this runs"
            return "\(key) is registered only after this asks for it\(place)"
        }
        if chain.last.flatMap({ visit.root.containers[$0]?.kind }) == .isolation {
            return "\(key) is registered, but not in the isolation around this"
        }
        return "\(key) is registered only \(first.whereabouts)\(place)"
    }

    private var registeredByOthers: String? {
        let tests = judge.registeredByTests.registrations(for: key).first
        if let place = tests?.place, runs.sources.isInTests(place) {
            return "only tests register \(key)"
        }
        return nil
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
