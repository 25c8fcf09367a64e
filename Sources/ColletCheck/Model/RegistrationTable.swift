/// The registrations by the types that they are found by.
package struct RegistrationTable {
    /// Those whose type can't be told are under `nil`.
    private let byType: [TypeName?: [Registration]]

    package init(_ registrations: [Registration]) {
        byType = Dictionary(grouping: registrations) { $0.key.type.isKnown ? $0.key.type : nil }
    }

    func matches(for key: Key) -> [Registration] {
        let types = key.type.isKnown ? [key.type, nil] : Array(byType.keys)
        return types.flatMap { byType[$0, default: []] }.filter { $0.matches(key) != false }
    }

    /// What serves a request, or may: for an optional also its element's, for an array all of those.
    package func registrations(for key: Key) -> [Registration] {
        let found = matches(for: key)
        let isServed = found.contains { key.matches($0.key) == true }
        guard key.isOptional, !isServed, let element = key.type.element else { return found }
        if key.type.isArray { return found + byType[element, default: []] }
        return found + matches(for: Key(type: element, name: key.name))
    }
}
