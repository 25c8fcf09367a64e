/// The calls between a program's functions, as far as components are concerned.
struct CallGraph {
    /// A function, an initializer or a property with code.
    struct Function {
        let symbol: IndexSymbol
        /// The type, protocol or extended type that it belongs to.
        let parent: IndexSymbol?
        /// Whether code outside the package may override it.
        let isOpen: Bool
        let site: Site

        /// Whether it makes a component.
        var isComponent: Bool {
            symbol.kind == .instanceMethod && symbol.name.hasPrefix("component(")
        }
    }

    /// Whose function is called.
    enum Receiver: Hashable {
        /// The caller's own.
        case own
        /// That of what an injected property holds: the index of its request.
        case injected(Int)
        /// That of something else.
        case other
    }

    struct Call {
        let callee: String
        let receiver: Receiver
        let place: Place
        /// Whether the call happens each time that its function runs.
        let isCertain: Bool
    }

    /// A function together with the type whose function it is when it runs; they differ where
    /// a protocol's extension implements it.
    struct Node: Hashable {
        let function: String
        let selfType: String?
    }

    struct Edge {
        let target: Node
        let place: Place
        let isCertain: Bool
    }

    var functions: [String: Function] = [:]
    /// The calls that a function makes.
    var calls: [String: [Call]] = [:]
    /// For each requirement, and each type, the function that fulfils it.
    var witnesses: [String: [String: String]] = [:]
    /// The types by their identifiers.
    var types: [String: IndexSymbol] = [:]
    /// For each request the types that are registered for it.
    var implementations: [Int: [String]] = [:]

    /// The components of each type but protocols: its own, and those that it has from a protocol's
    /// extension; in the order of the source.
    func componentsByType() -> [String: [Node]] {
        var result: [String: Set<Node>] = [:]
        for function in functions.values where function.isComponent {
            guard let type = function.parent, type.kind != .protocol else { continue }
            let node = Node(function: function.symbol.usr, selfType: type.usr)
            result[type.usr, default: []].insert(node)
        }
        for fulfilled in witnesses.values {
            for (type, function) in fulfilled where functions[function]?.isComponent == true {
                guard types[type]?.kind != .protocol else { continue }
                result[type, default: []].insert(Node(function: function, selfType: type))
            }
        }
        return result.mapValues { $0.sorted { place(of: $0) < place(of: $1) } }
    }

    /// What a function calls.
    func edges(from node: Node) -> [Edge] {
        (calls[node.function] ?? []).flatMap { call -> [Edge] in
            let targets: [String?]
            let parent = functions[call.callee]?.parent
            // A subclass may do something else.
            let isOverridden = parent?.kind != .protocol && witnesses[call.callee]?.isEmpty == false
            let isOpen = functions[call.callee]?.isOpen ?? false
            var isCertain = call.isCertain && !isOverridden && !isOpen
            switch call.receiver {
            case .own: targets = [node.selfType]
            case .injected(let request):
                targets = implementations[request] ?? []
                isCertain = isCertain && targets.count == 1
            case .other: targets = [parent?.kind == .protocol ? nil : parent?.usr]
            }
            return targets.compactMap { type -> Edge? in
                var callee = call.callee
                if parent?.kind == .protocol {
                    guard let type else { return nil }
                    if let witness = witnesses[callee]?[type] { callee = witness }
                }
                guard let function = functions[callee] else { return nil }
                let owner = function.parent?.kind == .protocol ? type : function.parent?.usr
                return Edge(
                    target: Node(function: callee, selfType: owner),
                    place: call.place,
                    isCertain: isCertain
                )
            }
        }
    }

    func place(of node: Node) -> Place {
        functions[node.function]?.site.place
            ?? Place(path: "", position: Position(line: 0, column: 0))
    }

    /// A component as its type, its name and what it makes: `App.M.component() -> App.Store`.
    func title(of node: Node) -> String {
        guard let type = node.selfType.flatMap({ types[$0]?.typeName() }) else {
            return signature(of: node)
        }
        return "\(type).\(signature(of: node))"
    }

    /// A function's name and result.
    func signature(of node: Node) -> String {
        guard let symbol = functions[node.function]?.symbol else { return "?" }
        switch symbol.kind {
        case .instanceMethod, .staticMethod, .classMethod, .function:
            guard let text = Demangler.text(ofUSR: symbol.usr),
                let result = DemangledType.ofResult(text)
            else { return symbol.name }
            return "\(symbol.name) -> \(result)"
        default:
            return symbol.name
        }
    }
}
