/// Scopes that keep too little, or too much.
struct Scopes: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        let overridden = runs.overriddenKeys
        return runs.processes.flatMap { roots in
            var search = Search(overridden)
            for run in roots {
                for event in run.journal.events { search.follow(event, in: run) }
            }
            return search.found + search.ofCalls
        }
    }

    private struct Search {
        /// A scope, and what made it.
        private struct Origin {
            let place: Place
            /// The module that was being made anew.
            let maker: Registration?
            /// The instance that was being made.
            let owner: Owner?
        }

        private let overridden: Set<Key>
        private var origins: [Cell: Origin] = [:]
        /// What scopes, or modules that are made anew, ask for of what is overridden.
        private var asked: [Cell: Set<Key>] = [:]
        private var askedByModules: [Place: Set<Key>] = [:]
        /// How often each scope is used that a call makes for itself.
        private var uses: [Cell: Int] = [:]
        private(set) var found: [Finding] = []

        init(_ overridden: Set<Key>) { self.overridden = overridden }

        mutating func follow(_ event: Event, in run: RootRun) {
            switch event.kind {
            case .scopeCreated(let scope):
                origins[scope] = Origin(
                    place: event.place ?? .unknown, maker: event.making.last,
                    owner: event.owners.last)
            case .asked(let request) where overridden.contains(request.key):
                if case .scope(let scope, _) = event.owners.last {
                    asked[scope, default: []].insert(request.key)
                }
                if let place = event.making.last?.place {
                    askedByModules[place, default: []].insert(request.key)
                }
            case .made(let made): judge(made)
            case .scopeUsed(let use): judge(use, event, run)
            default: break
            }
        }

        // MARK: Modules

        private mutating func judge(_ made: Made) {
            let (registration, instance) = (made.registration, made.instance)
            if registration.lifetime == .shared { return }
            let isOwn = made.scopes.contains { scope in
                guard let origin = origins[scope] else { return false }
                if registration.lifetime == .transient {
                    return origin.maker == registration
                }
                return origin.maker == nil && origin.owner == .instance(instance)
            }
            guard isOwn, let place = registration.place else { return }
            let what =
                registration.lifetime == .weak
                ? "is registered .weak, so its scope goes when nobody holds it"
                : "is not registered .shared, so every injection site has a scope of its "
                    + "own"
            let type = made.value.dynamicType ?? registration.key.type
            tell(
                "\(type) holds a Scope but \(what); to fix, register it .shared"
                    + asking(askedByModules[place]), at: place)
        }

        /// What is kept has to ask for what an override replaces at each use.
        private func asking(_ keys: Set<Key>?) -> String {
            guard let keys, !keys.isEmpty else { return "" }
            let names = keys.map(\.description).sorted().joined(separator: " and ")
            return ", and ask for \(names) at each use"
        }

        // MARK: Uses

        private mutating func judge(_ use: ScopeUse, _ event: Event, _ run: RootRun) {
            guard let scope = use.scope, let origin = origins[scope] else { return }
            if case .global = origin.owner, isOverridden(event.container, run) {
                let fact =
                    "the process has this Scope alone, so it keeps what an override made"
                tell(
                    "\(fact); to fix, \(Self.storing)" + asking(asked[scope]),
                    at: origin.place)
            }
            if !use.hasKey, let name = use.parameter {
                let place = event.place ?? .unknown
                var note = finding(
                    "what is made with the first '\(name)' is given for all others, too; to "
                        + "have one for each, write (for: \(name))", at: place)
                note.severity = .note
                found.append(note)
            }
            guard use.isOfCall, !use.hasKey, run.purpose != .test else { return }
            uses[scope, default: 0] += 1
        }

        private func isOverridden(_ container: Cell, _ run: RootRun) -> Bool {
            run.containers(from: container).contains { $0.record.kind != .process }
        }

        private static let storing =
            "let a module that is .shared store it: let scope = Scope()"

        /// A scope that serves one call alone; used more than once it has a purpose.
        var ofCalls: [Finding] {
            let places = Dictionary(grouping: uses.keys, by: { origins[$0]!.place })
            return places.filter { $0.value.allSatisfy { uses[$0] == 1 } }.keys.map {
                finding(
                    "each call makes another Scope, so it keeps nothing for the next; to "
                        + "fix, \(Self.storing)", at: $0)
            }
        }

        private mutating func tell(_ message: String, at place: Place) {
            found.append(finding(message, at: place))
        }

        private func finding(_ message: String, at place: Place) -> Finding {
            Finding(rule: .scope, severity: .warning, place: place, message: message)
        }
    }
}

extension PackageRuns {
    /// What programs' overrides, isolations and containers register.
    fileprivate var overriddenKeys: Set<Key> {
        programs.flatMap(\.runs).reduce(into: []) { keys, run in
            for event in run.journal.events {
                guard case .registered(let registration, _, _) = event.kind else {
                    continue
                }
                let kind = run.containers[event.container]?.kind
                if kind != .process { keys.insert(registration.key) }
            }
        }
    }
}
