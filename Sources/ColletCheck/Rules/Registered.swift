/// The registrations of some roots, by key.
struct Registered {
    private var byType: [String: [Registration]] = [:]
    private var untyped: [Registration] = []

    init(_ roots: [RootRun]) { self.init(roots.events.compactMap(\.registration)) }

    init(_ registrations: [Registration]) {
        var known: Set<Visit.ID> = []
        for registration in registrations {
            let key = registration.key
            let id = Visit.ID(place: registration.origin, key: key)
            guard known.insert(id).inserted else { continue }
            if key.isTypeUnknown {
                untyped.append(registration)
            } else {
                byType[key.type, default: []].append(registration)
            }
        }
    }

    /// All registrations, each once.
    var all: [Registration] { byType.inOrder.flatMap(\.value) }

    /// The registrations that have the key, or may have it.
    func registrations(for key: Key) -> [Registration] {
        (byType[key.type, default: []] + untyped).filter { $0.key.matches(key) != false }
    }

    func mayHave(_ key: Key) -> Bool { !registrations(for: key).isEmpty }
}

extension Registration {
    /// Where it is written, or an unknown place.
    var origin: Place { place ?? .unknown }
}
