import Collet
import Foundation
import TestSupport
import Testing

/// Tasks that inherit an override, a graph or something being made, and have overrides,
/// graphs, scopes, wrappers and messages of their own, both while the inherited one goes
/// on and after it has ended.
struct ChildTaskTests {
    // MARK: Overrides

    @Test(arguments: Begun.allCases)
    func overridesAndIsolationsOfAChildTaskAreItsOwn(begun: Begun) async {
        await Dependencies {
            Module { "outer" }
            Module { 1 }
        }
        .isolate {
            let seen = await begun.run {
                let fake = Dependencies { Module { "inner" } }
                let overridden = fake.override {
                    [current(), "\(Resolver.resolve(Int.self))"]
                }
                let isolated = await fake.isolate { () async in
                    await Task.yield()
                    return [
                        current(),
                        Resolver.resolve(Int?.self) == nil ? "no number" : "number",
                    ]
                }
                return overridden + isolated + [current()]
            }
            #expect(seen == ["inner", "1", "inner", "no number", "outer"])
            #expect(current() == "outer")
        }
    }

    /// Only the child's override ends, so only the child's instances are released.
    @Test(arguments: Begun.allCases)
    func anOverrideOfAChildTaskReleasesItsInstancesAlone(begun: Begun) async {
        let tallies = [Tally(), Tally()]
        await Dependencies { Module(.shared, "outer") { Counted(tallies[0]) } }.isolate {
            await begun.run {
                Dependencies { Module(.shared, "inner") { Counted(tallies[1]) } }.override
                {
                    _ = Resolver.resolve(Counted.self, name: "outer")
                    _ = Resolver.resolve(Counted.self, name: "inner")
                }
            }
            #expect(tallies.map(\.alive) == [1, 0])
        }
        #expect(tallies.map(\.made) == [1, 1])
        #expect(tallies.map(\.alive) == [0, 0])
    }

    /// The inherited container keeps no instance any more.
    @Test func aTaskThatOutlivesItsOverrideMayBeginOneOverIt() async {
        let mayGoOn = Signal()
        let tally = Tally()
        let task = Dependencies {
            Module { "fake" }
            Module(.shared) { Counted(tally) }
        }
        .isolate {
            _ = Resolver.resolve(Counted.self)
            return Task {
                await mayGoOn.wait()
                let seen = Dependencies { Module { 2 } }.override {
                    "\(current()) \(Resolver.resolve(Int.self))"
                }
                do {
                    let held: Counted = Inject()()
                    #expect(Resolver.resolve(Counted.self) === held)
                }
                return (seen, current(), tally.alive, Dependencies.unused)
            }
        }
        #expect(tally.alive == 0)
        mayGoOn.send()
        let (seen, last, alive, unused) = await task.value
        #expect([seen, last] == ["fake 2", "fake"])
        #expect(alive == 0)
        #expect(tally.made == 2)
        #expect(unused.isEmpty)
    }

    @Test(arguments: Begun.allCases)
    func whatAChildTaskAsksForIsNotUnused(begun: Begun) async {
        await Dependencies {
            Module("asked for") { 1 }
            Module("left") { 2 }
        }
        .isolate {
            let unused = await begun.run {
                _ = Resolver.resolve(Int.self, name: "asked for")
                let inner = Dependencies { Module("inner") { 3 } }.override {
                    Dependencies.unused
                }
                return inner + Dependencies.unused
            }
            #expect(unused == [#"Swift.Int named "inner""#, #"Swift.Int named "left""#])
            #expect(Dependencies.unused == [#"Swift.Int named "left""#])
        }
    }

    /// Registrations go to the container that the task inherited.
    @Test(arguments: Begun.allCases)
    func whatAChildTaskRegistersIsInTheOverride(begun: Begun) async {
        await Dependencies { Module { "first" } }.isolate {
            await Dependencies {}.override { () async in
                await begun.run {
                    Resolver.register { "registered" }
                    Dependencies { Module { 1 } }.build()
                }
                #expect(current() == "registered")
                #expect(Resolver.resolve(Int.self) == 1)
                await begun.run { Resolver.reset() }
                #expect(current() == "first")
                #expect(Resolver.resolve(Int?.self) == nil)
            }
            #expect(current() == "first")
        }
    }

