/// In what a registration comes near to what is missing, nearest first. Another name is more likely
/// to be meant than none.
enum Nearness: Comparable { case otherName, unnamed, concreteType, optional, protocolType }

extension Wiring {
    typealias NearMatch = (nearness: Nearness, registration: Registration)

    /// The registrations that come near to a request, nearest first.
    func nearMatches(of request: Request) -> [NearMatch] {
        let (missing, ancestors) = (request.key.type, types.ancestors)
        func nearness(of key: Key) -> Nearness? {
            if key == request.key { return nil }
            if key.type == missing { return key.name == .none ? .unnamed : .otherName }
            if ancestors[key.type]?.contains(missing) == true { return .concreteType }
            if key.type == .optional(missing) { return .optional }
            return ancestors[missing]?.contains(key.type) == true ? .protocolType : nil
        }
        return registrations.filter { $0.counts(for: request) }
            .compactMap { near in nearness(of: near.key).map { ($0, near) } }
            .sorted { ($0.0, $0.1.site.place) < ($1.0, $1.1.site.place) }
    }
}
