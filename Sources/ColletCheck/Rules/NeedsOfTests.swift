extension Wiring {
    /// What tests ask for, and nothing registers for them: one finding for each place
    /// that asks and each block, however many tests share them.
    func missingInTests() -> [Diagnostic] {
        let told = needs.filter { $0.rank != .unknown }
        // What one edit mends is one mistake.
        let mistakes = Dictionary(grouping: told) { need -> [AnyHashable] in
            let changed = need.blockSite ?? need.test.site
            return [need.request.key, need.rank, need.place, changed.place]
        }
        return mistakes.values.map { same in
            finding(same.sorted { $0.test.place < $1.test.place })
        }
    }

    /// The tests of which it can't be told whether they get all that they need.
    var openTests: Set<Place> {
        Set(needs.filter { $0.rank == .unknown }.map(\.test.place))
    }

    private func finding(_ needs: [Need]) -> Diagnostic {
        let (need, others) = (needs[0], needs.dropFirst())
        let isCertain =
            need.rank == .certain && !mayBeRegisteredUnread(need.request.key.type)
        let what =
            need.isOutside
            ? "but nothing registers it where this runs"
            : "which its block doesn't register"
        let more = others.isEmpty ? "" : " (and \(count(others, "more test")))"
        let verb = need.rank == .certain ? "asks for" : "may ask for"
        let start = "'\(need.test.name)' \(verb) \(need.request.key), \(what)"
        let fix = "; to fix, \(cast(for: need))\(cure(need))"
        let end = need.rank == .certain ? fix : ", if it gets there"
        let also = others.prefix(3).map {
            ($0.test.place, "'\($0.test.name)' \(verb) it, too")
        }
        let shared = others.isEmpty ? nil : need.blockSite
        let site = shared?.isInTests == true ? shared! : need.test.site
        let severity = isCertain ? Diagnostic.Severity.error : .note
        return Diagnostic(
            rule: .needs, severity: severity, site: site, message: start + more + end,
            notes: need.path + also, tests: needs.map(\.test.path))
    }

    /// Whether a file that is not read may register what tests lack.
    private func mayBeRegisteredUnread(_ type: TypeName) -> Bool {
        leftOut.filter(\.site.isReported).contains { file in
            file.reason.asksForBuild || file.mayRegister(type)
        }
    }

    private func type(_ need: Need) -> String {
        types.spelling(of: need.request.key.type, in: need.test.site.module)
    }

    private func module(_ need: Need) -> String {
        let key = need.request.key
        return "\(call(registering: key.type))\(key.name.argument) { … as \(type(need)) }"
    }

    /// What to do where a fake may be meant that is registered as what it is.
    private func cast(for need: Need) -> String {
        if need.isOutside { return "" }
        let key = need.request.key
        let fake = need.registered.first { fake in
            let isOfKind = types.kinds(of: fake.key.type).contains(key.type)
            // Somebody may ask for the very type that is registered.
            let isMeant = requests.contains { $0.key == fake.key }
            return fake.key.name == key.name && isOfKind && !isMeant
        }
        guard let fake else { return "" }
        let cast = "write 'as \(type(need))' where \(fake.key) is registered"
        return "\(cast) (\(fake.place.short)), or "
    }

    private func cure(_ need: Need) -> String {
        let module = module(need)
        if let block = need.block, block.site.isInTests {
            return "add to '\(block.name)' (\(block.place.short)): \(module)"
        }
        if !need.isOutside {
            let place = need.container.map { " (\($0.place.short))" } ?? ""
            return "add to its block\(place): \(module)"
        }
        // What is made before a test begins, no block of the test is for.
        let owner = need.request.owner?.name.description ?? "it"
        let isAskedInTest =
            need.request.usedProperty == nil && need.request.site.isInTests
        let make = isAskedInTest ? "ask for it" : "create \(owner)"
        if need.isDetached {
            let what = action(for: need.request)
            return "\(what) before the task, thread or queue, in a block that has it"
        }
        if need.hasBlock { return "\(make) within its block" }
        // A test has one block, so that has all that it lacks.
        let all = needs.filter {
            $0.isOutside && $0.rank == .certain && $0.test.place == need.test.place
        }
        let modules = all.map(self.module).joined(separator: "; ")
        // An isolation would leave out what the test has registered for the process.
        let scope = need.hasOthers ? "override" : "isolate"
        // An object may be made elsewhere in the case.
        let what = need.request.usedProperty == nil ? "run it" : "create \(owner)"
        return need.test.isOfXCTest
            ? "\(what) in a block: Dependencies { \(modules) }.\(scope) { … }"
            : "give the test a block: .dependencies { \(modules) }"
    }
}
