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
        guard let home = need.home else { return outside }
        let noun = home.kind == .held ? "the container's block" : "its block"
        let block =
            home.block?.words(else: noun, at: home.place)
            ?? noun + Optional(home.place).inBrackets
        let change = change.map { "\($0), or " } ?? ""
        return "\(change)add to \(block): \(fake(for: need.key))"
    }

    /// A module that lives as long as the app's own.
    private func fake(for key: Key) -> String {
        let own = runs.registeredByPrograms.registrations(for: key).first
        return runs.module(for: key, lifetime: own?.lifetime ?? .transient)
    }

    /// What to change where a fake may be meant that is registered under another key.
    private var change: String? {
        let asked = Set(runs.visits(in: need.test).map(\.key))
        let cells = need.visit.containers.map(\.cell)
        let registered = need.test.journal.events.filter { cells.contains($0.container) }
        let near = Registered(registered.compactMap(\.registration))
            .nearest(to: need.key, types: runs.types, asked: asked)
        guard let near else { return nil }
        let place = near.registration.place.flatMap(runs.sources.written)
        let name = need.key.quotedName
        switch near.nearness {
        case .otherName where near.distance < 4:
            return near.write(name.isEmpty ? "no name" : name, at: place)
        case .concreteType where near.registration.key.name == need.key.name:
            return runs.cast(to: need.key).map { near.write("'\($0)'", at: place) }
        default: return nil
        }
    }

    /// What is made before a test's block begins, no block of the test is for.
    private var outside: String {
        let test = need.test
        let isInTest = runs.sources.isInTests(need.visit.place)
        let owner = isInTest ? nil : runs.owner(ofProperty: need.visit.place)
        let make = owner.map { "create \($0)" }
        if test.hasBlock { return "\(make ?? "ask for it") within its block" }
        let modules = needs.map { fake(for: $0.key) }.unique.joined(separator: "; ")
        // An isolation would leave out what the test has registered for the process.
        let scope = test.registrations.isEmpty ? "isolate" : "override"
        return test.isOfXCTest
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
