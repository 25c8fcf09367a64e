/// Finds registrations that nothing injects or resolves.
struct UnusedRegistrations {
    private let wiring: Wiring
    /// The requests by the types that may serve them.
    private var requests: [TypeName: [Request]] = [:]
    /// The requests for a type that the check can't tell.
    private var unreadable: [Request] = []

    static func check(_ wiring: Wiring) -> [Diagnostic] {
        let rule = UnusedRegistrations(wiring)
        return wiring.registrations.filter(rule.isUnused).map { registration in
            Diagnostic(
                severity: .warning,
                place: registration.site.place,
                message: "nothing injects or resolves \(registration.key)"
            )
        }
    }

    private init(_ wiring: Wiring) {
        self.wiring = wiring
        for request in wiring.requests {
            let type = request.key.type
            guard type.isKnown else {
                unreadable.append(request)
                continue
            }
            requests[type, default: []].append(request)
            // A request for [T] or T? takes what is registered for T.
            if let element = type.element { requests[element, default: []].append(request) }
        }
    }

    /// Whether certainly nobody asks for what is registered.
    private func isUnused(_ registration: Registration) -> Bool {
        let type = registration.key.type
        guard registration.site.isReported, type.isKnown,
            !wiring.isOpen(type, in: registration.module)
        else { return false }
        let isAskedFor = (requests[type] ?? []).contains { mayTake($0, registration) }
        let mayBeAskedFor = unreadable.contains { mayTake($0, registration) }
        let isMentioned = wiring.inactiveMentions.contains {
            !$0.isRegistration && $0.mayConcern(type)
        }
        return !isAskedFor && !mayBeAskedFor && !isMentioned
    }

    /// Whether a request for the type takes a registration, going by its name.
    private func mayTake(_ request: Request, _ registration: Registration) -> Bool {
        if case .array = request.key.type, request.key.type != registration.key.type { return true }
        return request.key.name.matches(registration.key.name) != false
    }
}
