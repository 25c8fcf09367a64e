/// How many requests are answered on every way, and which aren't.
///
/// A request is a place with a key, in one program or in the tests.
struct Proof {
    struct Unproved {
        let key: Key
        let place: Place
        /// The program that asks, or `nil` if tests do.
        let program: String?
        /// Whether it is certain on some way that nothing answers; else it can't be told.
        let isMissing: Bool
        /// Why it can't be told.
        let reason: String
    }

    let answered: Int
    let unproved: [Unproved]
    var total: Int { answered + unproved.count }

    init(_ runs: PackageRuns) {
        var requests = runs.programs.map { program in
            Requests(runs, program: program.name, program.runs)
        }
        if !runs.tests.isEmpty {
            requests.append(Requests(runs, program: nil, runs.tests))
        }
        answered = requests.reduce(0) { $0 + $1.answered }
        unproved = requests.flatMap(\.unproved)
    }

    /// How sure it is that a request is answered, the worst last.
    fileprivate enum Certainty {
        case answered
        case unknown(String)
        case missing

        var rank: Int {
            switch self {
            case .answered: 0
            case .unknown: 1
            case .missing: 2
            }
        }
    }

    /// The requests of a program, or of all tests.
    private struct Requests {
        let program: String?
        private var all: [Visit.ID: Certainty] = [:]

        init(_ runs: PackageRuns, program: String?, _ roots: [RootRun]) {
            self.program = program
            let visits = runs.visits(in: roots)
            for visit in visits where runs.sources.isOwn(visit.place) {
                let certainty = visit.certainty
                if let old = all[visit.id], old.rank >= certainty.rank { continue }
                all[visit.id] = certainty
            }
        }

        var answered: Int { all.values.count { $0.rank == 0 } }

        var unproved: [Unproved] {
            all.compactMap { id, certainty in
                let reason: String
                switch certainty {
                case .answered: return nil
                case .missing: reason = ""
                case .unknown(let words): reason = words
                }
                return Unproved(
                    key: id.key, place: id.place, program: program,
                    isMissing: reason.isEmpty, reason: reason)
            }.sorted {
                ($0.place, $0.key.description) < ($1.place, $1.key.description)
            }
        }
    }
}

extension Visit {
    fileprivate var certainty: Proof.Certainty {
        switch answer {
        case .answered where isBehindCut:
            return .unknown("not everything before it can be followed")
        case .answered: return .answered
        case .missing: return .missing
        case .onSomeWays: return .unknown("it is registered on some ways only")
        case .open: return .unknown("something that isn't known may register it")
        case .unplaced: return .unknown("where its object is made isn't known")
        case .untyped: return .unknown("its type isn't known")
        }
    }
}
