import Synchronization
import TestSupport

@testable import ColletCheck

/// The events of a program's or a test's run, beside those that the interpreter foresaw.
///
/// Every event must have been foreseen, with its key, place and container. Every certain
/// event must have happened, unless the program stopped before. Both are compared as
/// sets, because tasks and threads have no order.
struct Comparison {
    /// Events that happened and weren't foreseen, or the other way round.
    private(set) var differences: [String] = []
    /// How many kinds of events happened, and how many of them couldn't be told, as the
    /// interpreter said itself.
    private(set) var happened = 0, untold = 0
    /// How many events were certain.
    private(set) var certain = 0

    private let notes: [Note]
    private let isStopped: Bool
    private let root: Foreseen
    private var pairs: [Pair: Bool] = [:]

    /// A container of the run, and one of the interpreter's.
    private struct Pair: Hashable {
        let number: Int
        let cell: Cell
    }

    init(_ run: Run, isStopped: Bool, of root: RootRun) {
        notes = Set(Note.all(in: run.error)).filter { $0.kind != .written }
            .sorted { "\($0)" < "\($1)" }
        self.isStopped = isStopped
        self.root = Foreseen(root)
        compareWhatHappened()
        compareWhatWasCertain()
    }

    // MARK: Events that happened

    private mutating func compareWhatHappened() {
        let events = Dictionary(grouping: root.events) { $0.kind }
        happened = notes.count
        for note in notes {
            let all = events[note.kind] ?? []
            if all.contains(where: { isForeseen(note, as: $0) }) { continue }
            if isUntold(note) {
                untold += 1
            } else {
                let near = all.first { $0.site == note.place }
                let other = near.map { ", but \($0)" } ?? ""
                differences.append("not foreseen: \(note.summary)\(other)")
            }
        }
    }

    private mutating func isForeseen(_ note: Note, as event: ForeseenEvent) -> Bool {
        guard event.kind == note.kind, event.site == note.place else { return false }
        guard event.answer == note.answer, event.mayBe(note) else { return false }
        return isContainer(event.containers, of: note)
    }

    /// Whether the interpreter said that it can't tell which key is asked for there, or
    /// which one is registered.
    private func isUntold(_ note: Note) -> Bool {
        let asks = { (site: String) in root.openRequests.contains(site) }
        if note.kind == .asked {
            return root.unknownAsks.contains { $0.mayBe(note.typeWords) }
        }
        if note.kind == .answered, asks(note.place) { return true }
        if note.kind == .answered, asksUnknown(note.place) { return true }
        let answers = notes.filter { $0.kind == .answered && $0.answer == note.place }
        let isAsked = answers.contains { asks($0.place) || asksUnknown($0.place) }
        if note.kind == .made, isAsked { return true }
        let kinds = note.containers.map(\.kind.rawValue)
        return root.opened.contains { kinds.suffix($0.count) == $0[...] }
    }

    /// Whether something unknown asks at a place.
    private func asksUnknown(_ site: String) -> Bool {
        notes.contains { note in
            note.kind == .asked && note.place == site
                && root.unknownAsks.contains { $0.mayBe(note.typeWords) }
        }
    }

    // MARK: Certain events

    private mutating func compareWhatWasCertain() {
        if !isStopped, let stop = root.stop {
            differences.append("not stopped: \(stop.message)")
        }
        // The program may have stopped at the first event that may stop it.
        let end = isStopped ? root.firstThatMayStop ?? 0 : root.events.count
        for event in Set(root.events.prefix(end)) where event.isCertain && event.isTold {
            certain += 1
            if notes.contains(where: { isForeseen($0, as: event) }) { continue }
            differences.append("called certain: \(event)")
        }
    }

    // MARK: Containers

    /// Whether a container can be that of a note, and so on outwards.
    private mutating func isContainer(_ cells: [Cell], of note: Note) -> Bool {
        guard cells.count == note.containers.count else { return cells.isEmpty }
        for (cell, container) in zip(cells, note.containers) {
            let pair = Pair(number: container.number, cell: cell)
            let isSame = pairs[pair] ?? isSame(container, cell)
            pairs[pair] = isSame
            if !isSame { return false }
        }
        return true
    }

