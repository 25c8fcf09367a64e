/// What tests ask for, and nothing registers for them.
struct Needs: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        let told = ToldOfProgram(runs)
        let forProcess = Set(runs.tests.flatMap(\.registrations).map(\.key))
        let needs = runs.tests.flatMap { test in
            let reader = NeedReader(test, runs, forProcess: forProcess)
            return reader.needs.filter { !told.has($0) }
        }
        let (inBlocks, outside) = (
            needs.filter { $0.block != nil }, needs.filter { $0.block == nil }
        )
        // What one edit mends is one mistake.
        let shared = Dictionary(grouping: inBlocks, by: \.edit).values.map(\.self)
        // A test has one block, so that has all that it lacks.
        let alone = Dictionary(grouping: outside) { $0.test.path }.values.map(\.self)
        return (shared + alone).map { finding($0.inOrder, runs) }
    }

    private func finding(_ needs: [Need], _ runs: PackageRuns) -> Finding {
        let need = needs[0]
        let same = needs.filter { $0.isCertain == need.isCertain }
        let tests = same.map(\.test.path).unique
        let keys = same.map(\.key.description).unique
        let verb = need.isCertain ? "asks for" : "may ask for"
        let what =
            need.block == nil
            ? "but nothing registers it where this runs"
            : "which its block doesn't register"
        let more = tests.count > 1 ? " (and \(count(tests.count - 1, "more test")))" : ""
        let end =
            need.isCertain
            ? "; to fix, \(NeedCure(same, runs).text)" : ", if it gets there"
        let start = "'\(need.test.title)' \(verb) \(keys.list), \(what)"
        return Finding(
            rule: .needs, severity: need.isCertain ? .error : .note,
            place: place(of: same, runs), message: start + more + end,
            notes: notes(needs, runs), tests: tests, subject: keys.list + tests[0])
    }

    /// The block that several tests share, or the test.
    private func place(of needs: [Need], _ runs: PackageRuns) -> Place {
        let isShared = Set(needs.map(\.test.path)).count > 1
        let block = isShared ? needs[0].block?.place : nil
        return block ?? needs[0].test.place ?? needs[0].visit.place
    }

    private func notes(_ needs: [Need], _ runs: PackageRuns) -> [Finding.Note] {
        let first = needs[0]
        let own = needs.filter { $0.test.path == first.test.path }
        let asks = own.map { need -> Finding.Note in
            let path = runs.properties[need.visit.place]?.split(separator: ".")
            let name = path?.last.map { " ('\($0)')" } ?? ""
            return (need.visit.place, "asks for \(need.key)\(name)")
        }
        var others: [String: Need] = [:]
        for need in needs where need.test.path != first.test.path {
            others[need.test.path] = others[need.test.path] ?? need
        }
        let also = others.values.sorted(by: Need.areInOrder).prefix(3).map { need in
            let verb = need.isCertain ? "asks" : "may ask"
            return (
                need.test.place ?? .unknown, "'\(need.test.title)' \(verb) for it, too"
            )
        }
        return first.visit.event.steps(runs) + asks + also
    }
}

extension RootRun {
    /// `test()` of `Suite/test()`.
    fileprivate var title: String {
        name.split(separator: "/").last.map(String.init) ?? name
    }
}

/// Something that a test asks for, and that nothing registers where it does.
struct Need {
    /// The block that is to have it.
    struct Home: Hashable {
        let kind: Container.Kind
        let block: Block?
        /// Where the block is declared, or the call or trait that has its braces.
        let place: Place
    }

    /// What one edit of a block mends.
    struct Edit: Hashable {
        let key: Key
        let home: Home?
    }

    let test: RootRun
    let visit: Visit
    let isCertain: Bool
    let block: Home?

    var key: Key { visit.key }
    var edit: Edit { Edit(key: key, home: block) }

    /// The certain ones come first.
    static func areInOrder(_ a: Need, _ b: Need) -> Bool {
        if a.isCertain != b.isCertain { return a.isCertain }
        let places = (a.test.place ?? .unknown, b.test.place ?? .unknown)
        if places.0 != places.1 { return places.0 < places.1 }
        return (a.test.path, a.key.description) < (b.test.path, b.key.description)
    }
}

extension [Need] {
    fileprivate var inOrder: [Need] { sorted(by: Need.areInOrder) }
}

/// Reads what a test lacks.
private struct NeedReader {
    let test: RootRun
    let runs: PackageRuns
    /// What any test registers for the process, which may be there.
    let forProcess: Set<Key>

    init(_ test: RootRun, _ runs: PackageRuns, forProcess: Set<Key>) {
        self.test = test
        self.runs = runs
        self.forProcess = forProcess
    }

    /// Each key and block once, as sure as can be.
    var needs: [Need] {
        let all = runs.visits(in: test).compactMap(need)
        return Dictionary(all.map { ($0.edit, $0) }) { $0.isCertain ? $0 : $1 }.values
            .sorted(by: Need.areInOrder)
    }

    private func need(_ visit: Visit) -> Need? {
        guard visit.request.form == .one, isLacking(visit) else { return nil }
        let chain = test.containers(from: visit.request.container)
        let isCertain = visit.answer == .missing && visit.isCertain && !visit.isBehindCut
        return Need(
            test: test, visit: visit, isCertain: isCertain,
            block: chain.lazy.compactMap { home($0.record) }.first)
    }

    private func isLacking(_ visit: Visit) -> Bool {
        let answer = visit.answer
        guard answer == .missing || answer == .onSomeWays else { return false }
        let mayBeThere = forProcess.contains { $0.matches(visit.key) != false }
        return !(visit.request.reachesProcess && mayBeThere)
    }

    /// A test's own block is to be changed, and not what the app makes within it.
    private func home(_ record: ContainerRecord) -> Need.Home? {
        if record.kind == .process { return nil }
        let places = [record.block?.place, record.place].compactMap(\.self)
        let place = places.lazy.compactMap(runs.sources.written).first ?? test.place
        guard let place, runs.sources.isInTests(place) else { return nil }
        return Need.Home(kind: record.kind, block: record.block, place: place)
    }
}

/// What findings about programs say already.
private struct ToldOfProgram {
    private var lacks: Set<Visit.ID> = []
    private var misspelt: Set<Key> = []

    init(_ runs: PackageRuns) {
        for program in runs.programs {
            let judge = MissingInProgram(program, runs)
            for lack in judge.lacks where lack.severity < .note {
                lacks.insert(lack.visit.id)
                if judge.isMisspelt(lack.visit.key) { misspelt.insert(lack.visit.key) }
            }
        }
    }

    func has(_ need: Need) -> Bool {
        let id = need.visit.id
        return lacks.contains(id) || misspelt.contains(need.key)
    }
}
