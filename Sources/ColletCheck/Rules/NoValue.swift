/// Modules whose closures return nothing.
struct NoValue: EventRule {
    func finding(_ event: Event, in root: RootRun, of runs: PackageRuns) -> Finding? {
        guard case .registered(let registration, let isCertain, _) = event.kind,
            registration.key.type == "()", let place = registration.place
        else { return nil }
        return Finding(
            rule: .noValue, severity: isCertain && event.isCertain ? .error : .warning,
            place: place,
            message: """
                the closure returns nothing, so the program stops here; to fix, write \
                'return' before the value, or call what has none after build()
                """)
    }
}