    /// The place of creation decides, not the reader.
    @Test(arguments: Begun.allCases)
    func aWrapperThatWasCreatedOutsideKeepsItsContainerInAChildTask(begun: Begun) async {
        await Dependencies { Module { "real" } }.isolate {
            let outside = Inject<String>()
            let seen = await Dependencies { Module { "fake" } }.override { () async in
                let inside = Inject<String>()
                return await begun.run {
                    let own = Inject<String>()
                    let other = Dependencies { Module { "other" } }.override { inside() }
                    return [outside(), other, own()]
                }
            }
            #expect(seen == ["real", "fake", "fake"])
        }
    }

    // MARK: Graphs and scopes

    @Test(arguments: Begun.allCases)
    func aChildTaskOfAnAsynchronousComponentHasGraphsOfItsOwn(begun: Begun) async {
        let desk = TicketDesk(serving: .graph)
        let objects = await Scope().shared { () async in
            let own = desk.scope.graph { [desk.object(), desk.object()] }
            let others = await begun.run {
                desk.scope.graph { [desk.object(), desk.object()] }
            }
            return own + others
        }
        #expect(objects[0] === objects[1])
        #expect(objects[2] === objects[3])
        #expect(objects[0] !== objects[2])
    }

    /// The graph is over, and so are its objects.
    @Test func aTaskThatOutlivesAGraphBeginsItsOwn() async {
        let desk = TicketDesk(serving: .graph)
        let mayGoOn = Signal()
        let (object, task) = desk.scope.graph {
            let task = Task {
                await mayGoOn.wait()
                let pair = desk.scope.graph { [desk.object(), desk.object()] }
                return pair + [desk.object()]
            }
            return (desk.object(), task)
        }
        mayGoOn.send()
        let others = await task.value
        #expect(others[0] === others[1])
        #expect(Set(([object] + others).map { ObjectIdentifier($0) }).count == 3)
    }

    @Test(arguments: Begun.allCases)
    func aScopeThatAChildTaskCreatesUsesTheContainerOfTheTask(begun: Begun) async {
        await Dependencies { Module { "fake" } }.isolate {
            let scope = await begun.run { Scope() }
            let seen = Dependencies { Module { "other" } }.override {
                scope.shared { current() }
            }
            #expect(seen == "fake")
        }
    }

    /// The component waits neither for the task nor for anything the task waits for.
    @Test(.timeLimit(.minutes(10)), arguments: Within.allCases)
    func aTaskThatAComponentBeginsMayWaitForWhatNeedsTheComponent(within: Within) async {
        await #expect(processExitsWith: .success) { [within] in
            let pair = WaitingPair(within)
            async let first = pair.first()
            async let second = pair.second()
            let numbers = await [first, second]
            precondition(numbers == [1, 2])
        }
    }

    // MARK: Messages

    @Test(arguments: [false, true])
    func whatATaskLacksIsNeededByWhatBeganIt(isImmediate: Bool) async throws {
        let result = await #expect(processExitsWith: .failure, observing: .messages) {
            [isImmediate] in
            Dependencies {
                Module(.shared) { () -> any Session in
                    let elsewhere: Elsewhere = isImmediate ? .immediateTask : .task
                    elsewhere.run {
                        Dependencies { Module { 1 } }.override { need((any Clock).self) }
                    }
                    return Counted()
                }
            }
            .isolate { _ = Resolver.resolve((any Session).self) }
        }
        #expect(
            try #require(result).report.contains("  needed by     ColletTests.Session"))
    }

    /// The wrapper was created outside of any module, and is read while one is made.
    @Test func aWrapperThatATaskReadsIsNeededByWhatBeganTheTask() async throws {
        let result = await #expect(processExitsWith: .failure, observing: .messages) {
            let wrapper = Inject<String>()
            Resolver.register { needing((any Clock).self) { "text" } }
            Resolver.register(
                Module(.shared) { () -> any Session in
                    Elsewhere.task.run { _ = wrapper() }
                    return Counted()
                }
            )
            _ = Resolver.resolve((any Session).self)
        }
        let line = "  needed by     ColletTests.Session -> Swift.String"
        #expect(try #require(result).report.contains(line))
    }

    /// A request of a task within a graph belongs to no object of the graph.
    @Test func aComponentOfAChildTaskIsNamedWithoutTheGraphThatGoesOn() async throws {
        let result = await #expect(processExitsWith: .failure, observing: .messages) {
            let scope = Scope()
            _ = scope.graph {
                Elsewhere.task.run { _ = scope.shared { Counted(Resolver.resolve()) } }
                return Draft()
            }
        }
        #expect(
            try #require(result).report.contains("  needed by     ColletTests.Counted"))
    }

    /// Directly within an inherited override, a transient module is made without a trace.
    @Test func whatAModuleLacksInTheGraphOfAChildTaskIsNeededByTheObject() async throws {
        let result = await #expect(processExitsWith: .failure, observing: .messages) {
            Dependencies { Module { needing((any Clock).self) { "text" } } }.override {
                let text = Inject<String>()
                Elsewhere.task.run { _ = Scope().graph { FixedClock(zone: text()) } }
            }
        }
        let line = "  needed by     ColletTests.FixedClock -> Swift.String"
        #expect(try #require(result).report.contains(line))
    }

    // MARK: Objects that tasks keep

    /// A task that goes on keeps what it inherits, but never the task from which it
    /// inherits.
    @Test(.timeLimit(.minutes(10)))
    func aTaskThatGoesOnDoesNotKeepTheResultOfTheTaskThatBeganIt() async {
        let tally = Tally()
        let mayEnd = Signal()
        func use() async {
            let first = Task {
                _ = Scope().shared { Task { await mayEnd.wait() } }
                return Counted(tally)
            }
            _ = await first.value
        }
        await use()
        // A task ends a little later than the calls that wait for it.
        while tally.alive > 0, !Task.isCancelled { await Task.yield() }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
        mayEnd.send()
    }

    /// A child task that `async let` begins is in its parent's memory.
    @Test(.timeLimit(.minutes(10)))
    func aTaskMayOutliveTheChildTaskThatBeganIt() async {
        await #expect(processExitsWith: .success) {
            for number in 0..<10 {
                Dependencies { Module(.shared) { Service() } }.build()
                let sum = await Service.first().work(on: number)
                precondition(sum == 256 * number)
            }
        }
    }
}

