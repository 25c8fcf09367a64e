/// The registrations that come near to what is missing.
enum NearMatches {
    /// At most five notes, nearest first.
    static func of(_ request: Request, in wiring: Wiring) -> [Diagnostic.Note] {
        let near = wiring.registrations.filter { $0.counts(for: request) }.compactMap {
            registration in
            reason(for: registration.key, request.key, wiring.types).map { ($0, registration) }
        }
        let sorted = near.sorted {
            ($0.0.distance, $0.1.site.place) < ($1.0.distance, $1.1.site.place)
        }
        return sorted.prefix(5).map { reason, registration in
            let message = "registered here is \(registration.key), \(reason.text)"
            return (registration.site.place, message)
        }
    }

    /// How near a registration comes and why, or `nil` if it doesn't.
    private static func reason(
        for key: Key, _ missing: Key, _ types: TypeRelations
    ) -> (distance: Int, text: String)? {
        if key.type == missing.type {
            if key.name == .none { return (0, "the same type without a name") }
            let isUnnamed = missing.name == .none
            return (0, isUnnamed ? "the same type with a name" : "the same type under another name")
        }
        if types.ancestors[key.type]?.contains(missing.type) == true {
            return (1, "which conforms to it")
        }
        if types.ancestors[missing.type]?.contains(key.type) == true {
            return (1, "which it conforms to")
        }
        if let name = key.type.shortName, name == missing.type.shortName {
            return (2, "another type of that name")
        }
        guard missing.name != .none, key.name.matches(missing.name) == true else { return nil }
        return (3, "another type under that name")
    }
}
