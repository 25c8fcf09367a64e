/// What tests ask for, and nothing registers for them.
struct Needs: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        // What one edit mends is one mistake. A test has one block, so that has all that it
        // lacks.
        let mistakes = Dictionary(grouping: runs.needs) { need in
            need.block == nil ? [need.test.path] : need.edit
        }
        return mistakes.values.map { finding($0.sorted { $0.order < $1.order }, runs) }
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
        let others = Dictionary(grouping: needs) { $0.test.path }.values.map { $0[0] }
            .filter { $0.test.path != first.test.path }
        let also = others.sorted { $0.order < $1.order }.prefix(3).map { need in
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

    let test: RootRun
    let visit: Visit
    let isCertain: Bool
    let block: Home?

    var key: Key { visit.key }

    /// What one edit of a block mends.
    var edit: [AnyHashable] { [key, block] }

    /// The certain ones come first.
    var order: (Int, Place, String, String) {
        (isCertain ? 0 : 1, test.place ?? .unknown, test.path, key.description)
    }
}

extension PackageRuns {
    /// What tests lack, but for what findings about programs say already.
    fileprivate var needs: [Need] {
        // What any test registers for the process may be there.
        let forProcess = Registered(registrations: tests.flatMap(\.registrations))
        var told: Set<Visit.ID> = [], misspelt: Set<Key> = []
        for program in programs {
            let judge = MissingInProgram(program, self)
            for lack in judge.lacks where lack.severity < .note {
                told.insert(lack.visit.id)
                if judge.isMisspelt(lack.visit.key) { misspelt.insert(lack.visit.key) }
            }
        }
        return tests.flatMap { test in
            let all = visits(in: test).compactMap { visit -> Need? in
                let isTold = told.contains(visit.id) || misspelt.contains(visit.key)
                let mayBeThere =
                    visit.request.reachesProcess && forProcess.mayHave(visit.key)
                return isTold || mayBeThere ? nil : need(visit, of: test)
            }
            // Each once, as sure as can be.
            let sure = all.map { ($0.edit, $0) }
            return Dictionary(sure) { $0.isCertain ? $0 : $1 }.values
        }
    }

    private func need(_ visit: Visit, of test: RootRun) -> Need? {
        let isLacking = [.missing, .onSomeWays].contains(visit.answer)
        guard visit.request.form == .one, isLacking else { return nil }
        let chain = test.containers(from: visit.request.container)
        let isCertain = visit.answer == .missing && visit.isCertain && !visit.isBehindCut
        return Need(
            test: test, visit: visit, isCertain: isCertain,
            block: chain.lazy.compactMap { home($0.record, of: test) }.first)
    }

    /// A test's own block is to be changed, and not what the app makes within it.
    private func home(_ record: ContainerRecord, of test: RootRun) -> Need.Home? {
        if record.kind == .process { return nil }
        let places = [record.block?.place, record.place].compactMap(\.self)
        let place = places.lazy.compactMap(sources.written).first ?? test.place
        guard let place, sources.isInTests(place) else { return nil }
        return Need.Home(kind: record.kind, block: record.block, place: place)
    }
}