// MARK: - Fixtures

private func current() -> String { Resolver.resolve() }

/// A component that begins a task and goes on, and another that needs it and that the
/// task needs.
private final class WaitingPair: Sendable {
    private let scope = Scope()
    private let (isMakingSecond, mayEndFirst) = (Signal(), Signal())
    private let within: Within

    init(_ within: Within) { self.within = within }

    func first() async -> Int {
        await scope.shared { () async in
            Task {
                await self.within.run {
                    await self.isMakingSecond.wait()
                    return await self.second()
                }
            }
            await self.mayEndFirst.wait()
            return 1
        }
    }

    func second() async -> Int {
        await scope.shared { () async in
            self.isMakingSecond.send()
            // The task has time to wait for this, and this has time to wait for the
            // other.
            for _ in 0..<100 { await Task.yield() }
            Task {
                for _ in 0..<100 { await Task.yield() }
                self.mayEndFirst.send()
            }
            return await self.first() + 1
        }
    }
}

/// Begins a task while it is made.
private final class Service: Sendable {
    private let mayEnd = Signal()
    private let work: Task<Void, Never>

    init() { work = Task { [mayEnd] in await mayEnd.wait() } }

    static func first() async -> Service {
        async let service = Resolver.resolve(Service.self)
        return await service
    }

    /// Reuses the memory of the child task while the task ends.
    @inline(never) func work(on number: Int) async -> Int {
        let parts = (
            SIMD64(repeating: number), SIMD64(repeating: number),
            SIMD64(repeating: number),
            SIMD64(repeating: number)
        )
        mayEnd.send()
        await work.value
        return (parts.0 &+ parts.1 &+ parts.2 &+ parts.3).wrappedSum()
    }
}

/// The ways to begin a task that inherits the current container.
enum Begun: CaseIterable {
    case asyncLet, group, task

    func run<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) async
        -> Result
    {
        switch self {
        case .asyncLet:
            async let result = body()
            return await result
        case .group:
            return await withTaskGroup(of: Result.self) { group in
                group.addTask { await body() }
                return await group.next()!
            }
        case .task:
            return await Task { await body() }.value
        }
    }
}

/// The surroundings from which a task does something.
enum Within: String, CaseIterable, Codable {
    case nothing, anOverride, aTransientModule, aComponent

    func run(_ body: @escaping @Sendable () async -> Int) async -> Int {
        switch self {
        case .nothing: await body()
        case .anOverride: await Dependencies {}.override { () async in await body() }
        case .aTransientModule:
            await Dependencies { Module { Task { await body() } } }
                .override { () async in
                    await Resolver.resolve(Task<Int, Never>.self).value
                }
        case .aComponent: await Scope().shared { () async in await body() }
        }
    }
}
