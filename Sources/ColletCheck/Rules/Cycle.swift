/// What needs itself to be made.
struct Cycle: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        var found: [Set<String>: Finding] = [:]
        for root in runs.roots {
            for event in root.journal.events {
                guard case .cycle(let names, let isCertain) = event.kind else { continue }
                if event.isVerifying { continue }
                let severity: Finding.Severity = isCertain ? .error : .warning
                if let old = found[Set(names)], old.severity <= severity { continue }
                found[Set(names)] = Finding(
                    rule: .cycle, severity: severity,
                    place: runs.place(of: event, in: root),
                    message: Self.message(names, isCertain: isCertain),
                    notes: event.steps(runs))
            }
        }
        return Array(found.values)
    }

    private static func message(_ names: [String], isCertain: Bool) -> String {
        let verb = isCertain ? "ends" : "may end"
        let path = names.joined(separator: " -> ")
        return "this \(verb) up asking for itself: \(path); to fix, \(cure(names))"
    }

    private static func cure(_ names: [String]) -> String {
        let hasArray = names.contains { $0.hasPrefix("[") }
        if hasArray {
            return """
                register the parts by another protocol: an array has every registration, \
                whatever its name
                """
        }
        return names.count > 2
            ? "let one of them inject the other, and read that property when both are made"
            : "register the inner one under a name, and ask for that"
    }
}
