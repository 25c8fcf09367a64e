import Collet
import TestSupport
import Testing

/// Random object graphs, compared with a simple model's objects for the same plan.
///
/// Each seed is a plan: up to 200 nodes in ten modules, which take each other when they
/// are made or when they are configured. The identity of every edge is compared.
struct ScopeGraphTests {
    /// 500 seeds; 1,000 under a sanitizer or with `COLLET_SLOW_TESTS`.
    @Test(.timeLimit(.minutes(10)))
    func randomGraphsAreWiredLikeTheirModel() throws {
        for seed in 0..<rounds(slow: 1_000, usual: 1_000) {
            let plan = Plan(seed: seed)
            try plan.dependencies.isolate {
                let things = plan.makeAll()
                defer { untie(things) }
                var model = Model(plan: plan)
                let expected = model.makeAll()
                defer { untie(expected) }
                try #require(wiring(of: things) == wiring(of: expected), "seed \(seed)")
            }
        }
    }

    /// Threads share only what the scopes keep. 50 seeds; 100 under a sanitizer, and 1,000
    /// with `COLLET_SLOW_TESTS`.
    @Test(.timeLimit(.minutes(10)))
    func threadsWireTheSameRandomGraphsApart() async throws {
        for seed in 0..<rounds(slow: 1_000, usual: 100) {
            let plan = Plan(seed: seed, keptTakeOnlyKept: true)
            try await plan.dependencies.isolate {
                let areas = Plan.areas.map { Inject<Area>($0) }
                let ofThreads = try await race(threads: 16) { _ in
                    let things = plan.makeAll(areas)
                    return (things, wiring(of: things))
                }
                defer { ofThreads.forEach { untie($0.0) } }
                var model = Model(plan: plan)
                let expected = model.makeAll()
                defer { untie(expected) }
                let expectedWiring = wiring(of: expected)
                try #require(
                    ofThreads.allSatisfy { $0.1 == expectedWiring }, "seed \(seed)")
                try #require(areApart(ofThreads.map(\.0), in: plan), "seed \(seed)")
            }
        }
    }

    /// Plans that are all alike would make a poor comparison.
    @Test func thePlansAreVaried() {
        let plans = (0..<1_000).map { Plan(seed: $0) }
        #expect(plans.contains { $0.nodes.count == 1 })
        #expect(plans.contains { $0.nodes.count > 180 })
        var isKeptTakingFromAGraph = false
        var cycles = 0
        for plan in plans {
            for (number, node) in plan.nodes.enumerated() {
                if node.later.contains(where: { plan.reaches(number, from: $0) }) {
                    cycles += 1
                }
                if node.isKept,
                    node.taken.contains(where: { plan.nodes[$0].lifetime == .graph })
                {
                    isKeptTakingFromAGraph = true
                }
            }
        }
        #expect(isKeptTakingFromAGraph)
        #expect(cycles > 1_000)
    }
}

// MARK: - Fixtures

/// An object of a random graph.
///
/// Only the thread that configures it changes it, and only objects of one graph are
/// configured.
private final class Thing: @unchecked Sendable {
    let node: Int
    var taken: [Thing]
    var later: [Thing] = []

    init(_ node: Int, taken: [Thing] = []) {
        self.node = node
        self.taken = taken
    }
}

/// All objects that can be reached, in the order of a walk.
private func everything(from roots: [Thing]) -> [Thing] {
    var isKnown: Set<ObjectIdentifier> = []
    var all: [Thing] = []
    func visit(_ thing: Thing) {
        if isKnown.insert(ObjectIdentifier(thing)).inserted { all.append(thing) }
    }
    roots.forEach(visit)
    var position = 0
    while position < all.count {
        all[position].taken.forEach(visit)
        all[position].later.forEach(visit)
        position += 1
    }
    return all
}

/// The edges, with every object numbered in the order of a walk: equal for graphs in
/// which the same edges lead to the same objects.
private func wiring(of roots: [Thing]) -> [[Int]] {
    let all = everything(from: roots)
    let keysAndValues = zip(all.map(ObjectIdentifier.init), 0...)
    let numbers = Dictionary(uniqueKeysWithValues: keysAndValues)
    let edges = all.map { thing in
        [thing.node, thing.taken.count]
            + (thing.taken + thing.later).map { numbers[.init($0)]! }
    }
    return [roots.map { numbers[.init($0)]! }] + edges
}

/// Whether threads share exactly the objects that the scopes keep.
private func areApart(_ ofThreads: [[Thing]], in plan: Plan) -> Bool {
    var kept: [Int: Thing] = [:]
    var isKnown: Set<ObjectIdentifier> = []
    for thing in ofThreads.flatMap(everything) {
        if plan.nodes[thing.node].isKept {
            if kept[thing.node, default: thing] !== thing { return false }
            kept[thing.node] = thing
        } else if !isKnown.insert(ObjectIdentifier(thing)).inserted {
            return false
        }
    }
    return true
}

/// Lets go of objects that hold each other.
private func untie(_ roots: [Thing]) {
    for thing in everything(from: roots) {
        thing.taken = []
        thing.later = []
    }
}

/// The objects to make, and how to make them.
private struct Plan: Sendable {
    enum Lifetime: CaseIterable { case unscoped, shared, weak, graph }

