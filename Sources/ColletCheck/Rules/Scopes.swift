extension PackageRuns {
    /// Scopes that keep too little, or too much.
    var scopeMistakes: [Finding] {
        // The keys that programs' overrides, isolations and containers register.
        let inner = programRoots.moments.filter { $0.kind != .process }
        let overridden = Set(inner.compactMap(\.event.registration?.key))
        return processes.flatMap { ScopeMistakes($0, overridden).found }
    }
}

private let storing =
    "let a module that is .shared store it: let scope = Scope()"

private struct ScopeMistakes {
    private let overridden: Set<Key>
    /// Where the test is.
    private let home: Place?
    /// The creation of each scope.
    private var creations: [Cell: Event] = [:]
    /// The overridden keys that scopes, or modules made anew, ask for.
    private var asked: [AnyHashable: Set<Key>] = [:]
    /// Where scopes are made: those that keep something, and those for graphs.
    private var keeping: Set<Place> = [], graphs: Set<Place> = []
    private var made: [Made] = []
    /// What each parameter was in the last call that made or got each kept value.
    private var parameters: [Owner?: [String: Value]] = [:]
    /// How often each scope that a call makes for itself is used.
    private var uses: [Cell: Int] = [:]
    private(set) var found: [Finding] = []

    init(_ roots: [RootRun], _ overridden: Set<Key>) {
        self.overridden = overridden
        home = roots.first?.place
        for moment in roots.moments { follow(moment.event, in: moment.root) }
        made.forEach { judge($0) }
        judgeCalls()
    }

    private mutating func follow(_ event: Event, in run: RootRun) {
        switch event.kind {
        case .scopeCreated(let scope): creations[scope] = event
        case .asked(let request) where overridden.contains(request.key):
            if case .scope(let scope, _, _) = event.owner {
                asked[scope, default: []].insert(request.key)
            }
            if let module = event.making.last {
                asked[module.origin, default: []].insert(request.key)
            }
        case .made(let one): made.append(one)
        case .scopeUsed(let use): judge(use, event, run)
        default: break
        }
    }

    // MARK: Modules

    private mutating func judge(_ made: Made) {
        let registration = made.registration
        let isOwn = made.scopes.compactMap { creations[$0] }.contains { creation in
            // A graph has its instances whichever scope it uses.
            let isForGraphs = graphs.subtracting(keeping).contains(creation.origin)
            if registration.lifetime == .transient {
                return creation.making.last == registration && !isForGraphs
            }
            let isOfInstance = creation.owner == .instance(made.instance)
            return isOfInstance && creation.making.isEmpty
        }
        guard isOwn, registration.lifetime != .shared else { return }
        let what =
            registration.lifetime == .weak
            ? "is registered .weak, so its scope goes when nobody holds it"
            : """
            is not registered .shared, so every injection site has a scope of its own
            """
        let type = made.value.dynamicType ?? registration.key.type
        let end = asking(registration.origin)
        tell(
            "\(type) holds a Scope but \(what); to fix, register it .shared\(end)",
            at: registration.place)
    }

    /// Tells a kept object to ask at each use for keys that an override replaces.
    private func asking(_ subject: AnyHashable) -> String {
        guard let keys = asked[subject] else { return "" }
        return ", and ask for \(keys.map(\.description).sorted().list) at each use"
    }

    // MARK: Uses

    private mutating func judge(_ use: ScopeUse, _ event: Event, _ run: RootRun) {
        guard let scope = use.scope, let creation = creations[scope] else { return }
        guard use.isKept else {
            graphs.insert(creation.origin)
            return
        }
        keeping.insert(creation.origin)
        let isOverridden = run.containers(from: event.container).contains {
            $0.record.kind != .process
        }
        if case .global = creation.owner, isOverridden {
            tell(
                """
                the process has this Scope alone, so it keeps what an override made; to \
                fix, \(storing)\(asking(scope))
                """, at: creation.origin)
        }
        if use.hasKey { return }
        if use.isOfCall, !run.isTest { uses[scope, default: 0] += 1 }
        let last = parameters[use.owner, default: [:]]
        parameters[use.owner] = Dictionary(use.parameters) { $1 }
        // Calls that all pass the same value get what is made with it.
        let differing = use.parameters.first { name, value in
            !value.isLiteral || last[name].map { $0 != value } == true
        }
        if let name = differing?.name {
            tell(
                """
                what is made with the first '\(name)' is given for all others, too; to \
                have one for each, write (for: \(name)), or a part of it if it isn't \
                Hashable
                """, at: event.place)
        }
    }

    /// Reports scopes that serve only one call. A scope that is used again has a purpose.
    private mutating func judgeCalls() {
        let places = Dictionary(grouping: uses.keys, by: { creations[$0]!.origin })
        for (place, scopes) in places where scopes.allSatisfy({ uses[$0] == 1 }) {
            tell(
                """
                each call makes another Scope, so it keeps nothing for the next; to fix, \
                \(storing)
                """, at: place)
        }
    }

    private mutating func tell(_ message: String, at place: Place?) {
        guard let place = place?.isMacro == true ? home : place else { return }
        found.append(
            Finding(rule: .scope, place: place, message: message))
    }
}
