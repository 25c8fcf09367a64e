extension PackageRuns {
    /// Unanswered requests of tests.
    var lacksOfTests: [Finding] {
        // Needs that one edit mends are one mistake. A test has one block for everything
        // that it lacks; a suite whose tests have no block lacks one of its own.
        let served = tests.filter { hasBlock($0) || !$0.registrations.isEmpty }
        let suites = Set(served.map(\.suite))
        let mistakes = Dictionary(grouping: needs) { need in
            if need.block != nil { return need.edit }
            // The initial values of a suite's properties are made for each of its tests.
            if need.visit.event.wayToInitialValue != nil {
                return need.edit + [String(need.test.path.prefix { $0 != "/" })]
            }
            let suite = suites.contains(need.test.suite) ? nil : need.test.suite
            return [suite ?? need.test.path]
        }
        return mistakes.values.map { finding($0.sorted { $0.order < $1.order }) }
    }

    private func finding(_ needs: [Need]) -> Finding {
        let need = needs[0]
        let same = needs.filter { $0.severity == need.severity }
        let tests = same.map(\.test.path).unique
        let allTests = needs.map(\.test.path).unique
        let own = same.filter { $0.test.path == tests[0] }
        let keys = own.map(\.key.description).unique.list
        let verb = need.isCertain ? "asks for" : "may ask for"
        let reset = need.visit.reset()
        let lack =
            reset != nil
            ? "which reset() removes"
            : need.block == nil
                ? "but nothing registers it where this runs"
                : "which its block doesn't register"
        let others = [
            count(tests.count - 1, "more test"),
            "\(allTests.count - tests.count) more may",
        ].filter { !$0.hasPrefix("0") }.joined(separator: ", and ")
        let more = others.isEmpty ? "" : " (and \(others))"
        let fix = need.isCertain ? "; to fix, \(cure(of: needs))" : ""
        let end = need.doubt + fix
        // The place that several tests share, or else the test.
        let place = tests.count > 1 ? reset?.place ?? need.block?.place : nil
        return Finding(
            rule: .needs, severity: need.severity,
            place: place ?? need.test.place ?? need.visit.place,
            message: "'\(need.test.title)' \(verb) \(keys), \(lack)\(more)\(end)",
            notes: notes(needs, allTests), tests: tests, subject: keys + tests[0])
    }

    private func notes(_ needs: [Need], _ tests: [String]) -> [Finding.Note] {
        let first = needs[0]
        let asks = needs.filter { $0.test.path == tests[0] }.map { need -> Finding.Note in
            let name = properties[need.visit.place]?.lastName
            let property = name.map { " ('\($0)')" } ?? ""
            return (need.visit.place, "asks for \(need.key)\(property)")
        }
        let also = tests.dropFirst().prefix(3).map { path in
            let need = needs.first { $0.test.path == path }!
            let verb = need.isCertain ? "asks" : "may ask"
            let what = need.key == first.key ? "it" : need.key.description
            return (
                need.test.place ?? .unknown,
                "'\(need.test.title)' \(verb) for \(what), too"
            )
        }
        return first.visit.event.steps(self) + asks + also
    }

    // MARK: Finding them

    /// The needs of tests, except those that findings about programs tell already.
    private var needs: [Need] {
        // Anything that some test registers for the process may be there.
        let forProcess = Registered(tests.flatMap(\.registrations))
        // A key that a program may lack doesn't hide one that a test certainly lacks.
        var told: Set<AnyHashable> = [], toldAsErrors: Set<AnyHashable> = []
        for judge in judges.prefix(programs.count) {
            for lack in judge.lacks where lack.severity < .note {
                let key = lack.visit.key
                var subjects: [AnyHashable] = [lack.visit.id]
                if judge.nearest(to: key)?.isMisspelt == true { subjects.append(key) }
                told.formUnion(subjects)
                if lack.severity == .error { toldAsErrors.formUnion(subjects) }
            }
        }
        let kits = tests.events.compactMap(\.blockEnd).filter { block, _ in
            block.name != nil && sources.isInTests(block.place)
        }.map { ($0, Set($1.map(\.key))) }.filter { $1.count > 1 }
        return tests.flatMap { test in
            var all = visits(in: test).compactMap { need($0, forProcess) }.filter {
                let told = $0.isCertain ? toldAsErrors : told
                return told.isDisjoint(with: [$0.visit.id, $0.key])
            }
            let lacking = Set(all.map(\.key))
            for (kit, keys) in kits where keys.isSubset(of: lacking) {
                for index in all.indices where keys.contains(all[index].key) {
                    guard all[index].cure == nil, let block = all[index].block?.words
                    else { continue }
                    all[index].cure = "nest \(kit.words(else: "")) in \(block)"
                }
            }
            // Each one once, as sure as can be.
            return Dictionary(all.map { ($0.edit + [$0.key.description], $0) }) {
                $0.isCertain ? $0 : $1
            }.values
        }
    }

    /// - Parameter forProcess: Other registrations that may be there.
    func need(_ visit: Visit, _ forProcess: Registered? = nil) -> Need? {
        guard visit.request.form == .one, visit.answer >= .onSomeWays else { return nil }
        let blocks = visit.containers.compactMap {
            cell, record -> (String, Place, Place)? in
            if record.kind == .process { return nil }
            let home = home(of: record.place, in: visit.root)
            let place = sources.written(record.block?.place) ?? home
            let isOfTest = [home, place].contains(where: sources.isInTests)
            // Nothing around an isolation reaches the code in it.
            guard isOfTest || record.kind == .isolation else { return nil }
            let words = (record.block ?? Block()).words(
                else: visit.root.noun(of: record), at: place)
            // The test lacks what it asks for, and not the app, or a helper that doesn't
            // see the type. What it verifies is the app's.
            let isOthers = !sources.isInTests(place) || !sees(visit.key, from: place)
            let isAround = isOthers && isOfTest && !visit.event.isVerifying
            let isOutside =
                isAround && !needs(cell, visit, [visit.key], visit.root.events)
            let start = isOutside ? "a block around " : ""
            return (start + words, place, home)
        }
        let isCertain =
            visit.answer == .missing && visit.isCertain && !visit.isBehindCut
        let mayBeThere = visit.reachesProcess && forProcess?.mayHave(visit.key) == true
        let doubt = isCertain ? "" : ", if it gets there"
        // A container inside has the key only for its own code, so the cure is to ask
        // there, unless that is a decorator. In a test without a block, an override or
        // isolation inside is the same.
        let others = [visit.root].moments.filter { moment in
            moment.event.registration.map {
                $0.key.matches(visit.key) == true && !visit.isMade(by: $0)
            } == true
        }
        let held = others.first {
            ($0.kind == .held || blocks.isEmpty && $0.event.isBrought)
                && $0.container?.around == visit.request.container
        }
        return Need(
            visit: visit, severity: isCertain ? mayBeThere ? .warning : .error : .note,
            doubt: mayBeThere ? ", unless another test did" : doubt,
            block: blocks.first,
            cure: visit.reset().map {
                "register what it needs again after reset()\($0.place.inBrackets)"
            }
                ?? held.map {
                    """
                    \(making(for: visit) ?? "ask for it") in the closure or \
                    container\(($0.container?.place).inBrackets)
                    """
                } ?? reordering(for: visit)
                ?? (blocks.isEmpty ? recursing(for: visit) : nil))
    }
}

