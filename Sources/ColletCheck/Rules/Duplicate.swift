extension PackageRuns {
    /// Two registrations of one key, neither of which is meant to replace the other: in
    /// the same braces, or in two blocks side by side.
    var duplicates: [Finding] {
        var search = Duplicates(self)
        let others = programs.isEmpty ? rest : []
        for moment in (programRoots + tests + others).moments { search.follow(moment) }
        return search.found
    }
}

private struct Duplicates {
    /// The blocks that only overrides, isolations and containers use. Layers in them are
    /// intended.
    private let entered: Set<Block>
    /// The blocks whose braces run.
    private var open: [Block] = []
    /// The making of each module, by the module's place.
    private var makers: [Place: Event] = [:]
    /// Where each nested block stands in the braces around it.
    private var statements: [Block: Place] = [:]
    private var homes: [Place: Block] = [:]
    /// Where the running test stands.
    private var test: Place?
    /// The places in traits' braces that have been reported.
    private var ofTraits: Set<Place> = []
    private let runs: PackageRuns
    private(set) var found: [Finding] = []

    init(_ runs: PackageRuns) {
        let uses = Dictionary(grouping: runs.events.compactMap(\.blockUse), by: \.use)
            .mapValues { $0.compactMap(\.block) }
        self.runs = runs
        entered = Set(uses[.entered] ?? []).subtracting(uses[.registered] ?? [])
    }

    mutating func follow(_ moment: Moment) {
        if moment.index == 0 { open = [] }
        test = moment.root.place
        let event = moment.event
        switch event.kind {
        case .blockCreated(let block): open.append(block)
        case .blockUsed(let block?, .nested): statements[block] = event.place
        case .moduleCreated(let registration):
            if let place = registration.place { makers[place] = event }
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

    /// Compares the registrations that the same braces have without a condition.
    private mutating func compare(_ parts: [[Registration]], in moment: Moment) {
        // In the blocks of overrides, isolations and containers, nested blocks may
        // replace each other on purpose. In a test, a block of fakes follows the app's
        // block to replace it.
        let isMeant =
            open.last.map(entered.contains) == true || moment.root.isTest
        let event = moment.event
        let known = parts.flatMap(\.self).filter(\.key.isKnown)
        for (key, same) in Dictionary(grouping: known, by: \.key) {
            let places = same.compactMap(\.place)
            let own = places.filter { makers[$0]?.braces == event.braces }
            let isReplaced = moment.isCertain && own.last != places.last
            for later in places.dropFirst() where areApart(places[0], later, own) {
                let note = (places[0], "it is registered first here")
                switch (own.contains(places[0]), own.contains(later)) {
                case (true, true):
                    // Two implementations of a protocol may both be meant.
                    let name =
                        key.type.hasPrefix("any ")
                        ? ", or give one of them another name" : ""
                    tell(key, "twice in one block", note, at: later, name)
                case (let isOwn, false)
                where isReplaced && isLost(isOwn, places[0], to: later, event):
                    let note = (later, "this replaces it")
                    tell(
                        key, "before a block that has it, too", note, at: places[0],
                        ", or move it behind that block",
                        mayStop: isFake(places[0], later))
                case (false, false) where isReplaced && !isMeant:
                    // If one block has both, that is intended.
                    let isNested = parts.contains {
                        Set($0.map(\.place)).isSuperset(of: [places[0], later])
                    }
                    if isNested { continue }
                    tell(
                        key,
                        "by two blocks in one block\((open.last?.place).inBrackets)",
                        note, at: later)
                default: break
                }
            }
        }
    }

    /// Whether a registration that stands in the braces, or that a test has as a fake,
    /// isn't meant to be replaced by a later block.
    private func isLost(
        _ isOwn: Bool, _ place: Place, to later: Place, _ event: Event
    ) -> Bool {
        if !isOwn { return isFake(place, later) }
        // A module from a caller may be meant to replace one that is there for other
        // callers.
        guard let maker = makers[later], maker.owner == nil else { return true }
        return maker.way.starts(with: event.way.dropLast()) { $0.symbol == $1.symbol }
    }

    /// Whether a test's module is replaced by one of the app's.
    private func isFake(_ place: Place, _ later: Place) -> Bool {
        [place, later].map { runs.sources.isInTests(home(of: $0)) } == [true, false]
    }

    /// Whether two modules have different places and are in the same builds. A module
    /// that only some builds add is there to replace the other.
    private func areApart(_ one: Place, _ other: Place, _ own: [Place])
        -> Bool
    {
        // Where a module, or the block that has it, stands in the braces.
        let standing = [one, other].map { place in
            let home = own.contains(place) ? nil : homes[place]
            return home.flatMap { statements[$0] } ?? place
        }
        return one != other && !runs.conditions.tellApart(standing[0], standing[1])
    }

    private mutating func tell(
        _ key: Key, _ how: String, _ note: Finding.Note, at place: Place,
        _ other: String = "", mayStop: Bool = false
    ) {
        // A suite's braces run once for each test.
        if place.isMacro, !ofTraits.insert(place).inserted { return }
        found.append(
            Finding(
                rule: .duplicate, place: home(of: place),
                message: """
                    \(key) is registered \(how); the later registration replaces the \
                    earlier one; to fix, remove one of them\(other)
                    """, notes: [(home(of: note.place), note.message)],
                mayStop: mayStop))
    }

    /// Where a macro stands that wrote the code: a trait's is the test.
    private func home(of place: Place) -> Place {
        runs.sources.written(place) ?? test ?? place
    }
}

extension Event {
    /// The function whose braces run.
    fileprivate var braces: String { way.last?.symbol ?? "" }
}

extension Key {
    /// Whether its type and its name can both be told.
    var isKnown: Bool { !isTypeUnknown && name != .unknown }
}
