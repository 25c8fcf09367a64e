/// What lasts, or asks later: an instance, what a scope keeps, a global, or an injected
/// property.
final class Keeper {
    struct Asked {
        let key: Key
        let isArray: Bool
        let place: Place
        /// What is made anew each time, and asked for it.
        let through: [Key]
        /// What answered; of an array nobody says.
        let answer: Request.Answer?
    }

    let owner: Owner
    /// When it began.
    let start: Int
    var name = ""
    var place = Place.unknown
    /// The container that keeps it. A global is kept in none: it has for good what it has.
    var home: Cell?
    /// Of an injected property, what lasts and has it.
    var holder: Keeper?
    /// Of an injected property, what was made anew between the two.
    var through: [Key] = []
    /// Whether code in an override gets it.
    var isGot = false
    /// Whether it has a scope, so that it has to last.
    var hasScope = false
    private(set) var asked: [Asked] = []
    private(set) var held: [Keeper] = []

    init(_ owner: Owner, at start: Int) {
        self.owner = owner
        self.start = start
    }

    /// What lasts: itself, or what has the injected property.
    var lasting: Keeper? { isWrapper ? holder : self }

    var isWrapper: Bool {
        guard case .wrapper = owner else { return false }
        return true
    }

    var isScoped: Bool {
        guard case .scope = owner else { return false }
        return true
    }

    /// Whether it is a variable of `main.swift`.
    var isVariable: Bool {
        guard case .variable = owner else { return false }
        return true
    }

    var isGlobal: Bool {
        if case .global = lasting?.owner { return true }
        return lasting?.isVariable == true
    }

    func ask(_ one: Asked) {
        let isKnown = asked.contains {
            $0.key == one.key && $0.place == one.place
                && $0.answer?.instance == one.answer?.instance
        }
        if !isKnown { asked.append(one) }
    }

    func hold(_ other: Keeper) {
        if other !== self, !held.contains(where: { $0 === other }) { held.append(other) }
    }

    /// All that it, or what it has, asked for, with the way to who asked.
    var allAsked: [(path: [Keeper], asked: Asked)] {
        var all: [([Keeper], Asked)] = []
        var seen: Set<ObjectIdentifier> = []
        func visit(_ keeper: Keeper, _ path: [Keeper]) {
            guard seen.insert(ObjectIdentifier(keeper)).inserted else { return }
            let path = path + [keeper]
            all += keeper.asked.map { (path, $0) }
            for other in keeper.held { visit(other, path) }
        }
        visit(self, [])
        return all
    }
}

/// What lasts in a program, as far as its events have been followed.
struct Keepers {
    private struct Surroundings {
        /// When it began.
        let start: Int
        /// Whether it is an override as for a request, and no test's or preview's.
        let isForRequests: Bool
        /// Whether `main` itself has it.
        let isInMain: Bool
        var entries: [(registration: Registration, isCertain: Bool)] = []

        func entry(for asked: Keeper.Asked) -> Registration? {
            entries.last {
                guard $0.isCertain else { return false }
                let key = $0.registration.key
                return asked.isArray
                    ? key.type == asked.key.type : key.matches(asked.key) == true
            }?.registration
        }
    }

    private let runs: PackageRuns
    private var keepers: [Owner: Keeper] = [:]
    private var records: [Cell: ContainerRecord] = [:]
    private var surroundings: [Cell: Surroundings] = [:]
    /// The containers in which code runs, the innermost last.
    private var current: [Cell] = []
    private var scopeHomes: [Cell: Cell] = [:]
    /// The scopes that the process has.
    private var staticScopes: Set<Cell> = []
    private var isTest = false
    private var count = 0
    /// What is kept, and got in an override that has what it asked for.
    private(set) var kept: [Kept.Instance] = []

    init(_ runs: PackageRuns) { self.runs = runs }

    /// Begins with another root, on what the last one left.
    mutating func begin(_ run: RootRun) {
        records.merge(run.containers) { $1 }
        isTest = run.purpose == .test
        current = []
    }

    mutating func follow(_ event: Event) {
        count += 1
        begin(event)
        switch event.kind {
        case .registered(let registration, let isCertain, _):
            let entry = (registration, isCertain)
            surroundings[event.container]?.entries.append(entry)
        case .injected(let wrapper, let key): inject(wrapper, key, event)
        case .asked(let request): ask(request, event)
        case .made(let made): made.registration.isKept ? describe(made) : ()
        case .got(let owner): get(keeper(owner), event)
        case .entered: current.append(event.container)
        case .ended: _ = current.popLast()
        case .scopeCreated(let scope):
            scopeHomes[scope] = event.container
            if case .global = event.owners.last { staticScopes.insert(scope) }
        case .scopeUsed(let use): describe(use, event)
        default: break
        }
    }

    // MARK: What begins

