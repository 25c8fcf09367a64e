/// Who calls what when a program runs, as far as registrations and components are concerned.
package struct CallGraph {
    /// A function by its identifier, or the registration at a place, whose closure makes the calls.
    package enum Node: Hashable {
        case function(String)
        case registration(Place)
    }

    /// When a call happens, once its caller runs; later is when somebody runs the closure around it.
    enum Timing: Comparable { case always, perhaps, later }

    package struct Edge {
        package let target: Node
        let place: Place
        let timing: Timing
    }

    let declarations: Declarations
    package var registrations: [Place: Registration] = [:]
    /// The registrations that serve what is injected into each property.
    var injected: [String: [Registration]] = [:]
    package var edges: [Node: [Edge]] = [:]

    mutating func add(
        _ targets: [Node], isCertain: Bool, calledBy caller: Node, at place: Place, _ timing: Timing
    ) {
        let timing = isCertain ? timing : max(timing, .perhaps)
        edges[caller, default: []] += targets.map { Edge(target: $0, place: place, timing: timing) }
    }

    /// The components of each type but protocols, with those from a protocol's extension, in order.
    package func componentsByType() -> [String: [Node]] {
        var functions = declarations.members.mapValues(Set.init)
        for fulfilled in declarations.witnesses.values {
            for (type, function) in fulfilled { functions[type, default: []].insert(function) }
        }
        for type in declarations.types.values where type.kind == .protocol {
            functions[type.usr] = nil
        }
        return functions.mapValues { functions in
            functions.map(Node.function).filter(isComponent).sorted {
                place(of: $0) < place(of: $1)
            }
        }
    }

    /// The functions and properties of a type.
    package func members(of type: String) -> [Node] {
        (declarations.members[type] ?? []).map(Node.function)
    }

    /// The type, protocol or extended type that a function belongs to.
    package func type(of node: Node) -> IndexSymbol? {
        if case .function(let usr) = node { declarations.type(around: usr) } else { nil }
    }

    func function(of node: Node) -> IndexSymbol? {
        if case .function(let usr) = node { declarations.definitions[usr]?.symbol } else { nil }
    }

    func isComponent(_ node: Node) -> Bool {
        guard let function = function(of: node) else { return false }
        return function.kind == .instanceMethod && function.name.hasPrefix("component(")
    }

    func site(of node: Node) -> Site? {
        switch node {
        case .registration(let place): registrations[place]?.site
        case .function(let usr): declarations.definitions[usr]?.site
        }
    }

    func place(of node: Node) -> Place {
        site(of: node)?.place ?? Place(path: "", position: Position(line: 0, column: 0))
    }

    /// A component as `App.M.component() -> App.Store`; a registration as what it is found by.
    func title(of node: Node) -> String {
        if case .registration(let place) = node {
            return registrations[place]?.key.description ?? "?"
        }
        return (type(of: node)?.typeName().map { "\($0)." } ?? "") + signature(of: node)
    }

    package func signature(of node: Node) -> String {
        guard let symbol = function(of: node) else { return "?" }
        guard symbol.isFunction, symbol.kind != .constructor, let signature = symbol.signature,
            signature.result != .structural
        else { return symbol.name }
        return "\(symbol.name) -> \(signature.result)"
    }
}
