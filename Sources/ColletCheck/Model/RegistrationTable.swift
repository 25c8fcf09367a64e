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

    private subscript(type: TypeName?) -> [Registration] {
        indices[type]?.map { all[$0] } ?? []
    }

    func matches(for key: Key) -> [Registration] {
        let types = key.type.isKnown ? [key.type, nil] : Array(indices.keys)
        return types.flatMap { self[$0] }.filter { $0.matches(key) != false }
    }

    /// What serves a request, or may: for an optional also its element's, for an array
    /// all of those.
    package func registrations(for key: Key) -> [Registration] {
        let found = matches(for: key)
        let isServed = found.contains { key.matches($0.key) == true }
        guard key.isOptional, !isServed, let element = key.type.element else {
            return found
        }
        if key.type.isArray { return found + self[element] }
        return found + matches(for: Key(type: element, name: key.name))
    }
}
