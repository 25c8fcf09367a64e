/// Finds registrations that nothing injects or resolves.
enum UnusedRegistrations {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        var used: Set<Place> = []
        // One misspelt name is one mistake, and reported where it is asked for.
        var misspelt: Set<TypeName> = []
        for request in wiring.requests {
            let found = wiring.table.registrations(for: request.key)
            used.formUnion(found.map(\.site.place))
            let isServed = found.contains { $0.counts(for: request) }
            if !isServed { misspelt.insert(request.key.type) }
        }
        return wiring.registrations.compactMap { registration in
            let (type, place) = (registration.key.type, registration.site.place)
            guard registration.site.isReported, type.isKnown, !used.contains(place),
                !misspelt.contains(type), !wiring.isOpen(type, at: registration.site),
                !wiring.inactiveMentions.contains(where: {
                    !$0.isRegistration && $0.mayConcern(type)
                })
            else { return nil }
            let message = "nothing injects or resolves \(registration.key)"
            return Diagnostic(.warning, at: place, message)
        }
    }
}