    private mutating func begin(_ event: Event) {
        if surroundings[event.container] == nil {
            surroundings[event.container] = Surroundings(
                start: count, isForRequests: isForRequests(event),
                isInMain: ["main", "async_Main"].contains(event.way.last?.symbol))
        }
        guard let owner = event.owners.last, keepers[owner] == nil else { return }
        let keeper = keeper(owner)
        switch owner {
        case .global: describe(keeper, asGlobalIn: event)
        case .variable(let symbol):
            keeper.name = "'\(demangled(symbol).property)'"
            keeper.place = event.way.dropFirst().first?.place ?? event.place ?? .unknown
        case .scope(let scope, _): keeper.home = scopeHomes[scope]
        default: break
        }
    }

    private func isForRequests(_ event: Event) -> Bool {
        guard let record = records[event.container], record.kind != .process else {
            return false
        }
        let place = record.place ?? event.way.last?.place ?? .unknown
        if isTest, !runs.programs.isEmpty || runs.sources.isInTests(place) {
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

    /// A global is known by the function that initializes it.
    private func describe(_ keeper: Keeper, asGlobalIn event: Event) {
        let start = "one-time initialization function for "
        let index = event.way.lastIndex { $0.name.hasPrefix(start) }
        guard let index else { return }
        keeper.name = "'\(event.way[index].name.dropFirst(start.count))'"
        let inner = event.way.dropFirst(index + 1).first
        keeper.place = inner?.place ?? event.place ?? .unknown
    }

    private mutating func describe(_ made: Made) {
        describe(made.instance, made.registration, made.container)
        if !made.scopes.isEmpty { keeper(.instance(made.instance)).hasScope = true }
    }

    private mutating func describe(_ use: ScopeUse, _ event: Event) {
        for (owner, keeper) in keepers where keeper.name.isEmpty {
            guard case .scope(use.scope, _) = owner else { continue }
            keeper.name = use.type
            keeper.place = event.place ?? .unknown
        }
    }

    private mutating func describe(
        _ instance: Cell, _ registration: Registration, _ home: Cell
    ) {
        let keeper = keeper(.instance(instance))
        keeper.name = "\(registration.key)"
        keeper.place = registration.place ?? .unknown
        keeper.home = home
    }

    // MARK: What is asked for

    private mutating func inject(_ wrapper: Cell, _ key: Key, _ event: Event) {
        let keeper = keeper(.wrapper(wrapper))
        keeper.name = "\(key)"
        keeper.place = event.place ?? .unknown
        keeper.home = event.container
        guard let maker = event.owners.last.map({ self.keeper($0) }) else { return }
        keeper.holder = maker.lasting
        keeper.through = event.making.map(\.key)
    }

    private mutating func ask(_ request: Request, _ event: Event) {
        if request.form == .unread { return }
        for answer in request.answers where answer.registration.isKept {
            describe(answer.instance, answer.registration, answer.container)
        }
        guard let owner = event.owners.last else { return }
        let keeper = keeper(owner)
        let isArray = request.form == .array
        var key = request.key
        if let element = key.argument(of: "Array"), isArray {
            key = Key(type: element, name: key.name)
        } else if let wrapped = key.argument(of: "Optional"), request.form == .optional {
            key = Key(type: wrapped, name: key.name)
        }
        let answers = request.answers.map(Optional.some)
        // A request that nothing answers ends the program.
        if answers.isEmpty, request.form == .one { return }
        for answer in isArray || answers.isEmpty ? [nil] : answers {
            keeper.ask(
                Keeper.Asked(
                    key: key, isArray: isArray, place: event.place ?? .unknown,
                    through: event.making.map(\.key), answer: answer))
        }
    }

    // MARK: What is got

    /// Code that runs in a container gets what lasts: is there an override between that
    /// container and the one that keeps it, with what it asked for?
    private mutating func get(_ keeper: Keeper, _ event: Event) {
        event.owners.last.map { self.keeper($0).hold(keeper) }
        if event.isVerifying { return }
        let all = chain(from: event.container)
        guard all.contains(where: { surroundings[$0]?.isForRequests == true }) else {
            return
        }
        if case .global = keeper.owner, event.owners.last != keeper.owner {
            getFirst(keeper, all, event)
        }
        var inner = all
        if !keeper.isGlobal {
            guard let home = keeper.home, let index = all.firstIndex(of: home) else {
                return
            }
            inner = Array(all[..<index])
        }
        guard inner.contains(where: { surroundings[$0]?.isForRequests == true }) else {
            return
        }
        keeper.isGot = true
        for (path, asked) in keeper.allAsked {
            guard let last = path.last(where: { $0.lasting != nil })?.lasting else {
                continue
            }
            if isOwn(asked, last, keeper, inner, all) || isOfStaticScope(last) {
                continue
            }
            compare(asked, path, last, inner, event)
        }
    }

    /// Whether what answered lies further within, or is meant: an override that what is
    /// kept has itself.
    private func isOwn(
        _ asked: Keeper.Asked, _ last: Keeper, _ keeper: Keeper, _ inner: [Cell],
        _ all: [Cell]
    ) -> Bool {
        guard let container = asked.answer?.container else { return false }
        if !keeper.isGlobal, inner.contains(container) { return true }
        if all.contains(container) { return false }
        // What answered a global may be gone.
        let start = surroundings[container]?.start ?? 0
        return last.isVariable || !keeper.isGlobal || start > last.start
    }

    /// Whether a scope keeps it that is wrong itself.
    private func isOfStaticScope(_ keeper: Keeper) -> Bool {
        guard case .scope(let scope, _) = keeper.owner else { return false }
        return staticScopes.contains(scope)
    }

    private mutating func compare(
        _ asked: Keeper.Asked, _ path: [Keeper], _ last: Keeper, _ inner: [Cell],
        _ event: Event
    ) {
        for cell in inner {
            guard let override = surroundings[cell] else { continue }
            guard let registration = override.entry(for: asked) else { continue }
            let isSame = asked.answer?.registration == registration
            let isMeant = last.isVariable && override.isInMain
            if override.isForRequests, !isSame, !isMeant {
                kept.append(
                    Kept.Instance(
                        keeper: last, path: holders(of: last, path) + path, asked: asked,
                        override: registration, gotAt: event.place, isOfFirst: false))
            }
            return
        }
    }

    /// What else has it, and is got in an override.
    private func holders(of kept: Keeper, _ path: [Keeper]) -> [Keeper] {
        keepers.values.filter { keeper in
            let isHolder = keeper.isGot && keeper.held.contains { $0 === kept }
            return isHolder && !path.contains { $0 === keeper }
        }.sorted { $0.start < $1.start }
    }

    /// A global that an override makes first has what that registers, for everybody.
    private mutating func getFirst(_ keeper: Keeper, _ all: [Cell], _ event: Event) {
        for (path, asked) in keeper.allAsked
        where path.dropFirst().allSatisfy(\.isGlobal) {
            guard let answer = asked.answer, all.contains(answer.container) else {
                continue
            }
            guard let override = surroundings[answer.container] else { continue }
            guard override.isForRequests, !override.isInMain else { continue }
            let parent = records[answer.container]?.parent
            let others = parent.map { chain(from: $0) } ?? []
            // Somebody else gets another one.
            guard others.contains(where: { surroundings[$0]?.entry(for: asked) != nil })
            else { continue }
            kept.append(
                Kept.Instance(
                    keeper: keeper, path: [keeper], asked: asked,
                    override: answer.registration, gotAt: event.place, isOfFirst: true))
        }
    }

    /// The containers from one to the outermost.
    private func chain(from start: Cell) -> [Cell] {
        var all = [start]
        while let next = records[all.last!]?.parent { all.append(next) }
        return all
    }

    // MARK: What is missing

    /// By request, what is kept and asks outside of an override that has what is missing.
    static func outside(
        of program: ProgramRuns, _ runs: PackageRuns
    ) -> [Visit.ID: Kept.Instance] {
        var keepers = Keepers(runs)
        var found: [Visit.ID: Kept.Instance] = [:]
        for root in program.runs {
            keepers.begin(root)
            for event in root.journal.events {
                keepers.follow(event)
                guard case .asked(let request) = event.kind, request.answers.isEmpty,
                    let kept = keepers.lasting(asking: request, event)
                else { continue }
                let place = runs.place(of: event, in: root)
                found[Visit.ID(place: place, key: request.key)] = kept
            }
        }
        return found
    }

    /// Of a request that nothing answers: what is kept outside of an override that runs
    /// around it and has the key.
    private func lasting(asking request: Request, _ event: Event) -> Kept.Instance? {
        guard let owner = event.owners.last, let asker = keepers[owner] else {
            return nil
        }
        guard let keeper = asker.lasting, !keeper.isGlobal else { return nil }
        let asked = Keeper.Asked(
            key: request.key, isArray: false, place: event.place ?? .unknown,
            through: event.making.map(\.key), answer: nil)
        for cell in current.reversed() where cell != keeper.home {
            guard let override = surroundings[cell] else { continue }
            if records[cell]?.kind == .process { continue }
            guard let registration = override.entry(for: asked) else { continue }
            let path = asker === keeper ? [keeper] : [keeper, asker]
            return Kept.Instance(
                keeper: keeper, path: path, asked: asked, override: registration,
                gotAt: nil, isOfFirst: false)
        }
        return nil
    }
}

extension String {
    /// `name` of `App.name : Type`, a demangled property.
    fileprivate var property: Substring {
        let path = split(separator: " ").first ?? ""
        return path.split(separator: ".").last ?? path
    }
}