    struct Node {
        let area: Int
        let lifetime: Lifetime
        /// The nodes, with higher numbers, that it takes when it is made.
        var taken: [Int] = []
        /// The nodes that it takes when it is configured.
        var later: [Int] = []

        var isKept: Bool { lifetime == .shared || lifetime == .weak }
    }

    static let areas = (0..<10).map(String.init)

    private(set) var nodes: [Node]
    /// The outermost calls, one after the other.
    let roots: [Int]

    /// - Parameter keptTakeOnlyKept: Whether kept objects are the same, whichever request
    ///   comes first.
    init(seed: Int, keptTakeOnlyKept: Bool = false) {
        var random = SplitMix(state: UInt64(seed))
        let count = Int.random(
            in: seed.isMultiple(of: 50) ? 100...200 : 1...20, using: &random)
        nodes = (0..<count).map { _ in
            let lifetime: Lifetime =
                Int.random(in: 0..<3, using: &random) > 0
                ? .graph : Lifetime.allCases.randomElement(using: &random)!
            return Node(area: .random(in: 0..<10, using: &random), lifetime: lifetime)
        }
        roots = (0..<3).map { _ in Int.random(in: 0..<count, using: &random) }
        for number in 0..<count {
            for _ in 0..<Int.random(in: 0...3, using: &random) where number + 1 < count {
                // Near ones for depth, any for breadth.
                let farthest =
                    Bool.random(using: &random) ? min(number + 2, count - 1) : count - 1
                nodes[number].taken.append(
                    .random(in: number + 1...farthest, using: &random))
            }
            guard nodes[number].lifetime == .graph else { continue }
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                nodes[number].later.append(.random(in: 0..<count, using: &random))
            }
        }
        for number in 0..<count {
            nodes[number].taken = nodes[number].taken.filter { other in
                switch nodes[number].lifetime {
                case .graph: true
                // There would be more and more of them.
                case .unscoped: nodes[other].lifetime != .unscoped
                // They would need themselves.
                case .shared, .weak:
                    !reaches(number, from: other)
                        && (nodes[other].isKept || !keptTakeOnlyKept)
                }
            }
        }
    }

    /// Whether one node needs another, or is it.
    func reaches(_ other: Int, from number: Int) -> Bool {
        var isKnown = Set([number])
        var open = [number]
        while let next = open.popLast() {
            if next == other { return true }
            for following in nodes[next].taken + nodes[next].later {
                if isKnown.insert(following).inserted { open.append(following) }
            }
        }
        return false
    }

    var dependencies: Dependencies {
        Dependencies {
            for name in Plan.areas { Module(.shared, name) { Area(plan: self) } }
        }
    }

    func makeAll(_ areas: [Inject<Area>] = Plan.areas.map { Inject($0) }) -> [Thing] {
        roots.map { areas[nodes[$0].area]().component($0) }
    }
}

/// A module with the components of its nodes.
private final class Area: Sendable {
    private let plan: Plan
    private let scope = Scope()
    private let areas = Plan.areas.map { Inject<Area>($0) }

    init(plan: Plan) { self.plan = plan }

    /// Two nodes have one key, and are told apart by the place of their call.
    func component(_ number: Int) -> Thing {
        let node = plan.nodes[number]
        let line = UInt(number % 2)
        let make = { Thing(number, taken: self.things(node.taken)) }
        return switch node.lifetime {
        case .unscoped: make()
        case .shared: scope.shared(for: number / 2, line: line, make)
        case .weak: scope.weak(for: number / 2, line: line, make)
        case .graph:
            scope.graph(for: number / 2, line: line, make) { thing in
                thing.later += self.things(node.later)
            }
        }
    }

    private func things(_ numbers: [Int]) -> [Thing] {
        numbers.map { areas[plan.nodes[$0].area]().component($0) }
    }
}

/// Makes the objects of a plan by looking them up in two dictionaries.
private struct Model {
    let plan: Plan
    private var kept: [Int: Thing] = [:]
    /// The objects of the current graph, if there is one.
    private var graph: [Int: Thing]?

    init(plan: Plan) { self.plan = plan }

    mutating func makeAll() -> [Thing] {
        var things: [Thing] = []
        for root in plan.roots { things.append(thing(root)) }
        return things
    }

    private mutating func thing(_ number: Int) -> Thing {
        let thing = Thing(number)
        switch plan.nodes[number].lifetime {
        case .unscoped: break
        case .shared, .weak:
            if let known = kept[number] { return known }
            kept[number] = thing
            // It is made outside of the graph that asks for it.
            let outer = graph
            graph = nil
            defer { graph = outer }
            takeAll(for: thing)
            return thing
        case .graph:
            if graph == nil {
                graph = [:]
                defer { graph = nil }
                return self.thing(number)
            }
            if let known = graph?[number] { return known }
            graph?[number] = thing
        }
        takeAll(for: thing)
        return thing
    }

    private mutating func takeAll(for thing: Thing) {
        for other in plan.nodes[thing.node].taken {
            thing.taken.append(self.thing(other))
        }
        for other in plan.nodes[thing.node].later {
            thing.later.append(self.thing(other))
        }
    }
}
