extension PackageRuns {
    /// A value that a weak module or scope keeps while somebody holds it, but that isn't an
    /// instance of a class.
    func weakValue(_ moment: Moment) -> Finding? {
        let event = moment.event
        switch event.kind {
        case .made(let made) where made.registration.lifetime == .weak:
            let registration = made.registration
            // A test may expect the error that `verify()` throws.
            if event.isVerifying, sources.isInTests(registration.origin) {
                return nil
            }
            let isCertain = event.isCertain && event.verification?.isCaught != true
            return weakValue(
                "\(registration.key) is registered .weak", "make it .shared", made.value,
                at: registration.origin,
                isCertain: isCertain && registration.isLifetimeCertain)
        case .scopeUsed(let use) where use.isWeak:
            return weakValue(
                "\(use.type) is kept with scope.weak", "make it with scope.shared",
                use.value,
                at: place(of: moment), isCertain: event.isCertain)
        default: return nil
        }
    }

    private func weakValue(
        _ fact: String, _ cure: String, _ value: Value, at place: Place, isCertain: Bool
    ) -> Finding? {
        let values = value.alternatives
        guard values.contains(where: \.isNoObject) else { return nil }
        let isCertain = isCertain && values.allSatisfy(\.isNoObject)
        return Finding(
            rule: .weak, severity: isCertain ? .error : .warning, place: place,
            message: """
                \(fact) but is no class, so nobody can hold it; to fix, \(cure), or an \
                instance of a class
                """)
    }
}

extension Value {
    /// Whether it certainly isn't an instance of a class.
    fileprivate var isNoObject: Bool {
        switch self {
        case .fields(let type, _): !type.isEmpty
        case .string, .int, .tuple, .function, .array, .enumeration: true
        default: false
        }
    }
}
