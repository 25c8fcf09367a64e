package struct RegistrationTable {
    private let all: [Registration]
    /// Those whose type can't be told are under `nil`.
    private let byType: [TypeName?: [Registration]]

    package init(_ registrations: [Registration]) {
        all = registrations
        byType = Dictionary(grouping: registrations) { $0.key.type.isKnown ? $0.key.type : nil }
    }

    /// The registrations of a key or of what may be that key.
    func matches(for key: Key) -> [Registration] {
        let candidates =
            key.type.isKnown ? byType[key.type, default: []] + byType[nil, default: []] : all
        return candidates.filter { $0.matches(key) != false }
    }

    /// The registrations that serve a request or may do so; an optional takes what is registered for
    /// its element under its name, and an array all of that.
    package func registrations(for key: Key) -> [Registration] {
        let found = matches(for: key)
        guard let element = key.type.element,
            !found.contains(where: { key.matches($0.key) == true })
        else { return found }
        if key.type.isArray { return found + byType[element, default: []] }
        return found + matches(for: Key(type: element, name: key.name))
    }
}
