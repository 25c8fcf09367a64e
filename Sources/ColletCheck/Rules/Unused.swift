extension PackageRuns {
    /// Registrations that nothing asks for.
    var unusedRegistrations: [Finding] {
        // Code that isn't followed to its end may ask for anything.
        if roots.endEarly { return [] }
        let all = written
        let asked = AskedKeys(self, among: all)
        let byPlace = Dictionary(grouping: all) { sources.own($0.place) }
        return byPlace.compactMap { place, all in
            let keys = Set(all.map(\.key))
            let isUsed = keys.contains {
                asked.mayMean($0) || conditions.mention($0.bareType)
            }
            guard let place, !isUsed else { return nil }
            return Finding(
                rule: .unused, place: place,
                message: "nothing injects or resolves \(all[0].key); to fix, remove it")
        }
    }

    /// The registrations that reached code makes. A package without a program has modules
    /// for others to register, unless others can't know their types.
    private var written: [Registration] {
        let roots = programRoots.filter { !$0.isUnreached } + tests
        let registering = roots.events.filter { !$0.isVerifying }
        return registering.compactMap(\.registration) + internalModules
    }

    private var internalModules: [Registration] {
        (programs.isEmpty ? rest : []).events.compactMap { event in
            guard case .moduleCreated(let registration) = event.kind else { return nil }
            return code.declarations[registration.key.bareType]?.isPublic == false
                ? registration : nil
        }
    }
}

/// The keys that a package asks for.
private struct AskedKeys {
    private var keys: Set<Key> = []
    /// The registrations that requests without an answer may mean. The mistake is
    /// reported once, at the request.
    private var meant: Set<Key> = []
    /// The keys in cycles, by their descriptions: another name may be meant.
    private var inCycles: Set<String> = []

    init(_ runs: PackageRuns, among registrations: [Registration]) {
        for event in runs.events {
            switch event.kind {
            // If it can't be told whose property asks, the event that makes the wrapper
            // has the key.
            case .asked(let request) where request.container != nil: insert(request.key)
            case .injected(_, let key): insert(key)
            case .cycle(let names, _): inCycles.formUnion(names)
            default: break
            }
        }
        // A request that no followed way leads to may be for any name of its type.
        for request in runs.proof.unproved where request.answer == .unvisited {
            insert(Key(type: request.id.key.type, name: .unknown))
        }
        // Other code may lack what a preview has.
        for judge in runs.judges {
            for near in judge.lacks.compactMap({ judge.nearest(to: $0.visit.key) })
            where near.isMeant { meant.insert(near.registration.key) }
        }
        // A program or a test may lack what others register.
        let programs = runs.judges.map { ($0.registered, $0.asked) }
        let tests = runs.tests.map { test in
            (Registered([test]), Set(runs.visits(in: test).map(\.key)))
        }
        for (registered, keys) in programs + tests + [(Registered(registrations), keys)] {
            for key in keys where !registered.mayHave(key) {
                let isAnswered = registered.all.contains {
                    key.isMade(of: $0.key) == true
                }
                let kinds = key.isOfSome && !isAnswered ? [key.inner] : []
                let same = registered.all.map(\.key).filter { own in
                    [key.type, key.inner.type].contains(own.type)
                        || kinds.contains { runs.code.isKind(own, of: $0) }
                }
                meant.formUnion(same)
                let near = registered.nearest(to: key, in: runs.code, asked: keys)
                if let near { meant.insert(near.registration.key) }
            }
        }
    }

    private mutating func insert(_ key: Key) {
        if keys.insert(key).inserted { insert(key.unwrapped) }
    }

    /// Whether something may ask for it, or another rule tells what is wrong.
    func mayMean(_ key: Key) -> Bool {
        if key.isTypeUnknown || key.type == "()" { return true }
        if meant.contains(key) || key.isUnnamed { return true }
        if inCycles.contains(Key(type: key.type).description) { return true }
        return keys.contains { asked in
            if asked.matches(key) != false { return true }
            return asked.name == .none && asked.element == key.type
        }
    }
}
