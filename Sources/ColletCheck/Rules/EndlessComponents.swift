/// Finds components that end up asking for themselves.
struct EndlessComponents {
    private let graph: CallGraph
    private var edges: [CallGraph.Node: [CallGraph.Edge]] = [:]

    static func check(_ wiring: Wiring) -> [Diagnostic] {
        EndlessComponents(wiring.calls).diagnostics()
    }

    private init(_ graph: CallGraph) {
        self.graph = graph
        var open = graph.componentsByType().values.flatMap { $0 }
        while let node = open.popLast() {
            guard edges[node] == nil else { continue }
            edges[node] = graph.edges(from: node)
            open += edges[node]?.map(\.target) ?? []
        }
        dropWhatEnds()
    }

    /// Removes the functions that call nothing which goes on, so that cycles and what leads to
    /// them are left.
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
        let components = edges.keys.filter { graph.functions[$0.function]?.isComponent == true }
        var reported: Set<Set<CallGraph.Node>> = []
        var result: [Diagnostic] = []
        for node in components.sorted(by: isBefore) {
            let certain = cycle(from: node, onlyCertain: true)
            guard let path = certain ?? cycle(from: node, onlyCertain: false),
                graph.functions[node.function]?.site.isReported == true,
                reported.insert(Set(path.map(\.target))).inserted
            else { continue }
            result.append(diagnostic(from: node, along: path, isCertain: certain != nil))
        }
        return result
    }

    /// The order of the source, and of types where one function is several types' own.
    private func isBefore(_ one: CallGraph.Node, _ other: CallGraph.Node) -> Bool {
        (graph.place(of: one), one.selfType ?? "") < (graph.place(of: other), other.selfType ?? "")
    }

    /// The shortest way from a function back to itself.
    private func cycle(from start: CallGraph.Node, onlyCertain: Bool) -> [CallGraph.Edge]? {
        // How each function was reached: a way for each would be a copy for each.
        var steps: [CallGraph.Node: (edge: CallGraph.Edge, origin: CallGraph.Node)] = [:]
        var queue = [start]
        var next = 0
        while steps[start] == nil, next < queue.count {
            let node = queue[next]
            next += 1
            for edge in edges[node] ?? [] where edge.isCertain || !onlyCertain {
                guard steps[edge.target] == nil else { continue }
                steps[edge.target] = (edge, node)
                queue.append(edge.target)
            }
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
        from node: CallGraph.Node,
        along path: [CallGraph.Edge],
        isCertain: Bool
    ) -> Diagnostic {
        let titles = ([node] + path.map(\.target)).map(graph.title(of:))
        return Diagnostic(
            severity: isCertain ? .error : .warning,
            place: graph.place(of: node),
            message: "this component \(isCertain ? "ends up" : "may end up") calling itself: "
                + titles.joined(separator: " -> "),
            notes: path.map {
                Diagnostic.Note(place: $0.place, message: "calls \(graph.title(of: $0.target))")
            }
        )
    }
}
