/// An event, and the root in which it happens.
struct Moment {
    let event: Event
    let root: RootRun
    /// How many events of the root come before it.
    let index: Int

    /// The container in which it happens.
    var container: Container? { root.containers[event.container] }
    var kind: Container.Kind? { container?.kind }

    /// Whether the root gets there on every way.
    var isCertain: Bool {
        // Nobody knows who calls unreached code, so it runs after one undecided branch.
        event.possible == (root.isUnreached ? 1 : 0)
    }
}

extension Sequence<RootRun> {
    var moments: [Moment] {
        flatMap { root in
            root.events.enumerated().map {
                Moment(event: $1, root: root, index: $0)
            }
        }
    }

    var events: [Event] { flatMap(\.events) }
}

/// A request, as a root comes to it.
struct Visit {
    /// How it is answered, from the best answer to the worst.
    enum Answer: Comparable {
        case answered
        /// No way that was followed leads to it.
        case unvisited
        /// Answered, but something before it wasn't followed to its end.
        case cut
        /// The type that is asked for can't be told.
        case untyped
        /// The container that is asked can't be told.
        case unplaced
        /// Something unknown may be registered.
        case open
        /// The key is registered on some ways only.
        case onSomeWays
        case missing

        /// Why it can't be told what a request gets.
        func doubt(of key: Key) -> String? {
            switch self {
            case .unvisited: "no way that was followed leads here"
            case .cut: "not everything before it can be followed"
            case .untyped: "its type isn't known"
            case .unplaced: "where its object is made isn't known"
            case .open where key.name == .unknown: "its name isn't known"
            case .open: "something that isn't known may register it"
            case .onSomeWays: "it is registered on some ways only"
            case .answered, .missing: nil
            }
        }
    }

    let request: Request
    let moment: Moment
    /// Where it is written: the call, or the injected property.
    let place: Place
    /// Whether something before it wasn't followed to its end.
    var isBehindCut = false
    /// Whether a function that makes it isn't followed to its end.
    var isInPart = false
    /// Whether a request before it, which has no answer, may stop the program.
    var isBehindStop = false
    /// Whether the program certainly stops before it. Once it no longer does, something
    /// may serve it.
    var isOver = false
    /// The same request in each world.
    var worlds: [Visit] = []

    /// Identifies a request: all visits of it share this.
    struct ID: Hashable {
        let place: Place
        let key: Key
    }

    var id: ID { ID(place: place, key: key) }
    /// Identifies the code that asks for a type, and the calls to it.
    var code: [AnyHashable] {
        [key.type, place, event.way.map(\.place)]
    }
    var event: Event { moment.event }
    var isCertain: Bool { moment.isCertain }
    var root: RootRun { moment.root }
    /// The containers that may answer, from the innermost.
    var containers: [(cell: Cell, record: Container)] {
        root.containers(from: request.container)
    }
    var cells: [Cell] { containers.map(\.cell) }
    /// What its root registers in them.
    var registrations: [Registration] { root.events.registrations(in: cells) }
    var reachesProcess: Bool { containers.last?.record.kind == .process }

    /// The key that is asked for. If neither a wrapper's container nor its name is known,
    /// only its type counts, unless that says nothing.
    var key: Key {
        let isKnown = request.container != nil || request.key.name != .unknown
        let isNamed =
            isKnown || !request.key.isOfSome && request.key.type.isPlain
        return isNamed ? request.key : Key(type: request.key.type)
    }

    var answer: Answer {
        let answer = answerIfReached
        return isBehindStop && Answer.cut...Answer.open ~= answer ? .unvisited : answer
    }

    /// The `reset()` before it, or before another moment, that removes the registration
    /// of its key.
    func reset(before end: Int? = nil) -> Event? {
        let cells = cells
        let all = root.events.prefix(end ?? moment.index).filter {
            cells.contains($0.container)
        }.filter { $0.isReset || $0.registration?.key.matches(key) == true }
        let isRemoved = all.last?.isReset == true && all.contains { !$0.isReset }
        return isRemoved ? all.last : nil
    }

    /// The event that makes the property that asks, or that asks without one.
    var creation: Event {
        root.events[..<moment.index].last {
            guard case .injected(_, request.key) = $0.kind else { return false }
            return $0.container == request.container
        } ?? event
    }

    /// Whether the request has no answer, so the code that makes it stops.
    var isStop: Bool { request.form == .one && answer == .missing }

