/// The registrations of some roots, by key.
struct Registered {
    /// All registrations of known types, each once.
    let all: [Registration]
    private let byType: [String: [Registration]]
    private let untyped: [Registration]

    init(_ roots: [RootRun]) { self.init(roots.events.compactMap(\.registration)) }

    init(_ registrations: [Registration]) {
        var known: Set<Visit.ID> = []
        let each = registrations.filter { known.insert($0.id).inserted }
        untyped = each.filter(\.key.isTypeUnknown)
        byType = Dictionary(
            grouping: each.filter { !$0.key.isTypeUnknown }, by: \.key.type)
        all = byType.inOrder.flatMap(\.value)
    }

    /// The registrations that have the key, or may have it.
    func registrations(for key: Key) -> [Registration] {
        (byType[key.type, default: []] + untyped).filter { $0.key.matches(key) != false }
    }

    func mayHave(_ key: Key) -> Bool { !registrations(for: key).isEmpty }
}

extension Registration {
    /// Where it is written, or an unknown place.
    var origin: Place { place ?? .unknown }

    /// Identifies it: all that are written there for the key share this.
    var id: Visit.ID { Visit.ID(place: origin, key: key) }
}
