/// A function that nothing reached and that runs by itself.
struct Start {
    /// Its name without its module and types: `Setup.start(…)`; a part has none.
    let name: String
    /// Whether code elsewhere may call it, code that runs refers to it, or it is part of
    /// another function.
    let mayBeCalled: Bool

    init(_ function: Function, isNamed: Bool) {
        let title = plainName(ofSymbol: function.symbol)
        // `static (extension in App):Collet.Resolver.start(Swift.Int) -> ()`, or
        // `(extension in App):App.Box< where A == Swift.Int>.start() -> ()`
        let path = title.replacing(
            #/^static |\(extension in \w+\):|<[^<>]*>(?=\.)/#, with: "")
        let end = path.firstIndex { "(<:".contains($0) } ?? path.endIndex
        let base = path[..<end].split(separator: ".").dropFirst().joined(separator: ".")
        let isFunction = title.contains(") -> ") || title.contains(") async")
        let isPart = !isFunction || path.contains(" in ") || base.contains(" ")
        name = isPart ? "" : base + (path[end...].contains("() ") ? "()" : "(…)")
        let isOpen = function.file.interface.publicNames.contains(base)
        mayBeCalled = isNamed || isPart || isOpen || function.isForObjectiveC
    }
}
