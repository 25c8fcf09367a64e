/// How many requests are answered on every way, and which aren't.
///
/// A request is a place with a key, in one program or in the tests.
struct Proof {
    struct Unproved {
        let id: Visit.ID
        /// The worst answer on any way.
        let answer: Visit.Answer
        /// The registration that may be meant.
        let near: Registration?
        /// The type whose property asks, with its protocols and superclasses.
        let kinds: Set<String>
        /// Whether what asks may end before it.
        let mayEndBefore: Bool

        /// Whether no known way leads to it.
        var isUnseen: Bool { answer == .unvisited || answer == .unplaced }

        /// Whether that may be due to an earlier stop, or to a missing registration.
        var mayBeBehindStop: Bool {
            isUnseen && (mayEndBefore || answer == .unplaced)
        }
    }

    private(set) var total = 0
    private(set) var unproved: [Unproved] = []
    var answered: Int { total - unproved.count }

    init(_ runs: PackageRuns) {
        let all = runs.visits(in: runs.tests)
        // A request that only tests or another program reach belongs to them.
        let reached = runs.visits(in: runs.programRoots) + all
        let told = Set(reached.filter { $0.answer != .unvisited }.map(\.place))
        // A test fakes what it reads; its objects' other properties needn't be answered.
        let tests = all.filter { $0.request.form != .unread || $0.answer != .missing }
        for program in runs.programs {
            add(
                runs.visits(in: program.runs), program.runs,
                program.requests.filter { !told.contains($0.key) }, runs,
                mayEnd: true)
        }
        add(
            tests, runs.tests,
            runs.requests.filter { runs.sources.isInTests($0.key) }, runs,
            mayEnd: runs.tests.events.contains(where: \.isEnd))
    }

    /// - Parameters:
    ///   - written: The types that the code asks for, run or not, by place.
    ///   - mayEnd: Whether the roots may end before they make all requests.
    private mutating func add(
        _ visits: [Visit], _ roots: [RootRun], _ written: [Place: String],
        _ runs: PackageRuns, mayEnd: Bool
    ) {
        let visits = visits.filter {
            $0.answer != .unvisited && $0.place.isOwn
        }
        let visited = Set(visits.map(\.place) + roots.flatMap(runs.replaced))
        var all = Dictionary(grouping: visits, by: \.id)
        for (place, type) in written
        where !visited.contains(place) && place.isOwn {
            all[Visit.ID(place: place, key: Key(type: type))] = []
        }
        total += all.count
        let requests = all.compactMap { id, visits -> Unproved? in
            let worst = visits.max { $0.answer < $1.answer }
            if worst?.answer == .answered { return nil }
            let answer = worst?.isOver == true ? .unplaced : worst?.answer ?? .unvisited
            return Unproved(
                id: id, answer: answer,
                near: worst?.request.answers.first?.registration,
                kinds: runs.kinds(ofOwner: id.place), mayEndBefore: mayEnd)
        }
        unproved += requests.sorted {
            ($0.id.place, $0.id.key.description) < ($1.id.place, $1.id.key.description)
        }
    }
}

extension PackageRuns {
    /// The type that has a property, with its protocols and superclasses.
    func kinds(ofOwner place: Place) -> Set<String> {
        owner(ofProperty: place).map(code.kinds) ?? []
    }

    /// The places of wrappers that others replace.
    fileprivate func replaced(in root: RootRun) -> [Place] {
        let replaced = root.replacedWrappers
        return [root].moments.compactMap { moment in
            guard case .injected(let wrapper, _) = moment.event.kind,
                replaced.contains(wrapper)
            else { return nil }
            return place(of: moment)
        }
    }
}

extension RootRun {
    /// The wrappers of injected properties that initializers replace, which never ask.
    var replacedWrappers: Set<Cell> {
        events.reduce(into: []) { wrappers, event in
            if case .replaced(let wrapper) = event.kind { wrappers.insert(wrapper) }
        }
    }
}
