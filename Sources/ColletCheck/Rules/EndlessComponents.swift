extension Wiring {
    /// Each cycle is reported at its first registration or component, if one is in no
    /// reported cycle.
    func endlessComponents() -> [Diagnostic] {
        var reported: Set<Place> = []
        // A certain cycle must not hide behind an uncertain one through the same
        // components.
        return [CallGraph.Timing.always, .perhaps, .unknown].flatMap(cycles).compactMap {
            cycle in
            let steps = cycle.compactMap { edge in
                calls.functions[edge.target].map { (place: edge.place, function: $0) }
            }
            let functions = steps.map(\.function)
            let places = functions.map(\.place)
            let timing = cycle.map(\.timing).max() ?? .always
            let isCertain = timing == .always
            let wiring = functions.filter { $0.kind != .function }
            // Other functions may call themselves, if that ends.
            let own = (wiring.isEmpty && isCertain ? functions : wiring).filter(
                \.site.isReported)
            guard let first = own.min(by: { $0.place < $1.place }),
                let end = places.firstIndex(of: first.place),
                !reported.isSuperset(of: places)
            else { return nil }
            reported.formUnion(places)
            let path = steps[(end + 1)...] + steps[...end]
            let titles = ([first] + path.map(\.function)).map(\.title).joined(
                separator: " -> ")
            let verb = first.kind == .registration ? "asking for" : "calling"
            let isDoubt = timing == .unknown
            let start =
                isDoubt
                ? "cannot tell whether this \(first.kind) ends"
                : "this \(first.kind) \(isCertain ? "ends" : "may end")"
            return first.finding(
                isDoubt ? .unknown : .cycle,
                as: isDoubt ? .note : isCertain ? .error : .warning,
                "\(start) up \(verb) itself: \(titles); to fix, \(cure(for: first, path))",
                notes: path.map { place, function in
                    let verb = function.kind == .registration ? "asks for" : "calls"
                    return (place, "\(verb) \(function.title)")
                })
        }
    }

    private func cure(
        for function: Function, _ path: ArraySlice<(place: Place, function: Function)>
    ) -> String {
        let places = path.map(\.place)
        let isOfArray = requests.contains {
            $0.key.type.isArray && places.contains($0.place)
        }
        // What needs itself through functions has no other that could ask later. A value
        // that needs another one of its protocol is usually a decorator.
        let isAlone = path.count { $0.function.kind == .registration } == 1
        let own = registration(at: function.place)
        let isConcrete = own.map { $0.implementation?.name == $0.key.type } == true
        // What other types lead back to is none.
        let others = path.compactMap(\.function.type?.usr).filter {
            $0 != own?.implementation?.usr
        }
        let isNoDecorator = isConcrete || !others.isEmpty
        let initializers = path.filter { $0.function.signature.hasPrefix("init(") }
        let isInInitializer = isNoDecorator && !initializers.isEmpty
        // Only what is of one type with its parts is a part itself.
        let types = path.compactMap { registration(at: $0.function.place)?.key.type }
        return switch (function.kind, path.count) {
        case _ where isOfArray && Set(types).count == 1:
            """
            register the parts by another protocol: an array has every registration, \
            whatever its name
            """
        case (.registration, 2...) where isAlone && isInInitializer:
            "ask for it after init, not in it"
        case (.registration, _) where isAlone:
            "register the inner one under a name, and ask for that"
        case (.registration, _):
            "let one of them inject the other, and read that property when both are made"
        case (_, 1): "call another one, or end it before it calls itself"
        default: "let one of them call the other later, in a closure"
        }
    }

    /// The cycles of calls that happen no later than so. The search doesn't call itself:
    /// a test on a Mac has a stack for chains of some two hundred calls.
    private func cycles(upTo timing: CallGraph.Timing) -> [[CallGraph.Edge]] {
        let modules = Set(registrations.map(\.implementation))
        let starts = calls.functions.filter { _, function in
            function.kind != .function || function.type.map(modules.contains) == true
        }.sorted { $0.value.place < $1.value.place }.map {
            CallGraph.Edge(target: $0.key, place: $0.value.place, timing: .always)
        }
        var cycles: [[CallGraph.Edge]] = []
        var visited: Set<Code> = []
        /// The edges from where the search started to where it is.
        var way: [CallGraph.Edge] = []
        // What is left to follow, the next one last, and how long the way to it is.
        var pending = starts.reversed().map { ($0, 0) }
        while let (edge, depth) = pending.popLast() {
            way.removeSubrange(depth...)
            if let start = way.firstIndex(where: { $0.target == edge.target }) {
                cycles.append(way[(start + 1)...] + [edge])
            } else if visited.insert(edge.target).inserted {
                way.append(edge)
                let next = calls.edges[edge.target, default: []].filter {
                    $0.timing <= timing
                }
                .sorted { $0.place < $1.place }
                pending += next.reversed().map { ($0, way.count) }
            }
        }
        return cycles
    }
}
