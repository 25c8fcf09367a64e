/// The code that a name stands for: a type, a function or a test.
struct CodeNames {
    private let runs: PackageRuns
    private let name: String
    /// The closures of all registrations, and by place the types that these make.
    private let closures: Set<String>, made: [Place?: Set<String>]

    init(_ runs: PackageRuns, _ name: String) {
        self.runs = runs
        let parts = name.prefix { $0 != "(" }.split { "./".contains($0) }
        let modules = Set(runs.sources.files.values.map(\.module))
        let isQualified = parts.count > 1 && modules.contains(String(parts[0]))
        self.name = parts.dropFirst(isQualified ? 1 : 0).joined(separator: ".")
        closures = Set(Registered(runs.roots).all.flatMap(\.closures))
        made = runs.events.compactMap(\.made).reduce(into: [:]) {
            $0[$1.registration.place, default: []].formUnion($1.types)
        }
    }

    /// The requests of the code. If code and tests share the name, only the tests count.
    func visits() throws -> [NamedVisit] {
        let named = runs.roots.flatMap(runs.visits).filter { $0.request.form != .unread }
            .compactMap(named)
        let tests = named.filter(\.isOfTest)
        let found = tests.isEmpty ? named : tests
        if found.isEmpty {
            throw Refusal("no type, function or test called '\(name)' asks for anything")
        }
        let exact = found.filter { $0.title == name }
        let titles = Set(found.map(\.title)).sorted()
        if exact.isEmpty, titles.count > 1 {
            throw Refusal(
                """
                '\(name)' may be one of \(titles.joined(separator: ", ")); name one of them
                """)
        }
        return withoutFakes(exact.isEmpty ? found : exact)
    }

    /// Leaves out requests of the values that the code gets: fakes ask for other things.
    private func withoutFakes(_ visits: [NamedVisit]) -> [NamedVisit] {
        let fakes = Set(
            visits.flatMap(\.visit.request.answers).flatMap {
                made[$0.registration.place] ?? []
            })
        return visits.filter { visit in
            !visit.inner.contains {
                closures.contains($0.symbol) || fakes.contains(FunctionName($0).type)
            }
        }
    }

    /// The request, if a test with the name makes it, or if its way leads through code
    /// with the name.
    private func named(_ visit: Visit) -> NamedVisit? {
        let test = visit.root.path.prefix { $0 != "(" }.replacing("/", with: ".")
        if visit.root.isTest, fits(String(test)) {
            // The code of a trait's own block has no name. Its requests aren't needs.
            if runs.owner(of: visit) == "()" { return nil }
            return NamedVisit(
                visit: visit, title: String(test), function: name, isOfTest: true)
        }
        let way = visit.event.way
        for (index, call) in way.enumerated() {
            let function = FunctionName(call)
            guard let title = function.titles.first(where: fits) else { continue }
            return NamedVisit(
                visit: visit, title: title, function: function.path,
                possible: call.possible, inner: way.dropFirst(index + 1))
        }
        return nil
    }

    private func fits(_ title: String) -> Bool {
        title == name || title.hasSuffix("." + name)
    }
}
