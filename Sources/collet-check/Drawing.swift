import ColletCheck

/// The graph of a program's wiring. A module is what is registered for one key; it frames its
/// components. Other types that inject modules stand on their own. Tests are left out.
struct Drawing {
    struct Module {
        var title = ""
        var components: [CallGraph.Node] = []
        /// The components that are drawn in it: two keys may share a type, whose are drawn once.
        var drawn: [CallGraph.Node] = []
    }

    private let graph: CallGraph
    private let table: RegistrationTable
    private(set) var modules: [Module] = []
    private var indices: [Key: Int] = [:]
    /// For each type the modules that are made of it.
    private var modulesByType: [String: [Int]] = [:]
    private var numbers: [CallGraph.Node: Int] = [:]
    private(set) var clients: [DeclaredType] = []
    /// The names of what arrows lead from and to: `m0` is a module, `c0` a component, `t0` a client.
    private(set) var arrows: [[String]] = []

    init(_ wiring: Wiring) {
        graph = wiring.calls
        let requests = wiring.requests.filter { !$0.site.isInTests && $0.key.type.isKnown }
            .sorted { $0.site.place < $1.site.place }
        let known = wiring.registrations.filter {
            !$0.site.isInTests && $0.isBuilt && $0.key.type.isKnown
        }
        // The package's own modules, and what it asks other packages for.
        table = RegistrationTable(known)
        let served = requests.filter(\.site.isReported).flatMap { table.registrations(for: $0.key) }
        let drawn = Set(served.map(\.site.place))
        let components = graph.components
        for registration in known.sorted(by: { $0.site.place < $1.site.place })
        where registration.site.isReported || drawn.contains(registration.site.place) {
            add(registration, components[registration.implementation?.usr ?? ""] ?? [])
        }
        for index in modules.indices {
            modules[index].drawn = modules[index].components.filter { numbers[$0] == nil }
            for node in modules[index].drawn { numbers[node] = numbers.count }
        }
        for node in modules.flatMap(\.drawn) {
            for target in uses(from: [node]) { draw(name(of: node), name(of: target)) }
        }
        for request in requests { add(request) }
    }

    private mutating func add(_ registration: Registration, _ components: [CallGraph.Node]) {
        // The later registration of a key replaces the earlier one.
        let index = indices[registration.key] ?? modules.count
        if index == modules.count { modules.append(Module()) }
        indices[registration.key] = index
        let name = registration.key.name.spelling.map { " \($0)" } ?? ""
        let lifetime = registration.lifetime == .transient ? "" : " .\(registration.lifetime)"
        modules[index].title = "\(registration.key.type)\(name)\(lifetime)"
        modules[index].components = components
        if let type = registration.implementation?.usr {
            modulesByType[type, default: []].append(index)
        }
    }

    private mutating func draw(_ source: String, _ target: String) {
        if !arrows.contains([source, target]) { arrows.append([source, target]) }
    }

    /// Draws arrows from who asks to what serves the request.
    private mutating func add(_ request: Request) {
        let served = table.registrations(for: request.key).compactMap { indices[$0.key] }
        let targets = Set(served).sorted()
        guard !targets.isEmpty else { return }
        if let registration = request.registration.flatMap({ graph.registrations[$0] }) {
            guard let source = indices[registration.key] else { return }
            for target in targets { draw("m\(source)", "m\(target)") }
        } else if let owner = request.owner {
            let members = graph.members[owner.usr] ?? []
            let used = uses(from: members)
            // The arrows of a module's components are drawn already.
            let drawn = uses(from: members.filter { numbers[$0] != nil })
            let modules = modulesByType[owner.usr]
            let sources = modules?.map { "m\($0)" } ?? [client(owner)]
            for target in targets {
                let found = used.filter(self.modules[target].components.contains)
                // Who is seen to use none of the components points to all of the module.
                for source in sources where found.isEmpty { draw(source, "m\(target)") }
                for component in found where !drawn.contains(component) {
                    for source in sources { draw(source, name(of: component)) }
                }
            }
        }
    }

    func name(of node: CallGraph.Node) -> String { "c\(numbers[node, default: 0])" }

    func title(of node: CallGraph.Node) -> String { graph.function(of: node)?.signature ?? "" }

    private mutating func client(_ type: DeclaredType) -> String {
        let index = clients.firstIndex(of: type) ?? clients.count
        if index == clients.count { clients.append(type) }
        return "t\(index)"
    }

    /// The components that functions call, also through others of their type, but not through
    /// another type's or a registration: those arrows are its own.
    private func uses(from start: [CallGraph.Node]) -> [CallGraph.Node] {
        func called(by node: CallGraph.Node) -> [CallGraph.Node] {
            (graph.edges[node] ?? []).map(\.target).filter { target in
                guard case .declaration = target else { return false }
                let type = graph.function(of: target)?.type
                return numbers[target] != nil || type == nil
                    || type == graph.function(of: node)?.type
            }
        }
        let callers = reachable(from: start) { called(by: $0).filter { numbers[$0] == nil } }
        return Set(callers.flatMap(called)).filter { numbers[$0] != nil }
            .sorted { numbers[$0, default: 0] < numbers[$1, default: 0] }
    }
}
