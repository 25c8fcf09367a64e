/// Finds registrations that nothing injects or resolves.
struct UnusedRegistrations {
    private let wiring: Wiring
    private let registrations: RegistrationTable
    /// The requests by the types that may serve them.
    private let requests: [TypeName?: [Request]]

    static func check(_ wiring: Wiring) -> [Diagnostic] {
        let rule = UnusedRegistrations(wiring)
        return wiring.registrations.filter(rule.isUnused).map {
            Diagnostic(.warning, at: $0.site.place, "nothing injects or resolves \($0.key)")
        }
    }

    private init(_ wiring: Wiring) {
        self.wiring = wiring
        registrations = RegistrationTable(wiring.registrations)
        var requests: [TypeName?: [Request]] = [:]
        for request in wiring.requests {
            let type = request.key.type
            // What can't be told may be any; a request for [T] or T? takes what is registered for T.
            let types = type.isKnown ? [type, type.element ?? type] : [nil]
            for type in Set(types) { requests[type, default: []].append(request) }
        }
        self.requests = requests
    }

    /// Whether certainly nobody asks for what is registered.
    private func isUnused(_ registration: Registration) -> Bool {
        let type = registration.key.type
        guard registration.site.isReported, type.isKnown,
            !wiring.isOpen(type, at: registration.site)
        else { return false }
        let isAskedFor = (requests[type, default: []] + requests[nil, default: []]).contains {
            // One misspelt name is one mistake, and reported where it is asked for.
            let isMisspelt = $0.key.type == type && registrations.matches(for: $0.key).isEmpty
            return isMisspelt || mayTake($0, registration)
        }
        return !isAskedFor
            && !wiring.inactiveMentions.contains { !$0.isRegistration && $0.mayConcern(type) }
    }

    /// Whether a request for the type takes a registration, going by its name.
    private func mayTake(_ request: Request, _ registration: Registration) -> Bool {
        if case .array = request.key.type, request.key.type != registration.key.type { return true }
        return request.key.name.matches(registration.key.name) != false
    }
}
