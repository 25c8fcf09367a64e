/// Who registers a key and who asks for it, with the way from a root to each: `--why`.
struct Why {
    private let runs: PackageRuns
    private let name: String
    private(set) var text = ""

    /// - Parameter name: A type or a key, as messages or code have it: `Clock named "utc"`.
    init(_ runs: PackageRuns, _ name: String) throws {
        self.runs = runs
        self.name = Key(type: name).description
        for program in runs.programs { add("program \(program.name)", program.runs) }
        add("the tests", runs.tests)
        add("code of no program", [runs.rest].compactMap(\.self))
        if text.isEmpty {
            let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
            throw UnknownName(
                description: "nothing registers '\(name)' or asks for it\(hint)")
        }
        text += ForeignFunctions(runs.roots).text
    }

    /// The key that may be meant, if the name is misspelt.
    private var nearest: String? {
        let keys =
            Registered(runs.roots).all.map(\.key)
            + runs.visits(in: runs.roots).map(\.key)
        let near = Set(keys.map(\.description)).filter {
            $0.distance(to: name) <= name.count / 2
        }
        return near.min { ($0.distance(to: name), $0) < ($1.distance(to: name), $1) }
    }

    private mutating func add(_ title: String, _ roots: [RootRun]) {
        let all = roots.flatMap { registrations(in: $0) + requests(in: $0) }
        let read = Set(all.filter { $0.kind == .request }.map(\.place))
        let mentions = all.filter { $0.kind != .unread || !read.contains($0.place) }
        if mentions.isEmpty { return }
        text += "\(name) in \(title):\n"
        let grouped = Dictionary(grouping: mentions, by: \.head)
        for (_, mentions) in grouped.sorted(by: { $0.value[0] < $1.value[0] }) {
            text += mentions[0].text(in: mentions.compactMap(\.test))
        }
    }

    // MARK: Mentions

    private func registrations(in root: RootRun) -> [Mention] {
        root.journal.events.filter { !$0.isVerifying }.compactMap { event in
            guard case .registered(let registration, _, _) = event.kind else {
                return nil
            }
            guard isMeant(registration.key) else { return nil }
            let kind = root.containers[event.container]?.kind
            let words = ["registered here"] + registration.remarks(in: kind)
            return Mention(
                place: place(of: registration, in: root), kind: .registration,
                words: words.joined(separator: ", "), steps: event.steps(runs),
                test: root.test)
        }
    }

    private func requests(in root: RootRun) -> [Mention] {
        runs.visits(in: root).filter { isMeant($0.key) }.map { visit in
            let isUnread = visit.request.form == .unread
            let who =
                runs.owner(of: visit) + (isUnread ? " never reads this" : " asks here")
            return Mention(
                place: visit.place, kind: isUnread ? .unread : .request,
                words: "\(who): \(outcome(of: visit))",
                steps: visit.event.steps(runs), test: root.test)
        }
    }

    /// What the request gets.
    private func outcome(of visit: Visit) -> String {
        let answers = visit.request.answers.map(\.registration)
        let places = answers.map { place(of: $0, in: visit.root) }
        let names = Set(places).sorted().map(\.short).joined(separator: ", ")
        switch visit.answer {
        case .answered: return names.isEmpty ? "nothing, as it may" : "gets \(names)"
        case .missing: return "nothing is registered"
        case .onSomeWays: return "gets \(names) on some ways only"
        case .open: return "what is registered can't be told"
        case .unplaced: return "which container it asks can't be told"
        case .untyped: return "which type it asks for can't be told"
        }
    }

    /// What the macro of a test wrote stands at the test.
    private func place(of registration: Registration, in root: RootRun) -> Place {
        registration.place.flatMap(runs.sources.written) ?? root.place ?? .unknown
    }

    /// Whether a key is meant, or one of an optional or an array of it.
    private func isMeant(_ key: Key) -> Bool {
        let inner = key.argument(of: "Optional") ?? key.argument(of: "Array") ?? key.type
        let types = [key.type, inner]
        let keys = types.flatMap { [Key(type: $0, name: key.name), Key(type: $0)] }
        let names = keys.map(\.description)
        return names.contains(name) || names.contains { $0.hasSuffix(".\(name)") }
    }
}

/// A place where somebody registers a key or asks for it.
private struct Mention: Comparable {
    enum Kind: Comparable { case registration, request, unread }

    let place: Place
    let kind: Kind
    let words: String
    let steps: [Finding.Note]
    /// The name of the test in which it happens.
    let test: String?

    var head: String { "\(place.inText): note: \(words)" }

    func text(in tests: [String]) -> String {
        let others = Set(tests).count - 1
        let more = others > 0 ? " and \(others) more" : ""
        let first = tests.first.map { ", in \($0)\(more)" } ?? ""
        return ([head + first] + steps.lines).map { $0 + "\n" }.joined()
    }

    static func == (left: Mention, right: Mention) -> Bool { left.head == right.head }

    static func < (left: Mention, right: Mention) -> Bool {
        (left.kind, left.place, left.words) < (right.kind, right.place, right.words)
    }
}

extension RootRun {
    /// The name, if it is a test.
    fileprivate var test: String? { purpose == .test ? path : nil }
}

/// The functions of other modules that weren't followed, as there is no SIL of them.
private struct ForeignFunctions {
    private var names: [String: Set<String>] = [:]

    init(_ roots: [RootRun]) {
        let symbols = roots.reduce(into: Set<String>()) {
            $0.formUnion($1.journal.unknownSymbols)
        }
        for symbol in symbols {
            guard let module = SILFile.module(of: symbol) else { continue }
            if !Self.platform.contains(module) {
                names[module, default: []].insert(demangled(symbol))
            }
        }
    }

    /// What comes with the compiler is known by name, or has nothing to do with modules.
    private static let platform: Set = [
        "Collet", "ColletTesting", "Dispatch", "Foundation", "FoundationEssentials",
        "Synchronization", "Testing", "XCTest",
    ]

    var text: String {
        names.sorted { $0.key < $1.key }.map { module, functions in
            let some = functions.sorted().prefix(3).joined(separator: ", ")
            let others = functions.count - 3
            let rest = others > 0 ? " and \(others) more" : ""
            return
                "note: \(module) is foreign, as there is no SIL of it: \(some)\(rest)\n"
        }.joined()
    }
}
