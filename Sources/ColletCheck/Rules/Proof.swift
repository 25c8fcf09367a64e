/// How many requests are answered on every way, and which aren't.
///
/// A request is a place with a key, in one program or in the tests.
struct Proof {
    struct Unproved {
        let key: Key
        let place: Place
        /// The program that asks, or `nil` if tests do.
        let program: String?
        /// Why it can't be told; empty where nothing answers on some way.
        let reason: String

        var isMissing: Bool { reason.isEmpty }
        /// Whether what stops the program before may be why no way leads there.
        var mayBeBehindStop: Bool { reason == Proof.noWay && program != nil }
    }

    fileprivate static let noWay = "no way that was followed leads here"

    private(set) var answered = 0
    private(set) var unproved: [Unproved] = []
    var total: Int { answered + unproved.count }

    init(_ runs: PackageRuns) {
        let tests = runs.visits(in: runs.tests)
        // What only tests lead to is theirs.
        let tested = Set(tests.map(\.place))
        for program in runs.programs {
            let requests = program.requests.filter { !tested.contains($0.key) }
            let visits = runs.visits(in: program.runs)
            let certainty = runs.certainty(of: visits, in: program.runs, requests)
            add(certainty, program: program.name)
        }
        add(runs.certainty(of: tests, in: runs.tests, runs.requestsOfTests), program: nil)
    }

    private mutating func add(_ requests: [Visit.ID: Certainty], program: String?) {
        let all = requests.map { id, certainty in
            certainty.doubt.map {
                Unproved(key: id.key, place: id.place, program: program, reason: $0)
            }
        }
        let unproved = all.compactMap(\.self)
        answered += all.count - unproved.count
        self.unproved += unproved.sorted {
            ($0.place, $0.key.description) < ($1.place, $1.key.description)
        }
    }

    /// How sure it is that a request is answered, the worst last.
    fileprivate enum Certainty: Comparable {
        case answered
        case unknown(String)
        case missing

        var doubt: String? {
            switch self {
            case .answered: nil
            case .unknown(let reason): reason
            case .missing: ""
            }
        }
    }
}

extension PackageRuns {
    /// The requests of a program or of all tests, each as sure as on its worst way; also
    /// those that no way leads to, by their places and types.
    fileprivate func certainty(
        of visits: [Visit], in roots: [RootRun], _ written: [Place: String]
    ) -> [Visit.ID: Proof.Certainty] {
        let visits = visits.filter { sources.isOwn($0.place) }
        let visited = Set(visits.map(\.place)).union(roots.flatMap(replaced))
        let rest = written.filter { !visited.contains($0.key) && sources.isOwn($0.key) }
        let all =
            visits.map { ($0.id, $0.certainty) }
            + rest.map { place, type in
                (Visit.ID(place: place, key: Key(type: type)), .unknown(Proof.noWay))
            }
        return Dictionary(all, uniquingKeysWith: max)
    }
}

extension PackageRuns {
    /// Where wrappers begin that others replace.
    private func replaced(in root: RootRun) -> [Place] {
        let replaced = root.replacedWrappers
        return root.journal.events.compactMap { event in
            guard case .injected(let wrapper, _) = event.kind else { return nil }
            return replaced.contains(wrapper) ? place(of: event, in: root) : nil
        }
    }
}

extension RootRun {
    /// The wrappers of injected properties that initializers replace: nobody asks for what
    /// they would ask for.
    var replacedWrappers: Set<Cell> {
        journal.events.reduce(into: []) { wrappers, event in
            if case .replaced(let wrapper) = event.kind { wrappers.insert(wrapper) }
        }
    }
}

extension Visit {
    private static let doubts: [Answer: String] = [
        .onSomeWays: "it is registered on some ways only",
        .open: "something that isn't known may register it",
        .unplaced: "where its object is made isn't known",
        .untyped: "its type isn't known",
    ]

    /// Why it can't be told what it gets.
    var doubt: String? { Self.doubts[answer] }

    fileprivate var certainty: Proof.Certainty {
        if answer == .missing { return .missing }
        let cut = isBehindCut ? "not everything before it can be followed" : nil
        return (doubt ?? cut).map { .unknown($0) } ?? .answered
    }
}
