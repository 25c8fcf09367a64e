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
