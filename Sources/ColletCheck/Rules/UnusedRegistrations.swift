/// Finds registrations that nothing injects or resolves.
enum UnusedRegistrations {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        var used: Set<Place> = []
        for request in wiring.requests {
            let found = wiring.table.registrations(for: request.key)
            used.formUnion(found.map(\.site.place))
            // One mistake is reported once, where something is asked for that is not registered.
            guard !found.contains(where: { $0.counts(for: request) }) else { continue }
            used.formUnion(NearMatch.of(request, in: wiring).map(\.registration.site.place))
        }
        return wiring.registrations.compactMap { registration in
            let (type, place) = (registration.key.type, registration.site.place)
            guard registration.site.isReported, type.isKnown, !used.contains(place),
                registration.unreached == nil,
                !wiring.isOpen(type, at: registration.site),
                wiring.change(concerning: type) == nil,
                !wiring.inactiveMentions.contains(where: {
                    !$0.isRegistration && $0.mayConcern(type)
                })
            else { return nil }
            let message = "nothing injects or resolves \(registration.key)"
            return Diagnostic(.unused, .warning, place, message)
        }
    }
}
