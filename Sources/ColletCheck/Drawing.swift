/// The graph of a program's wiring: modules, their components and who uses what.
///
/// A module is what is registered for one key; it frames its components. Types that inject
/// modules, and are none themselves, stand on their own. Tests are left out.
struct Drawing {
    private struct Module {
        let title: String
        var components: [CallGraph.Node] = []
    }

    /// An end of an arrow.
    private enum End: Hashable {
        case module(Int)
        case component(CallGraph.Node)
        case client(String)
    }

    private struct Arrow: Hashable {
        let from: End
        let to: End
    }

    private let graph: CallGraph
    private var modules: [Module] = []
    /// The types that inject modules and are none, by identifier, with their titles.
    private var clients: [(usr: String, title: String)] = []
    private var arrows: [Arrow] = []
    private var numbers: [CallGraph.Node: Int] = [:]

    init(_ wiring: Wiring) {
        graph = wiring.calls
        let registrations = Self.registrations(of: wiring)
        let components = graph.componentsByType()
        var indices: [Key: Int] = [:]
        var modulesByType: [String: [Int]] = [:]
        for registration in registrations {
            // The later registration of a key replaces the earlier one.
            let index = indices[registration.key] ?? modules.count
            if index == modules.count {
                modules.append(Module(title: ""))
                indices[registration.key] = index
            }
            let name = registration.key.name.spelling.map { " \($0)" } ?? ""
            let lifetime = registration.lifetime == .transient ? "" : " .\(registration.lifetime)"
            modules[index] = Module(title: "\(registration.key.type)\(name)\(lifetime)")
            if let type = registration.implementation {
                modules[index].components = components[type.usr] ?? []
                modulesByType[type.usr, default: []].append(index)
            }
        }
        for module in modules {
            for node in module.components where numbers[node] == nil {
                numbers[node] = numbers.count
            }
        }
        addArrows(wiring, indices, modulesByType)
    }

    /// The registrations to draw, by place: the package's own, and what these use from others.
    private static func registrations(of wiring: Wiring) -> [Registration] {
        let candidates = wiring.registrations
            .filter { !$0.site.isInTests && $0.key.type.isKnown }
            .sorted { $0.site.place < $1.site.place }
        let table = RegistrationTable(candidates)
        var drawn: Set<Place> = []
        var open = candidates.filter(\.site.isReported)
        open += wiring.requests.filter(\.site.isReported).flatMap(table.registrations(for:))
        let requests = Dictionary(grouping: wiring.requests) { $0.owner?.usr }
        while let next = open.popLast() {
            guard drawn.insert(next.site.place).inserted, let type = next.implementation else {
                continue
            }
            open += (requests[type.usr] ?? []).flatMap(table.registrations(for:))
        }
        return candidates.filter { drawn.contains($0.site.place) }
    }

    // MARK: Arrows

    private mutating func addArrows(
        _ wiring: Wiring,
        _ indices: [Key: Int],
        _ modulesByType: [String: [Int]]
    ) {
        var seen: Set<Arrow> = []
        func add(_ from: End, _ to: End, to arrows: inout [Arrow]) {
            if seen.insert(Arrow(from: from, to: to)).inserted {
                arrows.append(Arrow(from: from, to: to))
            }
        }
        for node in modules.flatMap(\.components) {
            for target in componentsUsed(by: node) {
                add(.component(node), .component(target), to: &arrows)
            }
        }
        // Who injects a module but is seen to use none of its components points to all of it.
        for request in wiring.requests.sorted(by: { $0.site.place < $1.site.place })
        where !request.site.isInTests {
            guard let owner = request.owner, let title = owner.typeName() else { continue }
            let targets = targets(of: request.key, indices)
            guard !targets.isEmpty else { continue }
            let sources: [End]
            if let owners = modulesByType[owner.usr] {
                sources = owners.map { .module($0) }
            } else {
                sources = [.client(owner.usr)]
                if !clients.contains(where: { $0.usr == owner.usr }) {
                    clients.append((owner.usr, title.description))
                }
            }
            for source in sources {
                let used = uses(of: source, owner: owner.usr)
                for target in targets {
                    let components = used.filter(modules[target].components.contains)
                    if case .client = source {
                        for component in components {
                            add(source, .component(component), to: &arrows)
                        }
                    }
                    if components.isEmpty { add(source, .module(target), to: &arrows) }
                }
            }
        }
    }

    /// The modules that serve a key: for an array all of its element's.
    private func targets(of key: Key, _ indices: [Key: Int]) -> [Int] {
        if let target = indices[key] { return [target] }
        guard let element = key.type.element else { return [] }
        if case .array = key.type {
            return indices.filter { $0.key.type == element }.map(\.value).sorted()
        }
        return [indices[Key(type: element, name: key.name)]].compactMap(\.self)
    }