extension RootRun {
    /// What to call a block without a name. Of several traits' blocks, the last counts.
    fileprivate func noun(of record: Container) -> String {
        if record.kind == .held { return "the container's block" }
        let traits = containers.values.count { $0.place == place }
        let isOneOfMany = traits > 1 && record.place == place
        return isOneOfMany ? "the last of its blocks" : "its block"
    }

    /// `test()` of `Suite/test()`.
    fileprivate var title: String {
        String(name.split(separator: "/").last ?? "")
    }
}

/// A request that a test makes and nothing answers there.
struct Need {
    let visit: Visit
    /// An error, or if another test may register it, a warning: alone, the test stops. If
    /// the test may not get there, a note.
    let severity: Finding.Severity
    /// Why it may be answered after all, or nothing.
    let doubt: String
    /// The block to change, and where it is used: a test's own, and not one that the app
    /// makes within it.
    let block: (words: String, place: Place, home: Place)?
    /// A cure that mends several needs at once.
    var cure: String?

    var test: RootRun { visit.root }
    var key: Key { visit.key }
    /// Whether the test certainly asks for it.
    var isCertain: Bool { severity != .note }

    /// Identifies the edit of a block that mends it.
    var edit: [String] { [cure ?? key.description, block?.words ?? ""] }

    /// Certain needs come first.
    var order: (Finding.Severity, Place, String, String) {
        (severity, test.place ?? .unknown, test.path, key.description)
    }
}
