/// Who calls what when a program runs, as far as registrations and components are concerned.
package struct CallGraph {
    package struct Function {
        package let symbol: IndexSymbol
        /// The type, protocol or extended type that it belongs to.
        package let parent: IndexSymbol?
        let site: Site

        var isComponent: Bool {
            symbol.kind == .instanceMethod && symbol.name.hasPrefix("component(")
        }
    }

    /// Whose code makes a call: a function's, or the closure of the registration at a place.
    package enum Caller: Hashable {
        case function(String)
        case registration(Place)
    }

    enum Callee {
        case function(String, of: Receiver)
        case request(Place)
    }

    /// Whose function is called: the caller's own, that of what a request gave, or another's.
    enum Receiver {
        case own, other
        case injected(Place)
    }

    /// When a call happens, once its caller runs; later is when somebody runs the closure around it.
    enum Timing: Int {
        case always, perhaps, later
    }

    struct Call {
        let callee: Callee
        let place: Place
        let timing: Timing
    }

    /// A registration, or a function together with the type whose function it is when it runs;
    /// they differ where a protocol's extension implements it.
    package struct Node: Hashable {
        package let caller: Caller
        package var selfType: String?
    }

    package struct Edge {
        package let target: Node
        let place: Place
        let timing: Timing
    }

    package var functions: [String: Function] = [:]
    package var registrations: [Place: Registration] = [:]
    var calls: [Caller: [Call]] = [:]
    /// For each type its stored properties with a value that calls something.
    var storedProperties: [String: [String]] = [:]
    /// For each requirement, and each type, the function that fulfils it.
    var witnesses: [String: [String: String]] = [:]
    var types: [String: IndexSymbol] = [:]
    /// The registrations that serve the request at a place.
    var served: [Place: [Registration]] = [:]

    /// The components of each type but protocols: its own, and those that it has from a protocol's
    /// extension; in the order of the source.
    package func componentsByType() -> [String: [Node]] {
        var result: [String: Set<Node>] = [:]
        func add(_ function: String, to type: String) {
            guard functions[function]?.isComponent == true, types[type]?.kind != .protocol
            else { return }
            result[type, default: []].insert(Node(caller: .function(function), selfType: type))
        }
        for function in functions.values {
            if let type = function.parent { add(function.symbol.usr, to: type.usr) }
        }
        for fulfilled in witnesses.values {
            for (type, function) in fulfilled { add(function, to: type) }
        }
        return result.mapValues { $0.sorted { place(of: $0) < place(of: $1) } }
    }

    package func functions(of type: String) -> [Node] {
        functions.values.filter { $0.parent?.usr == type }.map {
            Node(caller: .function($0.symbol.usr), selfType: type)
        }
    }

    package func function(of node: Node) -> Function? {
        if case .function(let usr) = node.caller { functions[usr] } else { nil }
    }

    package func edges(from node: Node) -> [Edge] {
        var edges = (calls[node.caller] ?? []).flatMap { call in
            let (targets, isCertain) = targets(of: call.callee, from: node)
            let timing = call.timing == .always && !isCertain ? .perhaps : call.timing
            return targets.map { Edge(target: $0, place: call.place, timing: timing) }
        }
        if let function = function(of: node), function.symbol.kind == .constructor {
            let type = function.parent?.usr
            for property in storedProperties[type ?? ""] ?? [] {
                edges += self.edges(from: Node(caller: .function(property), selfType: type))
            }
        }
        return edges
    }

    /// What is called, and whether it certainly is.
    private func targets(of callee: Callee, from node: Node) -> ([Node], isCertain: Bool) {
        switch callee {
        case .request(let place):
            var served = served[place] ?? []
            // While a registration is used, it is the one for its key.
            let own = served.filter { .registration($0.site.place) == node.caller }
            if !own.isEmpty { served = own }
            return (served.map { Node(caller: .registration($0.site.place)) }, served.count == 1)
        case .function(let usr, let receiver):
            let parent = functions[usr]?.parent
            let isRequirement = parent?.kind == .protocol
            // A subclass may do something else.
            var isCertain = isRequirement || witnesses[usr] == nil
            var types: [String?] = [isRequirement ? nil : parent?.usr]
            switch receiver {
            case .own: types = [node.selfType]
            case .injected(let request):
                types = (served[request] ?? []).map { $0.implementation?.usr }
                isCertain = isCertain && types.count == 1
            // Another instance may do something else.
            case .other: isCertain = isCertain && functions[usr]?.symbol.kind != .instanceMethod
            }
            let targets = types.compactMap { type -> Node? in
                let witness = isRequirement ? type.flatMap { witnesses[usr]?[$0] } : nil
                guard !isRequirement || type != nil, let function = functions[witness ?? usr]
                else { return nil }
                let owner = function.parent?.kind == .protocol ? type : function.parent?.usr
                return Node(caller: .function(function.symbol.usr), selfType: owner)
            }
            return (targets, isCertain)
        }
    }

    func site(of node: Node) -> Site? {
        switch node.caller {
        case .registration(let place): registrations[place]?.site
        case .function(let usr): functions[usr]?.site
        }
    }

    func place(of node: Node) -> Place {
        site(of: node)?.place ?? Place(path: "", position: Position(line: 0, column: 0))
    }

    /// A component as its type, its name and what it makes, `App.M.component() -> App.Store`; a
    /// registration as what it is found by.
    func title(of node: Node) -> String {
        if case .registration(let place) = node.caller {
            return registrations[place]?.key.description ?? "?"
        }
        let type = node.selfType.flatMap { types[$0]?.typeName() }
        return (type.map { "\($0)." } ?? "") + signature(of: node)
    }

    package func signature(of node: Node) -> String {
        guard let symbol = function(of: node)?.symbol else { return "?" }
        guard symbol.isFunction, symbol.kind != .constructor, let signature = Signature(symbol),
            signature.result != .structural
        else { return symbol.name }
        return "\(symbol.name) -> \(signature.result)"
    }
}
