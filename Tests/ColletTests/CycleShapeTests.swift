import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Random dependencies, made by threads and asynchronous runs at once: cycles are
/// reported with their path, nothing else is, and nothing hangs.
///
/// A report ends the process, so each cycle has a process of its own, which ends itself
/// if it hangs.
struct CycleShapeTests {
    /// Each process makes the next shape: 1,000 altogether with `COLLET_SLOW_TESTS`.
    @Test(arguments: 0..<4) func cyclesAreReportedWithTheirPath(part: Int) async throws {
        let count = runsSlowTests ? 250 : 10
        for seed in part * count..<(part + 1) * count {
            let shape = Shape(seed: seed)
            try #require(shape.isCyclic, "seed \(seed): \(shape)")
            let result = await #expect(
                processExitsWith: .failure, observing: .messages,
                "seed \(seed): \(shape)"
            ) { [seed = seed as Int] in
                alarm(600)
                _ = await ShapeRun(Shape(seed: seed)).run()
            }
            let output = try #require(result).lines
            let headline = try #require(
                output.first { $0.contains("is a cycle") },
                "seed \(seed): \(shape)\n\(output.joined(separator: "\n"))")
            // A module has its number as its name, and a component as its line.
            let path = headline.prefix(
                upTo: try #require(headline.range(of: " is a cycle")).lowerBound
            )
            .components(separatedBy: " -> ")
            .compactMap { try? #/.*?(\d+)"?/#.wholeMatch(in: $0).map { Int($0.1)! } }
            #expect(
                path.count > 1 && path.first == path.last, "seed \(seed): \(headline)")
            let steps = zip(path, path.dropFirst())
            let isWay = steps.allSatisfy { shape.nodes[$0].needs.contains($1) }
            #expect(isWay, "seed \(seed): \(headline), in \(shape)")
        }
    }

    /// The same shapes without the needs that close their cycles.
    @Test func soundShapesAreMade() async throws {
        let count = runsSlowTests ? 2_000 : 200
        let transcript = try Transcript()
        let result = await #expect(processExitsWith: .success) {
            [count = count as Int, transcript = transcript as Transcript] in
            try transcript.begin()
            for seed in 0..<count {
                alarm(600)
                let shape = Shape(seed: seed).withoutCycles
                let run = ShapeRun(shape)
                let roots = await run.run()
                if let mistake = run.mistake(in: roots) {
                    say("Seed \(seed): \(mistake), in \(shape)")
                    exit(EXIT_FAILURE)
                }
            }
        }
        let lines = try transcript.lines
        try #require(result != nil, "\(lines.joined(separator: "\n"))")
    }

    /// Shapes that are all alike would make poor tests.
    @Test func theShapesAreVaried() {
        let shapes = (0..<1_000).map { Shape(seed: $0) }
        for roots in 1...3 { #expect(shapes.count { $0.roots.count == roots } > 100) }
        for lifetime in Shape.Lifetime.allCases {
            #expect(shapes.count { $0.nodes.contains { $0.lifetime == lifetime } } > 100)
            #expect(shapes.count { $0.cycle!.contains(lifetime) } > 30, "\(lifetime)")
        }
        #expect(shapes.allSatisfy { !$0.withoutCycles.isCyclic })
        #expect(
            shapes.count { $0.withoutCycles.nodes.contains { !$0.needs.isEmpty } } > 900)
    }
}

/// The needs of some modules and components, and the roots where threads begin.
private struct Shape: Sendable {
    enum Lifetime: CaseIterable {
        case transient, shared, weak, component, weakComponent, graph
        // Each gets something new whenever it is made: a registration, a scope, or a
        // container with a graph.
        case replacing, ofAScope, ofAnOverride, configured
        case asynchronous

        /// Whether only depth reveals its cycles, which takes a large stack.
        var nestsDeep: Bool {
            [.replacing, .ofAScope, .ofAnOverride, .configured].contains(self)
        }
    }

    struct Node {
        let lifetime: Lifetime
        var needs: [Int] = []
    }

    private(set) var nodes: [Node]
    /// A thread or a task begins at each.
    let roots: [Int]
    /// Whether all roots are being made before any of them asks for what it needs.
    let rootsMeet: Bool