    /// The components that a component calls, also through functions that are none.
    private func componentsUsed(by node: CallGraph.Node) -> [CallGraph.Node] {
        reach(from: [node])
    }

    /// The components of modules that a module or another type calls.
    private func uses(of end: End, owner: String) -> [CallGraph.Node] {
        if case .module(let index) = end { return reach(from: modules[index].components) }
        let own = graph.functions.values.filter { $0.parent?.usr == owner }.map(\.symbol.usr)
        return reach(from: own.sorted().map { CallGraph.Node(function: $0, selfType: owner) })
    }

    private func reach(from start: [CallGraph.Node]) -> [CallGraph.Node] {
        var seen: Set<CallGraph.Node> = []
        var result: [CallGraph.Node] = []
        var open = start
        while let node = open.popLast() {
            for edge in graph.edges(from: node) where seen.insert(edge.target).inserted {
                if numbers[edge.target] != nil {
                    result.append(edge.target)
                } else {
                    open.append(edge.target)
                }
            }
        }
        return result.sorted { numbers[$0, default: 0] < numbers[$1, default: 0] }
    }

    // MARK: Mermaid

    /// The graph as a Mermaid flow chart.
    var mermaid: String {
        var lines = ["flowchart LR"]
        for (index, module) in modules.enumerated() {
            let components = componentsDrawn(in: index)
            if components.isEmpty {
                lines.append("    m\(index)[\"\(Self.mermaid(module.title))\"]")
                continue
            }
            lines.append("    subgraph m\(index)[\"\(Self.mermaid(module.title))\"]")
            for node in components {
                let title = Self.mermaid(graph.signature(of: node))
                lines.append("        c\(numbers[node]!)[\"\(title)\"]")
            }
            lines.append("    end")
        }
        for (index, client) in clients.enumerated() {
            lines.append("    t\(index)([\"\(Self.mermaid(client.title))\"])")
        }
        for arrow in arrows {
            lines.append("    \(name(of: arrow.from)) --> \(name(of: arrow.to))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Mermaid writes what has a meaning in its labels as entities of its own.
    private static func mermaid(_ text: String) -> String {
        let entities: [Character: String] = [
            "#": "#35;", "&": "#amp;", "<": "#lt;", ">": "#gt;", "\"": "#quot;",
        ]
        return text.map { entities[$0] ?? String($0) }.joined()
    }

    // MARK: DOT

    /// The graph in Graphviz's language.
    var dot: String {
        var lines = [
            "digraph dependencies {", "    rankdir=LR; compound=true;", "    node [shape=box];",
        ]
        for (index, module) in modules.enumerated() {
            let title = Self.dot(module.title)
            // An arrow to a cluster ends at a node in it; one without text is there for that.
            let components = componentsDrawn(in: index)
            if components.isEmpty {
                lines.append("    m\(index) [label=\"\(title)\"];")
                continue
            }
            lines.append("    subgraph cluster_m\(index) {")
            lines.append("        label=\"\(title)\";")
            lines.append("        m\(index) [shape=point, style=invis];")
            for node in components {
                let label = Self.dot(graph.signature(of: node))
                lines.append("        c\(numbers[node]!) [label=\"\(label)\"];")
            }
            lines.append("    }")
        }
        for (index, client) in clients.enumerated() {
            lines.append("    t\(index) [label=\"\(Self.dot(client.title))\", shape=oval];")
        }
        for arrow in arrows {
            let ends = [(arrow.from, "ltail"), (arrow.to, "lhead")].compactMap { end, side in
                cluster(of: end).map { "\(side)=\($0)" }
            }
            let attributes = ends.isEmpty ? "" : " [\(ends.joined(separator: ", "))]"
            lines.append("    \(name(of: arrow.from)) -> \(name(of: arrow.to))\(attributes);")
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    private func cluster(of end: End) -> String? {
        guard case .module(let index) = end, !componentsDrawn(in: index).isEmpty else {
            return nil
        }
        return "cluster_m\(index)"
    }

    private static func dot(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    // MARK: Both

    /// A module's components, but those that are drawn in an earlier one: two keys may share a
    /// type.
    private func componentsDrawn(in module: Int) -> [CallGraph.Node] {
        let earlier = Set(modules[..<module].flatMap(\.components))
        return modules[module].components.filter { !earlier.contains($0) }
    }

    private func name(of end: End) -> String {
        switch end {
        case .module(let index): "m\(index)"
        case .component(let node): "c\(numbers[node, default: 0])"
        case .client(let usr): "t\(clients.firstIndex { $0.usr == usr } ?? 0)"
        }
    }
}
