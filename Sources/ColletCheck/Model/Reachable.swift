/// The elements that some elements lead to, step by step, with these.
package func reachable<Element: Hashable>(
    from start: some Sequence<Element>, by step: (Element) -> some Sequence<Element>
) -> Set<Element> {
    var result = Set(start)
    var open = Array(result)
    while let element = open.popLast() {
        open += step(element).filter { result.insert($0).inserted }
    }
    return result
}