    /// Makes up a shape with a cycle.
    init(seed: Int) {
        var random = SplitMix(state: UInt64(seed))
        let rootCount = Int.random(in: 1...3, using: &random)
        let count = rootCount + Int.random(in: 1...4, using: &random)
        // Asynchronous nodes may need synchronous ones, but not the other way round.
        let isAsynchronous = Int.random(in: 0..<3, using: &random) == 0
        let kept: [Lifetime] = [.shared, .component]
        nodes = (0..<count).map { number in
            if isAsynchronous, number <= rootCount {
                return Node(lifetime: .asynchronous)
            }
            if number < rootCount {
                return Node(lifetime: kept.randomElement(using: &random)!)
            }
            let lifetimes = Lifetime.allCases.dropLast().filter {
                !isAsynchronous || !$0.nestsDeep
            }
            return Node(lifetime: lifetimes.randomElement(using: &random)!)
        }
        roots = Array(0..<rootCount)
        rootsMeet = Bool.random(using: &random)
        // A cycle of all roots, with or without another node between two of them.
        let between = isAsynchronous ? rootCount..<rootCount + 1 : rootCount..<count
        for root in roots {
            let next = (root + 1) % rootCount
            if Bool.random(using: &random) {
                nodes[root].needs.append(next)
            } else {
                let node = between.randomElement(using: &random)!
                nodes[root].needs.append(node)
                nodes[node].needs.append(next)
            }
        }
        for number in 0..<count {
            for other in 0..<count where Int.random(in: 0..<5, using: &random) == 0 {
                let lifetimes = (nodes[number].lifetime, nodes[other].lifetime)
                if lifetimes.1 == .asynchronous, lifetimes.0 != .asynchronous { continue }
                if !nodes[number].needs.contains(other) {
                    nodes[number].needs.append(other)
                }
            }
            nodes[number].needs.shuffle(using: &random)
        }
    }

    var isCyclic: Bool { cycle != nil }

    /// The lifetimes in some cycle that can be reached from a root.
    var cycle: [Lifetime]? {
        for root in roots {
            if let cycle = closingWay([root]) { return cycle.map { nodes[$0].lifetime } }
        }
        return nil
    }

    /// If a way goes on to one of its own nodes, the nodes from there.
    private func closingWay(_ way: [Int]) -> [Int]? {
        for need in nodes[way.last!].needs {
            if let start = way.firstIndex(of: need) { return Array(way[start...]) }
            if let cycle = closingWay(way + [need]) { return cycle }
        }
        return nil
    }

    /// The shape without the needs that close a cycle on the way from a root.
    var withoutCycles: Shape {
        var shape = self
        var isDone: Set<Int> = []
        func visit(_ number: Int, _ way: [Int]) {
            guard isDone.insert(number).inserted else { return }
            let way = way + [number]
            shape.nodes[number].needs.removeAll { way.contains($0) }
            for need in shape.nodes[number].needs { visit(need, way) }
        }
        for root in roots { visit(root, []) }
        return shape
    }
}

/// The object made for a node.
private final class Made: Sendable {
    let number: Int
    private let needed: Mutex<[Made]>
    var taken: [Made] { needed.withLock(\.self) }

    init(_ number: Int, _ taken: [Made]) {
        self.number = number
        needed = Mutex(taken)
    }

    /// Takes later what another object of the node has taken.
    func complete(with other: Made) { needed.withLock { $0 = other.taken } }
}

/// Makes the nodes of a shape with Collet.
private final class ShapeRun: Sendable {
    private let shape: Shape
    /// How often each node was made.
    private let counts = Mutex<[Int: Int]>([:])
    /// The roots that are being made, and what opens when all of them are.
    private let met = Mutex<Set<Int>>([])
    private let barrier = Barrier()
    private let signal = Signal()

    init(_ shape: Shape) { self.shape = shape }

