/// Registrations of one key of which nobody says that one is to replace the other: in the
/// same braces, or in two blocks side by side.
struct Duplicate: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        var search = Search(runs)
        for run in runs.programs.flatMap(\.runs) + runs.tests {
            search.follow(run)
        }
        if runs.programs.isEmpty, let rest = runs.rest { search.follow(rest) }
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
        /// All that braces have, by their functions.
        private var contents: [String: Set<Place>] = [:]
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

        mutating func follow(_ run: RootRun) {
            open = []
            // Nobody knows who calls what nothing reaches.
            let certain = run.purpose == .unreached ? 1 : 0
            for event in run.journal.events { follow(event, certain) }
        }

        private mutating func follow(_ event: Event, _ certain: Int) {
            switch event.kind {
            case .blockCreated(let block): open.append(block)
            case .blockUsed(let block?, .nested): statements[block] = event.place
            case .moduleCreated(let registration):
                if let place = registration.place { makers[place] = event.braces }
            case .listed(let elements):
                let isLayered = open.last.map(entered.contains) == true
                let braces = Braces(
                    function: event.braces, block: open.last,
                    isMeant: isLayered || event.possible > certain)
                for place in elements.compactMap(\.registration.place) {
                    contents[event.braces, default: []].insert(place)
                }
                compare(elements, in: braces)
            case .blockEnded(let block, let modules):
                open.removeLast(open.count - (open.lastIndex(of: block) ?? 0))
                for place in modules.all.compactMap(\.registration.place) {
                    homes[place] = homes[place] ?? block
                }
            default: break
            }
        }

        // MARK: Comparing

        private struct Braces {
            let function: String
            let block: Block?
            /// Whether what blocks have in them is to replace what others have.
            let isMeant: Bool
        }

        /// What the same braces have on every way.
        private mutating func compare(_ elements: [Modules.Element], in braces: Braces) {
            let certain = elements.filter(\.isCertain).map(\.registration)
            let byKey = Dictionary(grouping: certain.filter(\.key.isKnown), by: \.key)
            for (key, same) in byKey where same.count > 1 {
                let places = same.compactMap(\.place)
                for later in places.dropFirst() where later != places[0] {
                    compare(key, places[0], later, of: places, in: braces)
                }
            }
        }

        private mutating func compare(
            _ key: Key, _ first: Place, _ later: Place, of all: [Place],
            in braces: Braces
        ) {
            // What only some builds add is to replace the other.
            if conditions.tellApart(statement(first, braces), statement(later, braces)) {
                return
            }
            let note = (first, "it is registered first here")
            switch (isOwn(first, braces), isOwn(later, braces)) {
            case (true, true): tell(key, "twice in one block", note, at: later)
            case (true, false) where !braces.isMeant:
                let note = (later, "this replaces it")
                tell(key, "before a block that has it, too", note, at: first)
            case (false, false) where !braces.isMeant:
                // What the braces have themselves behind both is meant.
                let isReplaced = all.last.map { isOwn($0, braces) } == true
                if isReplaced || isNested(first, later) { return }
                let outer = braces.block?.place.map { " (\($0.short))" } ?? ""
                tell(key, "by two blocks in one block\(outer)", note, at: later)
            default: break
            }
        }

        private func isOwn(_ place: Place, _ braces: Braces) -> Bool {
            makers[place] == braces.function
        }

        /// Whether the braces that have one of two modules have the other one, too.
        private func isNested(_ one: Place, _ other: Place) -> Bool {
            let homes = [makers[one], makers[other]].compactMap { $0 }
            return homes.contains { contents[$0]?.isSuperset(of: [one, other]) == true }
        }

        /// Where a module, or the block that has it, stands in braces.
        private func statement(_ place: Place, _ braces: Braces) -> Place {
            if isOwn(place, braces) { return place }
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
