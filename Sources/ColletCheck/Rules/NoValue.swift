/// Modules whose closures return nothing.
struct NoValue: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        var found: [Place: Finding.Severity] = [:]
        for event in runs.roots.lazy.flatMap(\.journal.events) {
            guard case .registered(let registration, let isCertain, _) = event.kind,
                registration.key.isNothing, let place = registration.place
            else { continue }
            let severity: Finding.Severity =
                isCertain && event.isCertain ? .error : .warning
            found[place] = min(found[place] ?? .note, severity)
        }
        return found.map { place, severity in
            Finding(
                rule: .noValue, severity: severity, place: place,
                message: """
                    the closure returns nothing, so the program stops here; to fix, write \
                    'return' before the value, or call what has none after build()
                    """)
        }
    }
}

extension Key {
    fileprivate var isNothing: Bool { type == "()" }
}