    /// Whether both have the same kind, and began with the same registrations.
    private func isSame(_ container: Note.Container, _ cell: Cell) -> Bool {
        guard root.kind(of: cell) == container.kind.rawValue else { return false }
        let brought = notes.filter {
            $0.kind == .brought && $0.containers.first == container
        }
        let foreseen = root.events.filter {
            $0.kind == .brought && $0.containers.first == cell
        }
        let isOpen = root.openCells.contains(cell)
        let hasAll = foreseen.allSatisfy { event in
            !event.isAlways || brought.contains(where: event.mayBe)
        }
        let hasNoOther = brought.allSatisfy { note in
            foreseen.contains { $0.mayBe(note) }
        }
        return (isStopped || hasAll) && (isOpen || hasNoOther)
    }
}

// MARK: Events that the interpreter foresaw

/// An event of the interpreter, as the run would note it.
struct ForeseenEvent: Hashable, CustomStringConvertible {
    let kind: Note.Kind
    let site: String
    let type: TypeWords
    let name: Key.Name
    /// From the innermost outwards, or empty if that can't be told.
    let containers: [Cell]
    var answer: String?
    /// Whether it happens on every way of its root.
    let isCertain: Bool
    /// Whether the block always has it, if it is used at all.
    var isAlways = false

    /// Whether its key and its place are known.
    var isTold: Bool { !site.isEmpty && name != .unknown && !type.isUnknown }

    /// Whether the key can be that of a note.
    func mayBe(_ note: Note) -> Bool {
        guard kind != .brought || site == note.place else { return false }
        let isName = name == .unknown || name == (note.name.map { .literal($0) } ?? .none)
        return isName && type.mayBe(note.typeWords)
    }

    var description: String {
        let answer = answer.map { " by \($0)" } ?? ""
        return "\(kind) at \(site): \(type) \(name) in \(containers)\(answer)"
    }
}

/// A root's journal.
private struct Foreseen {
    private(set) var events: [ForeseenEvent] = []
    /// The first event that certainly stops the program, and how many come before.
    private(set) var stop: (index: Int, message: String)?
    /// How many events come before the first that may stop the program.
    private(set) var firstThatMayStop: Int?
    /// The places of requests whose key, container or answer can't be told.
    private(set) var openRequests: Set<String> = []
    /// The types that unknown wrappers ask for, in places that can't be told.
    private(set) var unknownAsks: [TypeWords] = []
    /// The containers in which something unknown may be registered.
    private(set) var openCells: Set<Cell> = []
    private let containers: [Cell: Container]

    init(_ root: RootRun) {
        containers = root.containers
        for event in root.journal.events {
            if case .finished = event.kind { break }
            read(event)
        }
    }

    /// The kinds of those containers and of the ones under them.
    var opened: Set<[String]> {
        Set(openCells.map { chain(from: $0).compactMap(kind) })
    }

    func kind(of cell: Cell) -> String? { containers[cell].map { "\($0.kind)" } }

    private func chain(from cell: Cell?) -> [Cell] {
        var all: [Cell] = []
        var next = cell
        while let cell = next, let container = containers[cell] {
            all.append(cell)
            next = container.parent
        }
        return all
    }

    private mutating func read(_ event: Event) {
        // Code that runs later may come after the end.
        let isCertain = event.isCertain && !event.isLater
        switch event.kind {
        case .asked(let request): read(request, isCertain: isCertain, event)
        case .registered(let registration, let isAlways, let isBrought):
            if ["()", "Never"].contains(registration.key.type), isCertain {
                stops("the closure returns nothing")
            }
            add(
                isBrought ? .brought : .added, registration, in: event.container,
                isCertain: isCertain && isAlways, isAlways: isAlways)
        case .made(let made):
            add(.made, made.registration, in: made.container, isCertain: isCertain)
        case .opened: openCells.insert(event.container)
        case .cycle(let names, let isCertainCycle):
            if isCertainCycle, isCertain { stops("cycle \(names)") } else { mayStop() }
        case .assumedMainActor: if isCertain { stops("MainActor.assumeIsolated") }
        default: break
        }
    }

