/// The registrations by the types that they are found by.
package struct RegistrationTable {
    /// All of them in the order in which they are read.
    let all: [Registration]
    /// Those whose type can't be told are under `nil`.
    private let indices: [TypeName?: [Int]]

    package init(_ all: [Registration] = []) {
        self.all = all
        indices = Dictionary(grouping: all.indices) {
            [all[$0].key.type].first(where: \.isKnown)
        }
    }

    private func indices(matching key: Key) -> [Int] {
        let types = key.type.isKnown ? [key.type, nil] : Array(indices.keys)
        return types.flatMap { indices[$0] ?? [] }.filter {
            all[$0].matches(key) != false
        }
    }

    func matches(for key: Key) -> [Registration] {
        indices(matching: key).map { all[$0] }
    }

    /// What serves a request, or may: for an optional also what serves its element, for an
    /// array all of its element's.
    func indices(for key: Key) -> [Int] {
        // An array of nobody knows what may have everything, under any name.
        let element = key.type.element
        if key.type.isArray, element?.isKnown == false { return Array(all.indices) }
        let found = indices(matching: key)
        let isServed = found.contains { key.matches(all[$0].key) == true }
        guard key.isOptional, !isServed, let element else {
            return found
        }
        if key.type.isArray { return found + (indices[element] ?? []) }
        return found + indices(for: Key(type: element, name: key.name))
    }

    package func registrations(for key: Key) -> [Registration] {
        indices(for: key).map { all[$0] }
    }
}
