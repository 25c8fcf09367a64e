/// The registrations by the types that they are found by.
package struct RegistrationTable {
    /// All of them in the order in which they are read.
    let all: [Registration]
    /// Those whose type can't be told are under `nil`.
    private let byType: [TypeName?: [Registration]]

    package init(_ all: [Registration]) {
        self.all = all
        byType = Dictionary(grouping: all) { [$0.key.type].first(where: \.isKnown) }
    }

    func matches(for key: Key) -> [Registration] {
        let types = key.type.isKnown ? [key.type, nil] : Array(byType.keys)
        return types.flatMap { byType[$0] ?? [] }.filter { $0.matches(key) != false }
    }

    /// What serves a request, or may: for an optional also what serves its element, for an
    /// array all of its element's.
    package func registrations(for key: Key) -> [Registration] {
        // An array of nobody knows what may have everything, under any name.
        let element = key.type.element
        if key.type.isArray, element?.isKnown == false { return all }
        let found = matches(for: key)
        let isServed = found.contains { key.matches($0.key) == true }
        guard key.isOptional, !isServed, let element else {
            return found
        }
        if key.type.isArray { return found + (byType[element] ?? []) }
        return found + registrations(for: Key(type: element, name: key.name))
    }
}
