/// The cure for a test that lacks something.
extension PackageRuns {
    /// - Parameter needs: The needs that one edit mends: those of one key and block, or
    ///   all of a test without a block.
    func cure(of needs: [Need]) -> String {
        lazy var make = needs.map { making(for: $0.visit) ?? "ask for it" }.unique.list
        let need = needs[0]
        guard let block = need.block else { return outside(needs, make) }
        if let cure = need.cure { return cure }
        let change = change(for: need).map { "\($0), or " } ?? ""
        let modules = fakes(for: needs)
        return sees(need.key, from: block.home)
            ? "\(change)add to \(block.words): \(modules)"
            : "\(change)\(make) in a block: Dependencies { \(modules) }.override { … }"
    }

    /// Whether the module of a place can name the type.
    func sees(_ key: Key, from place: Place) -> Bool {
        let homes = code.names.declaring[key.bareType.baseName] ?? []
        return homes.isEmpty || homes.contains { sees(module: $0, from: place) }
    }

    /// Whether the module of a place can name what another module declares, if that one is
    /// known.
    func sees(module other: String?, from place: Place) -> Bool {
        let module = sources.files[place.file]?.module
        return code.files.contains {
            $0.module == module && $0.sees(other ?? $0.module)
        }
    }

    /// Modules with the lifetimes of the app's own.
    private func fakes(for needs: [Need]) -> String {
        needs.flatMap { lackedKeys($0.visit) }.unique.map(fake)
            .joined(separator: "; ")
    }

    /// A module with the lifetime of the app's own.
    func fake(for key: Key) -> String {
        let lifetime = registeredByPrograms.registrations(for: key).first?.lifetime
        return module(for: key, lifetime: lifetime ?? .transient)
    }

    /// The change to make if the test has a fake that has another key.
    private func change(for need: Need) -> String? {
        if need.key.element != nil { return "ask for it without a name" }
        let asked = Set(visits(in: need.test).map(\.key))
        let all = need.visit.registrations
        guard let near = Registered(all).nearest(to: need.key, in: code, asked: asked)
        else { return nil }
        let rename = "ask for \(near.registration.key.quotedName)"
        let names = Set(all.map(\.key).filter { $0.type == need.key.type })
        // The app's code may ask for the wrong one of two names.
        let isOneOf = need.key.name == .none || !sources.isInTests(need.visit.place)
        switch near.nearness {
        case .otherName where near.isMisspelt:
            // The app's registration, or one that other tests ask for, serves other
            // requests as well: this one is misspelt.
            let isAskedFor = visits(in: tests).contains {
                $0.key == near.registration.key
            }
            return isFake(near.registration) && !isAskedFor
                ? writing(need.key.quotedName, where: near.registration) : rename
        case .otherName where isOneOf && names.count == 1:
            return near.isAskedFor ? nil : rename
        case .concreteType:
            return casts(to: need.key, near.registration, among: all, asked: asked)
        default: return nil
        }
    }

    /// The cure if the app's registration that replaces a fake makes what asks.
    func reordering(for visit: Visit) -> String? {
        let all = visit.registrations
        let last = all.filter(isFake).compactMap { fake in
            all.last { $0.key == fake.key }
        }.first { !isFake($0) && visit.isMade(by: $0) }
        return last.map {
            "write \($0.key) after what replaces it\($0.place.inBrackets)"
        }
    }

    /// The cure if a suite's trait would register it, but only does so for a test's case.
    func recursing(for visit: Visit) -> String? {
        let trait = visit.root.journal.traitsOfSuites.first { trait in
            code.order.contains { function in
                code.registrations(in: function).contains { $0.type == visit.key.type }
                    && plainName(ofSymbol: function.symbol)
                        .contains("\(trait).provideScope(")
            }
        }
        return trait.map { "make \($0) recursive: var isRecursive: Bool { true }" }
    }

    private func isFake(_ registration: Registration) -> Bool {
        registration.origin.isMacro || sources.isInTests(registration.origin)
    }

    /// The cure for requests that a test makes outside of its block, or without one.
    private func outside(_ needs: [Need], _ make: String) -> String {
        let test = needs[0].test, visit = needs[0].visit
        let registered = Registered([test])
        // A decorator asks outside of the block that has it, on purpose.
        let isDecorator =
            registered.registrations(for: visit.key).contains(where: visit.isMade)
        let hasBlock = !isDecorator && hasBlock(test, at: visit.moment.index)
        let lacks = needs.filter { !hasBlock || !registered.mayHave($0.key) }
        let modules = fakes(for: lacks)
        if hasBlock {
            let addition = modules.isEmpty ? "" : ", and add to that: \(modules)"
            let deed =
                laterClosure(for: visit).map { storing(before: $0, make) }
                ?? "\(make) within its block, in the test itself"
            return deed + addition
        }
        if Set(needs.map(\.cure)).count == 1, let cure = needs[0].cure { return cure }
        // An isolation would leave out what the test has registered for the process.
        let scope = test.registrations.isEmpty ? "isolate" : "override"
        // The test that lacks something, or the suite whose tests do.
        let suite = needs.map(\.test.path).unique.count > 1 ? test.suite : nil
        let home = suite.map { "the suite \($0)" } ?? "the test"
        return test.isOfXCTest
            ? "\(make) in a block: Dependencies { \(modules) }.\(scope) { … }"
            : "give \(home) a block: .dependencies { \(modules) }"
    }

    /// What to do for a closure that the container around it doesn't reach.
    func storing(before closure: Place, _ make: String) -> String {
        """
        store Container.current before the closure (\(closure.short)), and \(make) in its \
        perform
        """
    }

    /// A closure of the app that a test's block doesn't reach: it runs on a thread, or
    /// after the function around it.
    private func laterClosure(for visit: Visit) -> Place? {
        let event = visit.creation
        let closures = event.way.filter { call in
            let isNow = event.way.contains { call.name.hasSuffix(" in \($0.name)") }
            return call.name.hasPrefix("closure #") && (event.isOnThread || !isNow)
        }
        return closures.compactMap { sources.written(code.functions[$0.symbol]?.place) }
            .first { !sources.isInTests($0) }
    }

    /// Whether a test itself has a block in which some of its code runs. If the app makes
    /// the block, perhaps of what the test asks for, it counts only once it is used.
    func hasBlock(_ test: RootRun, at end: Int = .max) -> Bool {
        test.containers.contains { cell, record in
            let isUsed = test.events.prefix(end).contains { $0.container == cell }
            let place = isUsed ? record.place : record.block?.place
            return record.kind != .process && sources.isInTests(home(of: place, in: test))
        }
    }
}
