/// The registrations that come near to what is missing.
enum NearMatches {
    /// How near a registration comes, nearest first.
    private enum Distance: Int {
        case otherName, relatedType, namesake, sameName
    }

    /// At most five notes, nearest first.
    static func of(_ key: Key, in wiring: Wiring, forTests: Bool) -> [Diagnostic.Note] {
        let candidates = wiring.registrations.filter { forTests || !$0.site.isInTests }
        let near = candidates.compactMap { registration -> (Distance, Registration)? in
            distance(from: key, to: registration.key, wiring.types).map { ($0, registration) }
        }
        let sorted = near.sorted {
            ($0.0.rawValue, $0.1.site.place) < ($1.0.rawValue, $1.1.site.place)
        }
        return sorted.prefix(5).map { distance, registration in
            let reason =
                switch distance {
                case .otherName:
                    registration.key.name == .none
                        ? "the same type without a name"
                        : key.name == .none
                            ? "the same type with a name" : "the same type under another name"
                case .relatedType:
                    wiring.types.ancestors[registration.key.type]?.contains(key.type) == true
                        ? "which conforms to it" : "which it conforms to"
                case .namesake: "another type of that name"
                case .sameName: "another type under that name"
                }
            return Diagnostic.Note(
                place: registration.site.place,
                message: "registered here is \(registration.key), \(reason)"
            )
        }
    }

    private static func distance(
        from key: Key,
        to other: Key,
        _ types: TypeRelations
    ) -> Distance? {
        if key.type == other.type { return .otherName }
        if types.areRelated(key.type, other.type) { return .relatedType }
        if let name = key.type.shortName, name == other.type.shortName { return .namesake }
        if case .none = key.name { return nil }
        return key.name.matches(other.name) == true ? .sameName : nil
    }
}
