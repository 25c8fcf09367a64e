/// A registration that comes near to what is missing.
struct NearMatch {
    /// In what it comes near, nearest first. Another name is more likely to be meant than none.
    enum Nearness: Comparable { case otherName, unnamed, concreteType, optional, protocolType }

    let nearness: Nearness
    let registration: Registration

    /// Those that come near to a request, nearest first.
    static func of(_ request: Request, in wiring: Wiring) -> [NearMatch] {
        let (missing, ancestors) = (request.key.type, wiring.types.ancestors)
        func nearness(of key: Key) -> Nearness? {
            if key == request.key { return nil }
            if key.type == missing { return key.name == .none ? .unnamed : .otherName }
            if ancestors[key.type]?.contains(missing) == true { return .concreteType }
            if key.type == .optional(missing) { return .optional }
            return ancestors[missing]?.contains(key.type) == true ? .protocolType : nil
        }
        return wiring.registrations.filter { $0.counts(for: request) }.compactMap { near in
            nearness(of: near.key).map { NearMatch(nearness: $0, registration: near) }
        }.sorted {
            ($0.nearness, $0.registration.site.place) < ($1.nearness, $1.registration.site.place)
        }
    }
}