    /// Whether it certainly comes, and lacks its only answer in a world.
    var lacksInput: Bool {
        guard request.form == .one, request.answers.count == 1, isCertain else {
            return false
        }
        return root.differsByInput && worlds.contains { $0.answer == .missing }
    }

    private var answerIfReached: Answer {
        if request.container == nil { return .unplaced }
        if key.isTypeUnknown { return .untyped }
        let isOpen = request.isOpen && (isOfSome || !request.isAnswered)
        if isOpen { return .open }
        if isOfSome || request.isAnswered {
            return isBehindCut || isInPart ? .cut : .answered
        }
        if request.answers.isEmpty { return .missing }
        let areSame = request.answers.allSatisfy {
            $0.registration.key.matches(key) == true
        }
        // An answer that isn't known where the ways have met may be known in each world.
        let inWorlds = worlds.map(\.answer).unique
        return inWorlds.count == 1 ? inWorlds[0] : areSame ? .onSomeWays : .open
    }

    /// Whether it asks for an optional or an array, which nothing needs to serve.
    private var isOfSome: Bool {
        request.form == .unread ? key.mayBeAbsent : request.form != .one
    }
}

extension PackageRuns {
    /// The visits of several roots. Unreached code, requests that no way leads to and
    /// properties that nothing reads count only where nothing else asks.
    func visits(in roots: [RootRun]) -> [Visit] {
        roots.flatMap(visits).without { $0.root.isUnreached }
            .without { $0.answer == .unvisited }.without { $0.request.form == .unread }
    }

    /// The visits of a root.
    func visits(in root: RootRun) -> [Visit] {
        visited.value(for: ObjectIdentifier(root)) { newVisits(in: root) }
    }

    private func newVisits(in root: RootRun) -> [Visit] {
        let mayStop = root.purpose == .program || root.isTest
        let worlds = Dictionary(grouping: root.worlds.flatMap(newVisits), by: \.id)
        let main = root.isUnreached ? root.program.map { programs[$0].runs[0] } : nil
        let isNeverRun = main?.stops == true
        var isCut = false, hasEnded = false
        // How many undecided branches stand around the request without an answer.
        var stop = Int.max
        return [root].moments.compactMap { moment in
            let possible = moment.event.possible
            if possible < stop { stop = .max }
            switch moment.event.kind {
            case .cut: isCut = true
            case .registered where moment.event.isEnd: hasEnded = true
            case .asked(let request) where !hasEnded:
                let way = moment.event.way
                var visit = Visit(
                    request: request, moment: moment, place: place(of: moment),
                    isBehindCut: isCut,
                    isInPart: way.contains { root.journal.parts.contains($0.symbol) },
                    isBehindStop: stop < .max)
                if !worlds.isEmpty { visit.worlds = worlds[visit.id] ?? [] }
                if visit.isStop, mayStop { stop = min(stop, possible) }
                let isAfterStop = stop == 0 && request.form != .one || isNeverRun
                visit.isOver = isAfterStop && mayBeServed(visit.key)
                return visit
            default: break
            }
            return nil
        }
    }

    /// Whether any module of the programs has a key, or a part of an optional or array.
    private func mayBeServed(_ key: Key) -> Bool {
        made.contains { (key.isOfSome ? key.isMade(of: $0) : key.matches($0)) == true }
    }

    /// Where a place is written. If a test's macro wrote it, that is the test.
    func home(of place: Place?, in root: RootRun) -> Place {
        sources.written(place) ?? root.place ?? .unknown
    }

    /// Where the code that ran is written: a macro's code stands where the macro does.
    func place(of moment: Moment) -> Place {
        let places = [moment.event.place] + moment.event.way.reversed().map(\.place)
        return places.lazy.compactMap(sources.written).first ?? moment.root.place
            ?? .unknown
    }
}

extension RootRun {
    /// Whether it certainly stops, or asks for one thing that nothing registers.
    fileprivate var stops: Bool {
        events.contains { event in
            guard event.isCertain, let request = event.request else {
                return event.isStop
            }
            return request.isMissing && request.form == .one && !request.key.isTypeUnknown
        }
    }
}

extension Event {
    /// Whether the program stops here, where a module returns nothing.
    var isEnd: Bool {
        guard case .registered(let module, true, _) = kind else { return false }
        return module.key.type == "()" && isCertain
    }
}

extension [Visit] {
    /// Leaves out visits of a minor kind where others ask.
    fileprivate func without(_ isMinor: (Visit) -> Bool) -> [Visit] {
        let asked = Set(filter { !isMinor($0) }.map(\.place))
        return filter { !isMinor($0) || !asked.contains($0.place) }
    }
}
