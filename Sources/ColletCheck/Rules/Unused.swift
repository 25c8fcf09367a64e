/// Registrations that nothing asks for.
struct Unused: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        let all = runs.written
        let asked = AskedKeys(runs, among: all.map(\.registration))
        // What isn't followed to its end may ask for anything.
        if asked.areCut { return [] }
        var conditions = Conditions(runs.sources)
        var found: [Place: Key] = [:]
        var used: Set<Place> = []
        for (registration, place) in all {
            let key = registration.key
            if asked.mayMean(key) { used.insert(place) } else { found[place] = key }
        }
        let unused = found.filter { place, key in
            let isTold = used.contains(place) || key.type == "()"
            return !isTold && !conditions.mention(key.bareType)
        }
        return unused.map {
            Finding(
                rule: .unused, severity: .warning, place: $0.key,
                message: "nothing injects or resolves \($0.value); to fix, remove it")
        }
    }

    /// What a package asks for.
    private struct AskedKeys {
        private var keys: Set<Key> = []
        /// What somebody means who asks for what isn't registered: one mistake is told
        /// once, where something is asked for.
        private var meant: Set<Key> = []
        private(set) var areCut = false

        init(_ runs: PackageRuns, among registrations: [Registration]) {
            for event in runs.events { read(event) }
            let registered = Registered(registrations: registrations)
            for key in keys where !registered.mayHave(key) {
                let near = registered.nearest(to: key, types: runs.types, asked: keys)
                if let near { meant.insert(near.registration.key) }
            }
        }

        private mutating func read(_ event: Event) {
            switch event.kind {
            // Whose property it is can't be told; the making of it says what it asks for.
            case .asked(let request) where request.container != nil: insert(request.key)
            case .injected(_, let key): insert(key)
            case .cut(.steps): areCut = true
            default: break
            }
        }

        private mutating func insert(_ key: Key) {
            keys.insert(key)
            let wrapped = key.argument(of: "Optional")
            if let wrapped { keys.insert(Key(type: wrapped, name: key.name)) }
        }

        func mayMean(_ key: Key) -> Bool {
            if key.isTypeUnknown || keys.contains(key) || meant.contains(key) {
                return true
            }
            return keys.contains { asked in
                if asked.matches(key) != false { return true }
                return asked.name == .none && asked.argument(of: "Array") == key.type
            }
        }
    }
}

extension PackageRuns {
    /// What code that runs registers, and where that is written. A package without a
    /// program has modules for others to register, unless these can't know their types.
    fileprivate var written: [(registration: Registration, place: Place)] {
        let runs = programs.flatMap(\.runs).filter { $0.purpose != .unreached } + tests
        let registered = runs.flatMap(\.journal.events).filter { !$0.isVerifying }
            .compactMap(\.registration)
        return (registered + internalModules).compactMap { registration in
            sources.own(registration.place).map { (registration, $0) }
        }
    }

    private var internalModules: [Registration] {
        guard programs.isEmpty, let rest else { return [] }
        return rest.journal.events.compactMap { event in
            guard case .moduleCreated(let registration) = event.kind else { return nil }
            let declaration = types.declarations[registration.key.bareType]
            return declaration?.isPublic == false ? registration : nil
        }
    }
}