    private mutating func add(
        _ kind: Note.Kind, _ registration: Registration, in cell: Cell, isCertain: Bool,
        isAlways: Bool = false
    ) {
        events.append(
            ForeseenEvent(
                kind: kind, site: registration.site,
                type: TypeWords(registration.key.type), name: registration.key.name,
                containers: chain(from: cell),
                answer: kind == .made ? registration.site : nil, isCertain: isCertain,
                isAlways: isAlways))
    }

    private mutating func read(_ request: Request, isCertain: Bool, _ event: Event) {
        if request.form == .unread { return }
        let key = request.key
        let isUnknown = key.isTypeUnknown || key.name == .unknown || request.isOpen
        if isUnknown || request.container == nil { openRequests.insert(request.site) }
        if request.site.isEmpty { unknownAsks.append(TypeWords(key.type)) }
        events.append(
            ForeseenEvent(
                kind: .asked, site: request.site, type: TypeWords(key.type),
                name: key.name, containers: chain(from: request.container),
                isCertain: isCertain))
        for answer in request.answers {
            let key = answer.registration.key
            events.append(
                ForeseenEvent(
                    kind: .answered, site: request.site, type: TypeWords(key.type),
                    name: key.name, containers: chain(from: request.container),
                    answer: answer.registration.site,
                    isCertain: isCertain && request.answers.count == 1 && answer.isCertain
                ))
        }
        if request.form == .one, !request.isAnswered { mayStop() }
        let isMissing = request.answers.isEmpty && request.form == .one && !isUnknown
        if isMissing, isCertain { stops("nothing for \(key)") }
    }

    private mutating func mayStop() {
        if firstThatMayStop == nil { firstThatMayStop = events.count }
    }

    private mutating func stops(_ message: String) {
        mayStop()
        if stop == nil { stop = (events.count, message) }
    }
}

// MARK: Types

/// The words of a type's name, without modules and without words that only one of the two
/// prints: the runtime names a protocol's arguments (`Repo<Self.Item == Int>`), and gives
/// private types an address.
struct TypeWords: Hashable, CustomStringConvertible {
    private let words: [String]
    let isUnknown: Bool

    /// The words of each type seen so far: many programs have types of the same names.
    private static let known = Mutex<[String: TypeWords]>([:])

    init(_ type: String) {
        self = Self.known.withLock { known in
            let words = known[type] ?? TypeWords(reading: type)
            known[type] = words
            return words
        }
    }

    private init(reading type: String) {
        isUnknown = type.contains("?")
        let plain = type.replacing(#/\(unknown context at \$\w+\)\./#, with: "")
            .replacing(#/\(extension in \w+\):/#, with: "")
            .replacing(#/\((\w+) in _\w+\)/#) { $0.1 }
            .replacing(#/ #\d+ in [^,>]*/#, with: "")
            .replacing(#/Self(\.\w+)+ == /#, with: "")
            .replacing(#/@[\w.]+(\(\w+\))? /#, with: "")
            .replacing(#/\b(any|some|each|repeat|Pack\{\}) ?/#, with: "")
            .replacing(#/Pack\{([^}]*)\}/#) { $0.1 }
        let tokens = plain.matches(of: #/->|`[^`]+`|[^\s<>,:()\[\]{}&.`?]+|\./#)
            .map { String($0.0) }
        words = tokens.indices.filter { index in
            let next = index + 1 < tokens.count ? tokens[index + 1] : ""
            return tokens[index] != "." && next != "."
        }.flatMap { index in
            tokens[index].filter { $0 != "`" }.split(whereSeparator: \.isWhitespace)
                .map(String.init)
        }.sorted()
    }

    func mayBe(_ other: TypeWords) -> Bool { isUnknown || words == other.words }

    var description: String { isUnknown ? "?" : words.joined(separator: " ") }
}

extension Note {
    var typeWords: TypeWords { TypeWords(type) }

    fileprivate var summary: String {
        let containers = containers.map { "\($0.kind) \($0.number)" }
        let answer = answer.map { " by \($0)" } ?? ""
        let name = name.map { " named \($0)" } ?? ""
        return "\(kind) at \(place): \(type)\(name) in \(containers)\(answer)"
    }
}
