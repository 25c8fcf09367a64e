extension PackageRuns {
    /// A module whose closure returns nothing.
    func moduleWithoutValue(_ moment: Moment) -> Finding? {
        guard case .registered(let registration, let isCertain, _) = moment.event.kind,
            registration.key.type == "()", let place = registration.place
        else { return nil }
        let isError = isCertain && moment.event.isCertain
        return Finding(
            rule: .noValue, severity: isError ? .error : .warning, place: place,
            message: """
                the closure returns nothing, so the program stops here; to fix, write \
                'return' before the value, or call what has none after build()
                """)
    }
}
