/// Something that lasts, or asks later: an instance, a value that a scope keeps, a
/// global, or an injected property.
final class Keeper: Equatable {
    struct Asked: Equatable {
        let key: Key
        let isArray: Bool
        let place: Place
        /// The keys that were being made anew when it was asked for.
        let through: [Key]
        /// The answer; `nil` for an array, or if nothing answers.
        let answer: Request.Answer?
    }

    let owner: Owner
    /// The number of the event at which it began.
    let start: Int
    var name = ""
    var place = Place.unknown
    /// The container that keeps it. There is none for a global, which never lets go of
    /// what it has, or for a value in a scope of the process, which is a different
    /// mistake.
    var home: Cell?
    /// For an injected property, the lasting keeper that has it.
    var holder: Keeper?
    /// For an injected property, the keys that were being made anew between the two.
    var through: [Key] = []
    /// Whether code in an override gets it.
    var isGot = false
    /// Whether a scope has it, or it has a scope, so that it has to last.
    var hasScope = false
    private(set) var asked: [Asked] = []
    private(set) var held: [Keeper] = []

    init(_ owner: Owner, at start: Int) {
        self.owner = owner
        self.start = start
        if case .scope = owner { hasScope = true }
    }

    /// The keeper that lasts: this one, or the one that has the injected property.
    var lasting: Keeper? { isWrapper ? holder : self }

    var isWrapper: Bool { if case .wrapper = owner { true } else { false } }

    /// Whether it is a variable of `main.swift`.
    var isVariable: Bool { if case .variable = owner { true } else { false } }

    var isGlobal: Bool {
        switch lasting?.owner {
        case .global, .variable: true
        default: false
        }
    }

    func ask(_ one: Asked) { asked = (asked + [one]).unique }

    func hold(_ other: Keeper) { held = (held + [other]).unique }

    static func == (left: Keeper, right: Keeper) -> Bool { left === right }

    /// Everything that it, or a keeper it holds, asked for, with the path to the asker.
    var allAsked: [(path: [Keeper], asked: Asked)] {
        var all: [([Keeper], Asked)] = []
        var seen: [Keeper] = []
        func visit(_ keeper: Keeper, _ path: [Keeper]) {
            if seen.contains(keeper) { return }
            seen.append(keeper)
            let path = path + [keeper]
            all += keeper.asked.map { (path, $0) }
            for other in keeper.held { visit(other, path) }
        }
        visit(self, [])
        return all
    }
}

/// The keepers in a process, as far as its events have been followed.
struct Keepers {
    /// A container, as code that runs in it finds it.
    private struct Surroundings {
        /// When it began.
        let start: Int
        /// Whether it overrides as for a server's request, and not for a test or preview.
        let isForRequests: Bool
        /// Whether `main` itself opens it.
        let isInMain: Bool
        /// The registrations that it certainly has.
        var entries: [Registration] = []

        func entry(for asked: Keeper.Asked) -> Registration? {
            entries.last { entry in
                asked.isArray
                    ? entry.key.type == asked.key.type
                    : entry.key.matches(asked.key) == true
            }
        }
    }

    private let runs: PackageRuns
    private var keepers: [Owner: Keeper] = [:]
    private var run: RootRun?
    private var surroundings: [Cell: Surroundings] = [:]
    /// The containers in which code is running, the innermost last.
    private var current: [Cell] = []
    private var scopeHomes: [Cell: Cell] = [:]
    private var count = 0
    /// The kept objects that code gets in an override with a key that they asked for.
    private(set) var kept: [KeptObject] = []
    /// By request that nothing answers, the kept object that asks.
    private(set) var lacking: [Visit.ID: KeptObject] = [:]

    init(_ runs: PackageRuns, following roots: [RootRun]) {
        self.runs = runs
        roots.forEach { follow($0) }
    }

    /// Follows another root, which begins with what the last one left.
    private mutating func follow(_ run: RootRun) {
        self.run = run
        current = []
        for moment in [run].moments { follow(moment) }
    }

