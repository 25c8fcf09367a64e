/// How a test gets what it lacks.
struct NeedCure {
    private let needs: [Need]
    private let runs: PackageRuns
    private var need: Need { needs[0] }

    /// What one edit mends: the needs of one key and block, or all of a test without one.
    init(_ needs: [Need], _ runs: PackageRuns) {
        self.needs = needs
        self.runs = runs
    }

    var text: String {
        guard let home = need.block else { return outside }
        let noun = home.kind == .held ? "the container's block" : "its block"
        let block = home.block?.words(else: noun, at: home.place)
        let words = block ?? "\(noun) (\(home.place.short))"
        return change + "add to \(words): \(fake(for: need.key))"
    }

    /// A module that lives as long as the app's own.
    private func fake(for key: Key) -> String {
        let own = runs.registeredByPrograms.registrations(for: key).first
        return runs.module(for: key, lifetime: own?.lifetime ?? .transient)
    }

    /// What to change where a fake may be meant that is registered under another key.
    private var change: String {
        let asked = Set(runs.visits(in: need.test).map(\.key))
        let cells = need.test.containers(from: need.visit.request.container)
            .map(\.cell)
        let registered = need.test.journal.events.compactMap { event in
            cells.contains(event.container) ? event.registration : nil
        }
        let near = Registered(registrations: registered)
            .nearest(to: need.key, types: runs.types, asked: asked)
        guard let near else { return "" }
        let registration = near.registration
        let place = registration.place.flatMap(runs.sources.written).map {
            " (\($0.short))"
        }
        func write(_ what: String) -> String {
            "write \(what) where \(registration.key) is registered\(place ?? ""), or "
        }
        let name = need.key.quotedName
        switch near.nearness {
        case .otherName where near.distance < 4:
            return write(name.isEmpty ? "no name" : name)
        case .concreteType where registration.key.name == need.key.name:
            return runs.cast(to: need.key).map { write("'\($0)'") } ?? ""
        default: return ""
        }
    }

    /// What is made before a test's block begins, no block of the test is for.
    private var outside: String {
        let isInTest = runs.sources.isInTests(need.visit.place)
        let owner = isInTest ? nil : runs.owner(ofProperty: need.visit.place)
        let make = owner.map { "create \($0)" }
        if need.test.hasBlock { return "\(make ?? "ask for it") within its block" }
        let modules = needs.map { fake(for: $0.key) }.unique.joined(
            separator: "; ")
        // An isolation would leave out what the test has registered for the process.
        let scope = need.test.registrations.isEmpty ? "isolate" : "override"
        return need.test.isOfXCTest
            ? "\(make ?? "run it") in a block: Dependencies { \(modules) }.\(scope) { … }"
            : "give the test a block: .dependencies { \(modules) }"
    }
}

extension RootRun {
    /// Whether some of its code runs in a block.
    fileprivate var hasBlock: Bool {
        journal.events.contains { event in
            guard case .entered(let kind) = event.kind else { return false }
            return kind != .process
        }
    }
}
