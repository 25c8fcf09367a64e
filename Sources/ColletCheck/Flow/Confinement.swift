extension RunGraph {
    /// For code that runs only in overrides and isolations, the innermost ones; by what
    /// code asks for or mentions, the places of the registrations that keep what they
    /// make, whoever asks, and all registrations: an isolation has only its own.
    func confined(
        _ related: [Code: Set<Code>], kept: [Place] = [],
        of registrations: [Registration] = []
    ) -> [Code: Set<Code>] {
        let graph = runs.merging(related) { $0.union($1) }
        func reached(from start: Set<Code>, without missing: Set<Code> = []) -> Set<Code>
        {
            reachable(from: start.subtracting(missing)) {
                let next = graph[$0, default: []].subtracting(missing)
                return scopes.contains($0) ? [] : next.subtracting(tasks)
            }
        }
        // What is overridden both outside and within itself, as what calls itself, is
        // outside.
        let unbuilt = Set(
            registrations.filter { !$0.isBuilt }.map { Code.closure($0.place) })
        let outside = reached(
            from: tasks.union(kept.map(Code.closure) + [.start]), without: unbuilt)
        var result: [Code: Set<Code>] = [:]
        for scope in scopes.subtracting(tests) {
            // What is around an override may be what another one has, if that runs it.
            let (isAlone, isOutside) = (
                isolations.contains(scope), outside.contains(scope)
            )
            let others = registrations.filter {
                !$0.effect.scopes.contains(scope) && (isAlone || isOutside && !$0.isBuilt)
            }
            let missing = Set(others.map { Code.closure($0.place) })
            let inside = reached(from: graph[scope, default: []], without: missing)
            for code in inside.subtracting(outside) {
                result[code, default: []].insert(scope)
            }
        }
        // What nobody there asks for would run where it is registered.
        let asked = outside.union(result.keys)
        for registration in registrations where !registration.isBuilt {
            let code = Code.closure(registration.place)
            for code in reached(from: [code]).subtracting(asked) {
                result[code, default: []].formUnion(registration.effect.scopes)
            }
        }
        return result
    }

    /// The same for the code of tests, by what they mention of it themselves.
    var confinedTests: [Code: Set<Code>] {
        let graph = tests.reduce(into: [Code: Set<Code>]()) { graph, code in
            graph[code] = next(to: code).intersection(tests)
        }
        func reached(from start: Set<Code>) -> Set<Code> {
            reachable(from: start) { scopes.contains($0) ? [] : graph[$0, default: []] }
        }
        // What no test mentions, as a test itself, whoever runs tests calls.
        let outside = reached(from: tests.subtracting(graph.values.joined()))
        var result: [Code: Set<Code>] = [:]
        for scope in scopes.intersection(tests) {
            let inside = reached(from: graph[scope, default: []])
            for code in inside.subtracting(outside) {
                result[code, default: []].insert(scope)
            }
        }
        return result
    }
}
