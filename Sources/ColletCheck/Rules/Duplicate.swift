/// Registrations of one key of which nobody says that one is to replace the other: in the
/// same braces, or in two blocks side by side.
struct Duplicate: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        var search = Search(runs)
        let others = runs.programs.isEmpty ? [runs.rest].compactMap(\.self) : []
        for moment in (runs.programs.flatMap(\.runs) + runs.tests + others).moments {
            search.follow(moment)
        }
        return search.found
    }

    private struct Search {
        /// The blocks that only overrides, isolations and containers have: what they
        /// layer is meant.
        private let entered: Set<Block>
        /// The blocks whose braces run.
        private var open: [Block] = []
        /// The functions whose braces make modules, by these.
        private var makers: [Place: String] = [:]
        /// Where blocks that have modules stand in the braces of others.
        private var statements: [Block: Place] = [:]
        private var homes: [Place: Block] = [:]
        private var conditions: Conditions
        private(set) var found: [Finding] = []

        init(_ runs: PackageRuns) {
            let blocks = { (use: Block.Use) in
                runs.events.compactMap { event -> Block? in
                    guard case .blockUsed(let block, use) = event.kind else { return nil }
                    return block
                }
            }
            conditions = Conditions(runs.sources)
            entered = Set(blocks(.entered)).subtracting(blocks(.registered))
        }

        mutating func follow(_ moment: Moment) {
            if moment.index == 0 { open = [] }
            let event = moment.event
            switch event.kind {
            case .blockCreated(let block): open.append(block)
            case .blockUsed(let block?, .nested): statements[block] = event.place
            case .moduleCreated(let registration):
                if let place = registration.place { makers[place] = event.braces }
            case .listed(let parts): compare(parts, in: moment)
            case .blockEnded(let block, let modules):
                open.removeLast(open.count - (open.lastIndex(of: block) ?? 0))
                for place in modules.all.compactMap(\.registration.place) {
                    homes[place] = homes[place] ?? block
                }
            default: break
            }
        }

        // MARK: Comparing

        /// Two registrations of a key, and what is around them.
        private struct Pair {
            let key: Key
            let first: Place, later: Place
            /// The function whose braces have them.
            let braces: String
            /// Whether what blocks have in there is to replace what others have.
            let isMeant: Bool
        }

        /// What the same braces have on every way.
        private mutating func compare(_ parts: [[Container.Entry]], in moment: Moment) {
            let isLayered = open.last.map(entered.contains) == true
            let all = parts.flatMap(\.self).filter(\.isSure).map(\.registration)
            for (key, same) in Dictionary(grouping: all.filter(\.key.isKnown), by: \.key)
            {
                let places = same.compactMap(\.place)
                // What the braces have themselves behind others replaces these.
                let isReplaced = places.last.map { makers[$0] } == moment.event.braces
                let nested = parts.map { Set($0.compactMap(\.registration.place)) }
                for later in places.dropFirst() where later != places[0] {
                    let pair = Pair(
                        key: key, first: places[0], later: later,
                        braces: moment.event.braces,
                        isMeant: isLayered || !moment.isCertain)
                    // A block that has both means it.
                    let isNested = nested.contains {
                        $0.isSuperset(of: [places[0], later])
                    }
                    judge(pair, isSettled: isReplaced || isNested)
                }
            }
        }

        private mutating func judge(_ pair: Pair, isSettled: Bool) {
            let (first, later) = (pair.first, pair.later)
            // What only some builds add is to replace the other.
            if conditions.tellApart(statement(first, pair), statement(later, pair)) {
                return
            }
            let note = (first, "it is registered first here")
            switch (isOwn(first, pair), isOwn(later, pair)) {
            case (true, true): tell(pair.key, "twice in one block", note, at: later)
            case (true, false) where !pair.isMeant:
                let note = (later, "this replaces it")
                tell(pair.key, "before a block that has it, too", note, at: first)
            case (false, false) where !pair.isMeant && !isSettled:
                let outer = (open.last?.place).inBrackets
                tell(pair.key, "by two blocks in one block\(outer)", note, at: later)
            default: break
            }
        }

        private func isOwn(_ place: Place, _ pair: Pair) -> Bool {
            makers[place] == pair.braces
        }

        /// Where a module, or the block that has it, stands in braces.
        private func statement(_ place: Place, _ pair: Pair) -> Place {
            if isOwn(place, pair) { return place }
            return homes[place].flatMap { statements[$0] } ?? place
        }

        private mutating func tell(
            _ key: Key, _ how: String, _ note: Finding.Note, at place: Place
        ) {
            found.append(
                Finding(
                    rule: .duplicate, severity: .warning, place: place,
                    message: """
                        \(key) is registered \(how); the later registration replaces the \
                        earlier one; to fix, remove one of them
                        """, notes: [note]))
        }
    }
}

extension Event {
    /// The function whose braces run.
    fileprivate var braces: String { way.last?.symbol ?? "" }
}

extension Key {
    /// Whether both its type and its name can be told.
    var isKnown: Bool { !isTypeUnknown && name != .unknown }
}
