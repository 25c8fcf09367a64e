/// Finds registrations that nothing injects or resolves.
enum UnusedRegistrations {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        var requested: [TypeName: [Request]] = [:]
        var unreadable: [Request] = []
        for request in wiring.requests {
            guard request.key.type.isKnown else {
                unreadable.append(request)
                continue
            }
            requested[request.key.type, default: []].append(request)
            // A request for [T] or T? takes what is registered for T.
            if let element = request.key.type.element {
                requested[element, default: []].append(request)
            }
        }
        let unused = wiring.registrations.filter { registration in
            guard registration.site.isReported, registration.key.type.isKnown else { return false }
            let requests = requested[registration.key.type] ?? []
            return !requests.contains { isServed($0, by: registration) }
                && !wiring.inactiveMentions.contains {
                    !$0.isRegistration && $0.mayConcern(registration.key.type)
                }
        }
        var result: [Diagnostic] = []
        for registration in unused {
            let doubt = unreadable.first {
                $0.key.name.matches(registration.key.name) != false
            }
            if doubt != nil { continue }
            result.append(
                Diagnostic(
                    severity: .warning,
                    place: registration.site.place,
                    message: "nothing injects or resolves \(registration.key)"
                )
            )
        }
        return result
    }

    private static func isServed(_ request: Request, by registration: Registration) -> Bool {
        if case .array = request.key.type, request.key.type != registration.key.type { return true }
        return request.key.name.matches(registration.key.name) != false
    }
}
