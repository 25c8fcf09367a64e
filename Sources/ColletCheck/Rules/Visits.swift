/// A request, as a root comes to it.
struct Visit {
    /// What the container says to it.
    enum Answer {
        case answered, missing
        /// What is registered isn't on every way.
        case onSomeWays
        /// Something unknown may be registered.
        case open
        /// Which container is asked can't be told.
        case unplaced
        /// Which type is asked for can't be told.
        case untyped
    }

    let request: Request
    let event: Event
    let root: RootRun
    /// How many events come before it.
    let index: Int
    /// Where it is written: the call, or the injected property.
    let place: Place
    /// Whether something before it wasn't followed to its end.
    let isBehindCut: Bool

    /// What all visits of a request share.
    struct ID: Hashable {
        let place: Place
        let key: Key
    }

    var id: ID { ID(place: place, key: key) }

    /// What is asked for. Of a wrapper that is anybody's, only the type is known; it has a
    /// name if the type says nothing.
    var key: Key {
        let isNamed =
            request.container != nil
            || !request.key.isOfSome && Unnamed.isPlain(request.key.type)
        return isNamed ? request.key : Key(type: request.key.type)
    }

    var answer: Answer {
        if request.container == nil { return .unplaced }
        if key.isTypeUnknown { return .untyped }
        if isOfSome { return request.isOpen ? .open : .answered }
        if request.isAnswered { return .answered }
        if request.isOpen { return .open }
        if request.answers.isEmpty { return .missing }
        let areSame = request.answers.allSatisfy {
            $0.registration.key.matches(key) == true
        }
        return areSame ? .onSomeWays : .open
    }

    /// Whether it asks for an optional or an array, which nothing needs to serve.
    private var isOfSome: Bool {
        switch request.form {
        case .optional, .array: true
        case .one: false
        case .unread: key.isOfSome
        }
    }

    /// Whether the root asks on every way.
    var isCertain: Bool {
        // Nobody knows who calls what nothing reaches; it runs behind one branch.
        event.possible == (root.purpose == .unreached ? 1 : 0)
    }
}

extension Key {
    /// Of an optional or an array the key of what it holds, or else itself.
    var inner: Key {
        Key(
            type: argument(of: "Optional") ?? argument(of: "Array") ?? type, name: name)
    }

    /// Whether its type is an optional or an array.
    var isOfSome: Bool { inner != self }
}

extension PackageRuns {
    /// The requests of several roots. Code that nothing reached, and a property's asking
    /// once its object is made, are only of interest where nothing else asks.
    func visits(in roots: [RootRun]) -> [Visit] {
        let all = roots.flatMap(visits)
        let reached = Set(all.filter { $0.root.purpose != .unreached }.map(\.place))
        let rest = all.filter {
            $0.root.purpose != .unreached || !reached.contains($0.place)
        }
        let read = Set(rest.filter { $0.request.form != .unread }.map(\.place))
        return rest.filter { $0.request.form != .unread || !read.contains($0.place) }
    }

    /// The requests of a root, but for those of a `verify()`.
    func visits(in root: RootRun) -> [Visit] {
        var isCut = false
        var visits: [Visit] = []
        for (index, event) in root.journal.events.enumerated() {
            switch event.kind {
            case .cut(.recursion(_, mayRegister: false)): break
            case .cut: isCut = true
            case .asked(let request) where !event.isVerifying:
                visits.append(
                    Visit(
                        request: request, event: event, root: root, index: index,
                        place: place(of: event, in: root), isBehindCut: isCut))
            default: break
            }
        }
        return visits
    }

    /// Where somebody wrote what happened: a macro's code is of the macro.
    func place(of event: Event, in root: RootRun) -> Place {
        if let place = event.place.flatMap(sources.written) { return place }
        let calls = event.way.reversed().lazy.compactMap(\.place)
        return calls.compactMap(sources.written).first ?? root.place ?? .unknown
    }
}

extension PackageRuns {
    /// What any program registers.
    var registeredByPrograms: Registered { Registered(programs.flatMap(\.runs)) }
}

/// What is registered in some roots, by its key.
struct Registered {
    private var byType: [String: [Registration]] = [:]
    private var untyped: [Registration] = []

    init(_ roots: [RootRun]) {
        self.init(
            registrations: roots.lazy.flatMap(\.journal.events).compactMap(\.registration)
        )
    }

    init(registrations: some Sequence<Registration>) {
        var known: Set<Visit.ID> = []
        for registration in registrations {
            let key = registration.key
            let id = Visit.ID(place: registration.place ?? .unknown, key: key)
            guard known.insert(id).inserted else { continue }
            if key.isTypeUnknown {
                untyped.append(registration)
            } else {
                byType[key.type, default: []].append(registration)
            }
        }
    }

    /// All that is registered, each once.
    var all: [Registration] { byType.sorted { $0.key < $1.key }.flatMap(\.value) }

    /// What has the key, or may have it.
    func registrations(for key: Key) -> [Registration] {
        (byType[key.type, default: []] + untyped).filter { $0.key.matches(key) != false }
    }

    func mayHave(_ key: Key) -> Bool {
        !registrations(for: key).isEmpty
    }
}

extension Event {
    /// What it asks for.
    var request: Request? {
        guard case .asked(let request) = kind else { return nil }
        return request
    }

    /// What it registers.
    var registration: Registration? {
        guard case .registered(let registration, _, _) = kind else { return nil }
        return registration
    }
}
