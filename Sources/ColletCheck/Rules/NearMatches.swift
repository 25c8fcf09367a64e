/// A registration that comes near to what is missing.
struct NearMatch {
    /// In what it comes near, nearest first.
    enum Nearness: Int {
        case otherName, concreteType, protocolType, namesake, otherType
    }

    let nearness: Nearness
    let registration: Registration

    /// Those that come near to a request, nearest first.
    static func of(_ request: Request, in wiring: Wiring) -> [NearMatch] {
        wiring.registrations.filter { $0.counts(for: request) }.compactMap { registration in
            nearness(of: registration.key, request.key, wiring.types)
                .map { NearMatch(nearness: $0, registration: registration) }
        }.sorted {
            ($0.nearness.rawValue, $0.registration.site.place)
                < ($1.nearness.rawValue, $1.registration.site.place)
        }
    }

    private static func nearness(
        of key: Key, _ missing: Key, _ types: TypeRelations
    ) -> Nearness? {
        guard key.type.isKnown else { return nil }
        if key.type == missing.type { return .otherName }
        if types.ancestors[key.type]?.contains(missing.type) == true { return .concreteType }
        if types.ancestors[missing.type]?.contains(key.type) == true { return .protocolType }
        if let name = key.type.shortName, name == missing.type.shortName { return .namesake }
        return missing.name != .none && key.name.matches(missing.name) == true ? .otherType : nil
    }

    func note(on missing: Key) -> Diagnostic.Note {
        let isUnnamed = registration.key.name == .none
        let reason =
            switch nearness {
            case .otherName where isUnnamed: "the same type without a name"
            case .otherName where missing.name == .none: "the same type with a name"
            case .otherName: "the same type under another name"
            case .concreteType: "which conforms to it"
            case .protocolType: "which it conforms to"
            case .namesake: "another type of that name"
            case .otherType: "another type under that name"
            }
        return (registration.site.place, "registered here is \(registration.key), \(reason)")
    }
}
