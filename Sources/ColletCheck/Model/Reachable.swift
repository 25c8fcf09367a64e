/// The elements that some elements lead to, step by step, with these.
package func reachable<Element: Hashable>(
    from start: some Sequence<Element>, by step: (Element) -> some Sequence<Element>
) -> Set<Element> {
    var result = Set(start)
    var open = Array(result)
    while let next = open.popLast() {
        open += step(next).filter { result.insert($0).inserted }
    }
    return result
}

/// Which elements lead to which others.
struct Links<Element: Hashable> {
    private(set) var targets: [Element: Set<Element>] = [:]

    /// Where an element leads to directly.
    subscript(element: Element) -> Set<Element> { targets[element] ?? [] }

    mutating func add(_ new: some Sequence<Element>, to element: Element) {
        targets[element, default: []].formUnion(new)
    }

    /// The same, from the other end.
    var reversed: Links {
        targets.reduce(into: Links()) { links, next in
            for target in next.value { links.add([next.key], to: target) }
        }
    }

    func merging(_ other: Links) -> Links {
        Links(targets: targets.merging(other.targets) { $0.union($1) })
    }

    /// The elements that some elements lead to, step by step, with these.
    func reached(from start: some Sequence<Element>) -> Set<Element> {
        reachable(from: start) { self[$0] }
    }
}