    private mutating func follow(_ moment: Moment) {
        let event = moment.event
        count += 1
        begin(event)
        switch event.kind {
        case .registered(let registration, isCertain: true, _):
            surroundings[event.container]?.entries.append(registration)
        case .injected(let wrapper, let key): inject(wrapper, key, event)
        case .asked(let request):
            ask(request, event)
            if let kept = lasting(asking: request, event) {
                let id = Visit.ID(place: runs.place(of: moment), key: request.key)
                if lacking[id]?.override == nil { lacking[id] = kept }
            }
        case .made(let made) where made.registration.isKept:
            let keeper = keeper(.instance(made.instance))
            keeper.name = "\(made.registration.key)"
            keeper.place = made.registration.origin
            keeper.home = made.container
            keeper.hasScope = !made.scopes.isEmpty
        case .got(let owner):
            get(keeper(owner), event, at: runs.place(of: moment))
        case .entered: current.append(event.container)
        case .ended: _ = current.popLast()
        case .scopeCreated(let scope):
            if case .global = event.owner { break }
            scopeHomes[scope] = event.container
        case .scopeUsed(let use):
            guard let keeper = use.owner.flatMap({ keepers[$0] }), keeper.name.isEmpty
            else { break }
            (keeper.name, keeper.place) = (use.type, event.origin)
        default: break
        }
    }

    // MARK: Beginnings

    private mutating func begin(_ event: Event) {
        if surroundings[event.container] == nil {
            surroundings[event.container] = Surroundings(
                start: count, isForRequests: isForRequests(event),
                isInMain: ["main", "async_Main"].contains(event.way.last?.symbol))
        }
        guard let owner = event.owner, keepers[owner] == nil else { return }
        let keeper = keeper(owner)
        switch owner {
        case .global: describe(keeper, asGlobalIn: event)
        case .variable(let symbol):
            keeper.name = "'\(propertyName(ofSymbol: symbol))'"
            keeper.place = event.way.dropFirst().first?.place ?? event.origin
        case .scope(let scope, _, _): keeper.home = scopeHomes[scope]
        default: break
        }
    }

    private func isForRequests(_ event: Event) -> Bool {
        guard let record = run?.containers[event.container], record.kind != .process
        else { return false }
        let place = record.place ?? event.way.last?.place ?? .unknown
        if run?.isTest == true, !runs.programs.isEmpty || runs.sources.isInTests(place) {
            return false
        }
        return !event.way.contains { call in
            call.name.contains(".previews.") || call.name.contains("makePreview(")
        }
    }

    private mutating func keeper(_ owner: Owner) -> Keeper {
        let keeper = keepers[owner] ?? Keeper(owner, at: count)
        keepers[owner] = keeper
        return keeper
    }

    /// Names a global after the property that the initializing function is for.
    private func describe(_ keeper: Keeper, asGlobalIn event: Event) {
        let start = "one-time initialization function for "
        let index = event.way.lastIndex { $0.name.hasPrefix(start) }
        guard let index else { return }
        keeper.name = "'\(event.way[index].name.dropFirst(start.count))'"
        keeper.place = event.way.dropFirst(index + 1).first?.place ?? event.origin
    }

    // MARK: Requests

    private mutating func inject(_ wrapper: Cell, _ key: Key, _ event: Event) {
        let keeper = keeper(.wrapper(wrapper))
        keeper.name = "\(key)"
        keeper.home = event.container
        guard let maker = event.owner else { return }
        keeper.holder = self.keeper(maker).lasting
        keeper.through = event.making.map(\.key)
    }

    private mutating func ask(_ request: Request, _ event: Event) {
        // A request that nothing answers ends the program.
        let isAnswered = !request.answers.isEmpty || request.form != .one
        guard let owner = event.owner, isAnswered, request.form != .unread else {
            return
        }
        var answers = request.answers.map(Optional.some)
        if request.form == .array || answers.isEmpty { answers = [nil] }
        for answer in answers { keeper(owner).ask(asked(request, event, answer)) }
    }

    private func asked(
        _ request: Request, _ event: Event, _ answer: Request.Answer?
    ) -> Keeper.Asked {
        Keeper.Asked(
            key: request.form == .one ? request.key : request.key.inner,
            isArray: request.form == .array, place: event.origin,
            through: event.making.map(\.key), answer: answer)
    }

    // MARK: Handing out

