/// Where a key is registered and asked for, with the way from a root to each: `--why`.
struct Why {
    private let runs: PackageRuns
    private let name: String
    private(set) var text = ""

    /// - Parameter name: A type or a key as in messages or code: `Clock named "utc"`.
    init(_ runs: PackageRuns, _ name: String) throws {
        self.runs = runs
        self.name = Key(type: name).description
        for program in runs.programs { add("program \(program.name)", program.runs) }
        add("the tests", runs.tests)
        add("code of no program", runs.rest)
        if text.isEmpty {
            let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
            throw Refusal("nothing registers '\(name)' or asks for it\(hint)")
        }
        text += runs.foreignModules
    }

    /// The key that may be meant, if the name is misspelt.
    private var nearest: String? {
        let keys =
            Registered(runs.roots).all.map(\.key)
            + runs.visits(in: runs.roots).map(\.key)
        let near = Set(keys.map(\.description)).map { ($0.distance(to: name), $0) }
            .min { $0 < $1 }
        return near.flatMap { $0 <= name.count / 2 ? $1 : nil }
    }

    private mutating func add(_ title: String, _ roots: [RootRun]) {
        let mentions = text(of: registrations(in: roots)) + text(of: requests(in: roots))
        if !mentions.isEmpty { text += "\(name) in \(title):\n\(mentions)" }
    }

    /// The mentions in order, with only the first of those that several tests share.
    private func text(of mentions: [Mention]) -> String {
        let same = Dictionary(grouping: mentions) {
            [$0.note.place.inText, $0.note.message]
        }
        let sorted = same.values.sorted { $0[0].note < $1[0].note }
        return sorted.flatMap { all in
            let tests = all.map(\.moment.root).filter(\.isTest).map(\.path)
                .unique
            let more = tests.count > 1 ? " and \(tests.count - 1) more" : ""
            let first = tests.first.map { ", in \($0)\(more)" } ?? ""
            let note = (all[0].note.place, all[0].note.message + first)
            return ([note] + all[0].moment.event.steps(runs)).lines
        }.map { "\($0)\n" }.joined()
    }

    // MARK: Mentions

    /// A place where a key is registered or asked for, and the moment when that happens.
    private typealias Mention = (note: Finding.Note, moment: Moment)

    private func registrations(in roots: [RootRun]) -> [Mention] {
        roots.moments.compactMap { moment in
            guard let registration = moment.event.registration,
                isMeant(registration.key), !moment.event.isVerifying
            else { return nil }
            let words = ["registered here"] + registration.remarks(in: moment.kind)
            let place = runs.home(of: registration.place, in: moment.root)
            return ((place, words.joined(separator: ", ")), moment)
        }
    }

    private func requests(in roots: [RootRun]) -> [Mention] {
        runs.visits(in: roots).filter { isMeant($0.key) }.map { visit in
            let verb = visit.request.form == .unread ? "never reads this" : "asks here"
            let words = "\(runs.owner(of: visit)) \(verb): \(outcome(of: visit))"
            return ((visit.place, words), visit.moment)
        }
    }

    /// Says what the request gets.
    private func outcome(of visit: Visit) -> String {
        if visit.answer == .missing { return "nothing is registered" }
        if visit.answer > .cut, let doubt = visit.answer.doubt(of: visit.key) {
            return doubt
        }
        let places = visit.request.answers.map {
            runs.home(of: $0.registration.place, in: visit.root)
        }
        let names = Set(places).sorted().map(\.short).joined(separator: ", ")
        return names.isEmpty ? "nothing, as it may" : "gets \(names)"
    }

    /// Whether the name means a key, or what the key's optional or array holds.
    private func isMeant(_ key: Key) -> Bool {
        let keys = [key, key.inner].flatMap { [$0, Key(type: $0.type)] }
        return keys.map(\.description).contains {
            $0 == name || $0.hasSuffix(".\(name)")
        }
    }
}

/// The modules of Collet and of the toolchain: the check knows their functions by
/// name, or they have nothing to do with registrations.
private let platform =
    """
    Collet ColletCheck ColletTesting Dispatch Foundation FoundationEssentials
    Synchronization Testing XCTest
    """.words

extension PackageRuns {
    /// Notes on other libraries' modules that weren't followed.
    fileprivate var foreignModules: String {
        let symbols = Set(roots.flatMap(\.journal.unknown))
        return Set(symbols.compactMap(SILFile.module(of:))).subtracting(platform).sorted()
            .map {
                "note: \($0) was not followed: its SIL isn't available\n"
            }.joined()
    }
}