    /// Begins all roots at once, and returns their objects.
    func run() async -> [Made] {
        let shape = shape
        let dependencies = Dependencies {
            for (number, node) in shape.nodes.enumerated() {
                let make: @Sendable () -> Made = { Components.current.make(number) }
                switch node.lifetime {
                case .transient: Module("\(number)") { make() }
                case .replacing: Module("\(number)") { self.replacing(number)() }
                case .shared: Module(.shared, "\(number)") { make() }
                case .weak: Module(.weak, "\(number)") { make() }
                default: Dependencies {}
                }
            }
            Module(.shared) { Components(run: self) }
        }
        return await dependencies.isolate {
            let components = Components.current
            let strands = shape.roots.map { root in
                if shape.nodes[root].lifetime == .asynchronous {
                    let isDetached = root.isMultiple(of: 2)
                    return isDetached
                        ? Task.detached { await components.takeAsynchronously(root) }
                        : Task { await components.takeAsynchronously(root) }
                }
                let inject = Inject<Made>("\(root)")
                let isComponent = shape.nodes[root].lifetime == .component
                return Task {
                    await withCheckedContinuation { continuation in
                        let thread = Thread {
                            let made = isComponent ? components.take(root) : inject()
                            continuation.resume(returning: made)
                        }
                        thread.stackSize = deepStack
                        thread.start()
                    }
                }
            }
            var made: [Made] = []
            for strand in strands { made.append(await strand.value) }
            return made
        }
    }

    /// Makes a node after it has replaced its registration.
    private func replacing(_ number: Int) -> @Sendable () -> Made {
        {
            Resolver.register(name: "\(number)") { self.replacing(number)() }
            return Components.current.make(number)
        }
    }

    /// The mistake in the objects that were made, if there is one.
    func mistake(in roots: [Made]) -> String? {
        var kept: [Int: Made] = [:]
        var open = roots
        while let made = open.popLast() {
            open += made.taken
            if made.taken.map(\.number) != shape.nodes[made.number].needs {
                return "\(made.number) has taken \(made.taken.map(\.number))"
            }
            guard shape.nodes[made.number].isKept else { continue }
            if kept[made.number, default: made] !== made {
                return "two of \(made.number)"
            }
            kept[made.number] = made
        }
        let counts = counts.withLock(\.self)
        for number in kept.keys where counts[number] != 1 {
            return "\(number) was made \(counts[number]!) times"
        }
        return roots.map(\.number) == shape.roots ? nil : "other roots"
    }

    fileprivate func begin(_ number: Int) {
        counts.withLock { $0[number, default: 0] += 1 }
        guard shape.rootsMeet, shape.roots.contains(number) else { return }
        let areAll = met.withLock { met in
            met.insert(number)
            return met.count == shape.roots.count
        }
        if areAll {
            barrier.arrive()
            signal.send()
        }
    }

    /// The components of a shape.
    private final class Components: Sendable {
        private let scope = Scope()
        private let run: ShapeRun
        private var shape: Shape { run.shape }

        init(run: ShapeRun) { self.run = run }

        static var current: Components { Resolver.resolve() }

        func make(_ number: Int) -> Made {
            run.begin(number)
            if shape.rootsMeet, shape.roots.contains(number) { run.barrier.wait() }
            return Made(number, shape.nodes[number].needs.map(take))
        }

        func take(_ number: Int) -> Made {
            switch shape.nodes[number].lifetime {
            case .transient, .shared, .weak, .replacing:
                Resolver.resolve(name: "\(number)")
            case .component:
                scope.shared(for: number, line: UInt(number)) { make(number) }
            case .weakComponent:
                scope.weak(for: number, line: UInt(number)) { make(number) }
            case .graph: scope.graph(for: number, line: UInt(number)) { make(number) }
            case .ofAScope:
                Scope().shared(for: number, line: UInt(number)) { make(number) }
            case .ofAnOverride:
                Dependencies {}.override {
                    scope.graph(for: number, line: UInt(number)) { make(number) }
                }
            case .configured:
                Dependencies {}.override {
                    scope.graph(for: number, line: UInt(number)) {
                        Made(number, [])
                    } configure: {
                        $0.complete(with: self.make(number))
                    }
                }
            case .asynchronous: fatalError("\(number) is made asynchronously.")
            }
        }

        func takeAsynchronously(_ number: Int) async -> Made {
            guard shape.nodes[number].lifetime == .asynchronous else {
                return take(number)
            }
            return await scope.shared(for: number, line: UInt(number)) {
                self.run.begin(number)
                if self.shape.rootsMeet, self.shape.roots.contains(number) {
                    await self.run.signal.wait()
                }
                var taken: [Made] = []
                for need in self.shape.nodes[number].needs {
                    taken.append(await self.takeAsynchronously(need))
                }
                return Made(number, taken)
            }
        }
    }
}

extension Shape.Node {
    /// Whether it has only one instance.
    var isKept: Bool {
        lifetime == .shared || lifetime == .component || lifetime == .asynchronous
    }
}