    /// Notes that code in a container gets a keeper. Then looks for an override between
    /// that container and the keeper's home, with a key that the keeper asked for.
    private mutating func get(_ keeper: Keeper, _ event: Event, at place: Place) {
        event.owner.map { self.keeper($0).hold(keeper) }
        let all = chain(from: event.container)
        let end = keeper.isGlobal ? all.endIndex : keeper.home.flatMap(all.firstIndex)
        guard let end, !event.isVerifying else { return }
        let inner = Array(all[..<end])
        guard inner.contains(where: { surroundings[$0]?.isForRequests == true }) else {
            return
        }
        keeper.isGot = true
        for (path, asked) in keeper.allAsked {
            let last = path.last { $0.lasting != nil }?.lasting
            guard let last, last.isGlobal || last.home != nil else { continue }
            if isOwn(asked, last, keeper, inner, all) { continue }
            compare(asked, path, last, inner, place)
        }
    }

    /// Whether the answer comes from within the keeper's home, or from an override of its
    /// own, which is intended.
    private func isOwn(
        _ asked: Keeper.Asked, _ last: Keeper, _ keeper: Keeper, _ inner: [Cell],
        _ all: [Cell]
    ) -> Bool {
        guard let container = asked.answer?.container else { return false }
        if all.contains(container) {
            return !keeper.isGlobal && inner.contains(container)
        }
        // The container that answered a global may be gone.
        let start = surroundings[container]?.start ?? 0
        return last.isVariable || !keeper.isGlobal || start > last.start
    }

    private mutating func compare(
        _ asked: Keeper.Asked, _ path: [Keeper], _ last: Keeper, _ inner: [Cell],
        _ place: Place
    ) {
        let cell = inner.first { surroundings[$0]?.entry(for: asked) != nil }
        guard let cell, let override = surroundings[cell], override.isForRequests,
            let registration = override.entry(for: asked)
        else { return }
        let isSame = asked.answer?.registration == registration
        let isFirst = isSame && isOfFirst(path, asked, from: cell)
        let isMeant = override.isInMain && (isFirst || last.isVariable)
        if isMeant || isSame && !isFirst { return }
        let answered = asked.answer.flatMap { run?.containers[$0.container] }
        let isOverrides = last.isGlobal && answered.map { $0.kind != .process } == true
        kept.append(
            KeptObject(
                keeper: last, path: holders(of: last, path) + path, asked: asked,
                override: registration, gotAt: place,
                isOfFirst: isFirst || isOverrides))
    }

    /// The other keepers that have it and that code in an override gets.
    private func holders(of kept: Keeper, _ path: [Keeper]) -> [Keeper] {
        keepers.values.filter { keeper in
            keeper.isGot && keeper.held.contains(kept) && !path.contains(keeper)
        }.sorted { $0.start < $1.start }
    }

    /// Whether a global gives everybody the registration of the override that made it
    /// first, although code outside has another.
    private func isOfFirst(
        _ path: [Keeper], _ asked: Keeper.Asked, from override: Cell
    ) -> Bool {
        guard case .global = path[0].owner, path.allSatisfy(\.isGlobal) else {
            return false
        }
        return chain(from: override).dropFirst().contains {
            surroundings[$0]?.entry(for: asked) != nil
        }
    }

    /// The containers from a given one to the outermost.
    private func chain(from start: Cell) -> [Cell] {
        run?.containers(from: start).map(\.cell) ?? []
    }

    // MARK: Unanswered requests

    /// For a request that nothing answers: the kept object that asks, perhaps outside of
    /// an override that runs around it and has the key.
    private func lasting(asking request: Request, _ event: Event) -> KeptObject? {
        guard request.answers.isEmpty,
            let asker = event.owner.flatMap({ keepers[$0] }),
            let keeper = asker.lasting, !keeper.isGlobal
        else { return nil }
        let asked = asked(request, event, nil)
        // What runs around the keeper's home isn't inside it.
        let overrides = current.reversed().prefix { $0 != keeper.home }
            .filter { run?.containers[$0]?.kind != .process }
        let entries = overrides.compactMap { surroundings[$0]?.entry(for: asked) }
        return KeptObject(
            keeper: keeper, path: [keeper, asker].unique, asked: asked,
            override: entries.first)
    }
}
