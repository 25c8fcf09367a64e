package struct RegistrationTable {
    /// Those whose type can't be told are under `nil`.
    private let byType: [TypeName?: [Registration]]

    package init(_ registrations: [Registration]) {
        byType = Dictionary(grouping: registrations) { $0.key.type.isKnown ? $0.key.type : nil }
    }

    /// The registrations that serve a key or may do so.
    func matches(for key: Key) -> [Registration] {
        (byType[key.type, default: []] + byType[nil, default: []]).filter {
            key.matches($0.key) != false
        }
    }

    /// The registrations that serve a request or may do so; an optional takes what is registered for
    /// its element under its name, and an array all of that.
    package func registrations(for request: Request) -> [Registration] {
        let found = matches(for: request.key)
        guard found.isEmpty, let element = request.key.type.element else { return found }
        if case .array = request.key.type { return byType[element, default: []] }
        return matches(for: Key(type: element, name: request.key.name))
    }
}
