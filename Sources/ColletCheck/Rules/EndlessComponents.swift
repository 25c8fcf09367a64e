extension Wiring {
    /// Each cycle is reported at its first registration or component, if one is in no reported cycle.
    func endlessComponents() -> [Diagnostic] {
        var reported: Set<CallGraph.Node> = []
        // A certain cycle must not hide behind an uncertain one through the same components.
        return [CallGraph.Timing.always, .perhaps].flatMap(calls.cycles).compactMap { cycle in
            let nodes = cycle.map(\.target)
            let isCertain = cycle.allSatisfy { $0.timing == .always }
            let wiring = nodes.filter(calls.isWiring)
            // Other functions may call themselves, if that ends.
            let candidates = wiring.isEmpty && isCertain ? nodes : wiring
            let own = candidates.filter { calls.site(of: $0)?.isReported == true }
            guard let first = own.min(by: calls.isBefore), let site = calls.site(of: first),
                let end = nodes.firstIndex(of: first), !reported.isSuperset(of: nodes)
            else { return nil }
            reported.formUnion(nodes)
            let path = cycle[(end + 1)...] + cycle[...end]
            let titles = ([first] + path.map(\.target)).map(calls.title).joined(separator: " -> ")
            let function = calls.functions[first]
            let what = function.map { $0.isComponent ? "component" : "function" } ?? "registration"
            return Diagnostic(
                rule: .cycle, severity: isCertain ? .error : .warning, site: site,
                message: "this \(what) \(isCertain ? "ends" : "may end") up "
                    + "\(function == nil ? "asking for" : "calling") itself: \(titles); to fix, "
                    + cure(for: function, path.map(\.place)),
                notes: path.map { edge in
                    let verb = calls.functions[edge.target] == nil ? "asks for" : "calls"
                    return (edge.place, "\(verb) \(calls.title(of: edge.target))")
                })
        }
    }

    private func cure(for function: Function?, _ path: [Place]) -> String {
        switch (function, path.count) {
        case _ where requests.contains { $0.key.type.isArray && path.contains($0.site.place) }:
            "register the parts by another protocol: an array has every registration, whatever its "
                + "name"
        case (nil, 1): "register the inner one under a name, and ask for that"
        case (nil, _): "let one of them inject the other, and read that property when both are made"
        case (_, 1): "call another one, or end it before it calls itself"
        default: "let one of them call the other later, in a closure"
        }
    }
}

extension CallGraph {
    fileprivate func isWiring(_ node: Node) -> Bool {
        if case .closure = node { true } else { functions[node]?.isComponent == true }
    }

    /// The cycles of calls that happen no later than so. The search doesn't call itself: a test on a
    /// Mac has a stack for chains of some two hundred calls.
    fileprivate func cycles(upTo timing: Timing) -> [[Edge]] {
        let modules = Set(registrations.values.map(\.implementation))
        let starts = edges.keys.filter { node in
            isWiring(node) || functions[node]?.type.map(modules.contains) == true
        }.sorted(by: isBefore).map { Edge(target: $0, place: place(of: $0), timing: .always) }
        var cycles: [[Edge]] = []
        var visited: Set<Node> = []
        /// The edges from where the search started to where it is.
        var way: [Edge] = []
        // What is left to follow, the next one last, and how long the way to it is.
        var pending = starts.reversed().map { ($0, 0) }
        while let (edge, depth) = pending.popLast() {
            way.removeSubrange(depth...)
            if let start = way.firstIndex(where: { $0.target == edge.target }) {
                cycles.append(way[(start + 1)...] + [edge])
            } else if visited.insert(edge.target).inserted {
                way.append(edge)
                let calls = edges[edge.target, default: []].filter { $0.timing <= timing }
                    .sorted { $0.place < $1.place }
                pending += calls.reversed().map { ($0, way.count) }
            }
        }
        return cycles
    }
}
