extension RunGraph {
    /// For code that runs only in overrides and isolations, the innermost ones; by what
    /// code asks for or mentions, and all registrations: some keep what they make, whoever
    /// asks, and an isolation has only its own. Lazy properties may have their values from
    /// there before they are read elsewhere.
    func confined(
        _ related: Links<Code>, of registrations: [Registration] = [],
        beforeReading lazy: Set<Code> = []
    ) -> Links<Code> {
        let graph = runs.merging(related)
        func reached(from start: Set<Code>, without missing: Set<Code> = []) -> Set<Code>
        {
            reachable(from: start.subtracting(missing)) {
                let next = graph[$0].subtracting(missing)
                return scopes.contains($0) ? [] : next.subtracting(tasks)
            }
        }
        // What is overridden both outside and within itself, as what calls itself, is
        // outside.
        let unbuilt = Set(registrations.filter { !$0.isBuilt }.map(\.code))
        let kept = registrations.filter(\.isKept).map(\.code)
        let outside = reached(
            from: tasks.union(kept + [.start]), without: unbuilt.union(lazy))
        var result = Links<Code>()
        for scope in scopes.subtracting(tests) {
            // What is around an override may be what another one has, if that runs it.
            let isAlone = isolations.contains(scope)
            let isOutside = outside.contains(scope)
            let others = registrations.filter {
                !$0.effect.scopes.contains(scope) && (isAlone || isOutside && !$0.isBuilt)
            }
            let inside = reached(from: graph[scope], without: Set(others.map(\.code)))
            for code in inside.subtracting(outside) { result.add([scope], to: code) }
            // What also runs elsewhere has less here than there.
            guard isAlone, !registrations.isEmpty else { continue }
            for code in inside.intersection(outside) {
                result.add([.start, scope], to: code)
            }
        }
        // What nobody there asks for would run where it is registered.
        let asked = outside.union(result.targets.keys)
        for registration in registrations where !registration.isBuilt {
            for code in reached(from: [registration.code]).subtracting(asked) {
                result.add(registration.effect.scopes, to: code)
            }
        }
        return result
    }

    /// The same for the code of tests, by what they mention of it themselves.
    var confinedTests: Links<Code> {
        let uses = uses
        let graph = tests.reduce(into: Links()) { graph, code in
            graph.add(uses[code].intersection(tests), to: code)
        }
        func reached(from start: Set<Code>) -> Set<Code> {
            reachable(from: start) { scopes.contains($0) ? [] : graph[$0] }
        }
        // What no test mentions, as a test itself, whoever runs tests calls.
        let outside = reached(from: tests.subtracting(graph.targets.values.joined()))
        var result = Links<Code>()
        for scope in scopes.intersection(tests) {
            let inside = reached(from: graph[scope])
            for code in inside.subtracting(outside) { result.add([scope], to: code) }
        }
        return result
    }
}
