/// Finds registrations and components that end up asking for themselves.
struct EndlessComponents {
    private let graph: CallGraph
    private var edges: [CallGraph.Node: [CallGraph.Edge]] = [:]

    static func check(_ wiring: Wiring) -> [Diagnostic] {
        EndlessComponents(wiring.calls).diagnostics()
    }

    private init(_ graph: CallGraph) {
        self.graph = graph
        var open = graph.componentsByType().values.flatMap { $0 }
        open += graph.registrations.keys.map { CallGraph.Node(caller: .registration($0)) }
        let modules = Set(graph.registrations.values.compactMap(\.implementation?.usr))
        for function in graph.functions.values {
            guard let type = function.parent?.usr, modules.contains(type) else { continue }
            open.append(CallGraph.Node(caller: .function(function.symbol.usr), selfType: type))
        }
        while let node = open.popLast() {
            guard edges[node] == nil else { continue }
            // What a closure does that somebody keeps is another matter.
            let next = graph.edges(from: node).filter { $0.timing != .later }
            edges[node] = next
            open += next.map(\.target)
        }
        dropWhatEnds()
    }

    /// Removes what calls nothing that goes on, so that cycles and what leads to them are left.
    private mutating func dropWhatEnds() {
        var callers: [CallGraph.Node: [CallGraph.Node]] = [:]
        var counts: [CallGraph.Node: Int] = [:]
        for (node, calls) in edges {
            counts[node] = calls.count
            for call in calls { callers[call.target, default: []].append(node) }
        }
        var ended = counts.filter { $0.value == 0 }.map(\.key)
        while let node = ended.popLast() {
            edges[node] = nil
            for caller in callers[node] ?? [] {
                counts[caller, default: 0] -= 1
                if counts[caller] == 0 { ended.append(caller) }
            }
        }
    }

    private func diagnostics() -> [Diagnostic] {
        var reported: Set<Set<CallGraph.Node>> = []
        return edges.keys.sorted(by: isBefore).compactMap { node in
            let certain = cycle(from: node, onlyCertain: true)
            guard let path = certain ?? cycle(from: node, onlyCertain: false),
                graph.site(of: node)?.isReported == true
            else { return nil }
            // Other functions may call themselves, if that ends.
            let isCounted = certain != nil && !path.map(\.target).contains(where: isWiring)
            guard isWiring(node) || isCounted, reported.insert(Set(path.map(\.target))).inserted
            else { return nil }
            return diagnostic(from: node, along: path, isCertain: certain != nil)
        }
    }

    private func isWiring(_ node: CallGraph.Node) -> Bool {
        graph.function(of: node)?.isComponent ?? true
    }

    /// The order of the source, and of types where one function is several types' own.
    private func isBefore(_ one: CallGraph.Node, _ other: CallGraph.Node) -> Bool {
        (graph.place(of: one), one.selfType ?? "") < (graph.place(of: other), other.selfType ?? "")
    }

    /// The shortest way from a node back to itself.
    private func cycle(from start: CallGraph.Node, onlyCertain: Bool) -> [CallGraph.Edge]? {
        // How each node was reached: a way for each would be a copy for each.
        var steps: [CallGraph.Node: (edge: CallGraph.Edge, origin: CallGraph.Node)] = [:]
        var level = [start]
        while steps[start] == nil, !level.isEmpty {
            var next: [CallGraph.Node] = []
            for node in level {
                for edge in edges[node] ?? []
                where steps[edge.target] == nil && (edge.timing == .always || !onlyCertain) {
                    steps[edge.target] = (edge, node)
                    next.append(edge.target)
                }
            }
            level = next
        }
        var way: [CallGraph.Edge] = []
        var end = start
        while let (edge, origin) = steps[end], way.isEmpty || end != start {
            way.append(edge)
            end = origin
        }
        return way.isEmpty ? nil : way.reversed()
    }

    private func diagnostic(
        from node: CallGraph.Node, along path: [CallGraph.Edge], isCertain: Bool
    ) -> Diagnostic {
        let titles = ([node] + path.map(\.target)).map(graph.title(of:))
        let function = graph.function(of: node)
        let subject = function.map { $0.isComponent ? "component" : "function" } ?? "registration"
        let message =
            "this \(subject) \(isCertain ? "ends up" : "may end up") "
            + (function == nil ? "asking for itself: " : "calling itself: ")
            + titles.joined(separator: " -> ")
        let notes = path.map {
            let verb = graph.function(of: $0.target) == nil ? "asks for" : "calls"
            return ($0.place, "\(verb) \(graph.title(of: $0.target))")
        }
        let severity: Diagnostic.Severity = isCertain ? .error : .warning
        return Diagnostic(severity, at: graph.place(of: node), message, notes: notes)
    }
}
