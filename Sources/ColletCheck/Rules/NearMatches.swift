/// A registration that comes near to what is missing.
struct NearMatch {
    /// In what it comes near, nearest first.
    enum Nearness: String, CaseIterable {
        case otherName = "the same type"
        case concreteType = "which conforms to it"
        case protocolType = "which it conforms to"
        case namesake = "another type of that name"
        case otherType = "another type under that name"
    }

    let nearness: Nearness
    let registration: Registration

    /// What is told about it in a note.
    var note: Diagnostic.Note {
        (registration.site.place, "registered here is \(registration.key), \(nearness.rawValue)")
    }

    /// Those that come near to a request, nearest first.
    static func of(_ request: Request, in wiring: Wiring) -> [NearMatch] {
        let near = wiring.registrations.filter { $0.counts(for: request) }
            .sorted { $0.site.place < $1.site.place }
            .compactMap { registration in
                nearness(of: registration.key, request.key, wiring.types)
                    .map { NearMatch(nearness: $0, registration: registration) }
            }
        return Nearness.allCases.flatMap { nearness in near.filter { $0.nearness == nearness } }
    }

    private static func nearness(of key: Key, _ missing: Key, _ types: TypeRelations) -> Nearness? {
        guard key.type.isKnown else { return nil }
        if key.type == missing.type { return .otherName }
        if types.ancestors[key.type]?.contains(missing.type) == true { return .concreteType }
        if types.ancestors[missing.type]?.contains(key.type) == true { return .protocolType }
        if let name = key.type.shortName, name == missing.type.shortName { return .namesake }
        return missing.name != .none && key.name.matches(missing.name) == true ? .otherType : nil
    }
}
