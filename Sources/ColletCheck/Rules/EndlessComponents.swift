/// Finds registrations and components that end up asking for themselves.
struct EndlessComponents {
    private typealias Edge = CallGraph.Edge

    private let wiring: Wiring
    /// The edges from where the search started to where it is.
    private var way: [Edge] = []
    private var visited: Set<CallGraph.Node> = []
    private var reported: Set<CallGraph.Node> = []
    private var diagnostics: [Diagnostic] = []

    static func check(_ wiring: Wiring) -> [Diagnostic] {
        var search = EndlessComponents(wiring: wiring)
        // A certain cycle must not hide behind an uncertain one through the same components.
        for timing in [CallGraph.Timing.always, .perhaps] { search.run(upTo: timing) }
        return search.diagnostics
    }

    private var graph: CallGraph { wiring.calls }

    /// Not by calling itself: a test on a Mac has a stack for chains of some two hundred calls.
    private mutating func run(upTo timing: CallGraph.Timing) {
        visited = []
        let modules = Set(graph.registrations.values.map(\.implementation))
        let starts = graph.edges.keys.filter { node in
            isWiring(node) || graph.function(of: node)?.type.map(modules.contains) == true
        }.sorted(by: graph.isBefore).map { node in
            Edge(target: node, place: graph.place(of: node), timing: .always)
        }
        // What is left to start from, and to follow from each step of the way.
        var pending = [starts[...]]
        while var calls = pending.popLast() {
            guard let edge = calls.popFirst() else {
                _ = way.popLast()
                continue
            }
            pending.append(calls)
            if let start = way.firstIndex(where: { $0.target == edge.target }) {
                report(way[(start + 1)...] + [edge])
            } else if visited.insert(edge.target).inserted {
                way.append(edge)
                let calls = (graph.edges[edge.target] ?? []).filter { $0.timing <= timing }
                pending.append(calls.sorted { $0.place < $1.place }[...])
            }
        }
    }

    private func isWiring(_ node: CallGraph.Node) -> Bool {
        if case .closure = node { true } else { graph.isComponent(node) }
    }

    /// Reports a cycle at its first registration or component, if one is in no reported cycle.
    private mutating func report(_ cycle: ArraySlice<Edge>) {
        let nodes = cycle.map(\.target)
        let isCertain = cycle.allSatisfy { $0.timing == .always }
        let wiring = nodes.filter(isWiring)
        // Other functions may call themselves, if that ends.
        let candidates = wiring.isEmpty && isCertain ? nodes : wiring
        let own = candidates.filter { graph.site(of: $0)?.isReported == true }
        guard let first = own.min(by: graph.isBefore), !reported.isSuperset(of: nodes),
            let end = cycle.firstIndex(where: { $0.target == first })
        else { return }
        reported.formUnion(nodes)
        let path = cycle[(end + 1)...] + cycle[...end]
        let titles = ([first] + path.map(\.target)).map(graph.title).joined(separator: " -> ")
        let function = graph.isComponent(first) ? "component" : "function"
        let isCalled = graph.function(of: first) != nil
        let message =
            "this \(isCalled ? function : "registration") \(isCertain ? "ends" : "may end") up "
            + "\(isCalled ? "calling" : "asking for") itself: \(titles); to fix, "
            + cure(for: first, path)
        let notes = path.map { edge in
            let verb = graph.function(of: edge.target) == nil ? "asks for" : "calls"
            return (edge.place, "\(verb) \(graph.title(of: edge.target))")
        }
        let severity: Diagnostic.Severity = isCertain ? .error : .warning
        let place = graph.place(of: first)
        diagnostics.append(Diagnostic(.cycle, severity, place, message, notes: notes))
    }

    private func cure(for node: CallGraph.Node, _ path: ArraySlice<Edge>) -> String {
        switch (graph.function(of: node), path.count) {
        case _
        where wiring.requests.contains(where: { request in
            request.key.type.isArray && path.contains { $0.place == request.site.place }
        }):
            "register the parts by another protocol: an array has every registration, whatever its "
                + "name"
        case (nil, 1): "register the inner one under a name, and ask for that"
        case (nil, _): "let one of them inject the other, and read that property when both are made"
        case (_, 1): "call another one, or end it before it calls itself"
        default: "let one of them call the other later, in a closure"
        }
    }
}
