import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Wide and deep: code that works with a few things works with thousands.
///
/// The benchmark shows that the cost of each doesn't grow with their number.
struct SizeTests {
    @Test func tenThousandRegistrationsAreFound() {
        let names = (0..<10_000).map(String.init)
        Dependencies { for name in names { Module(name) { name } } }.isolate {
            #expect(names.allSatisfy { Resolver.resolve(String.self, name: $0) == $0 })
            #expect(Resolver.resolve([String].self) == names)
        }
    }

    @Test func aThousandOverridesAreNested() {
        /// Returns how many overrides have their own module and the outermost one.
        @Sendable func override(_ depth: Int) -> Int {
            Dependencies { Module { depth } }.override {
                let inner = depth < 1_000 ? override(depth + 1) : 0
                let isRight =
                    Resolver.resolve() == depth && Resolver.resolve() == "outermost"
                return inner + (isRight ? 1 : 0)
            }
        }
        // The sanitizers need much stack.
        let count = onAnotherThread(stackSize: 64 << 20) {
            Dependencies { Module { "outermost" } }.isolate { override(1) }
        }
        #expect(count == 1_000)
    }

    /// If the outer tasks don't wait, the innermost one is the last to hold all
    /// overrides. Swift releases a chain of one class without recursion.
    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func tasksLayThousandsOfOverridesOverEachOther(outerTasksWait: Bool) async {
        let layers = runsSlowTests ? 20_000 : 4_000
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        let answers = Handover<[String]>()
        @Sendable func layer(_ number: Int) -> Task<Void, Never> {
            let held = Ending { continuation.yield() }
            let block = Dependencies {
                Module("\(number)") { withExtendedLifetime(held) { number } }
            }
            return Task(executorPreference: OwnThreads.small) {
                await block.override {
                    if number == layers { return answers.give(answersOfManyLayers()) }
                    let inner = layer(number + 1)
                    if outerTasksWait { await inner.value }
                }
            }
        }
        Dependencies { Module { "outermost" } }.isolate { _ = layer(1) }
        for await _ in ends.prefix(layers) {}
        #expect(answers.take() == ["outermost", "\(layers)", "0", "\(layers + 1)"])
    }

    /// 32 times as many cost 32 times as much, not 1,024 times. Only this thread's
    /// processor time counts, which others can prolong, but not five times. The short one
    /// is measured three times, because others can prolong it more.
    @Test(.timeLimit(.minutes(10)), arguments: Survey.allCases)
    func whatAsksForAllRegistrationsIsNotQuadraticInThem(survey: Survey) {
        let few = (0..<3).map { _ in survey.cost(of: 100) }.min()!
        #expect(survey.cost(of: 3_200) < 180 * few)
    }

    /// Each module is resolved before the next one asks, so only the components are on
    /// the stack.
    @Test func aThousandModulesWithinEachOtherFitASmallStack() {
        let depth = onAnotherThread(stackSize: 512 << 10) {
            Level.outermost().component()
        }
        #expect(depth == 1_000)
    }

    @Test func tenThousandComponentsAreKept() {
        let scope = Scope()
        func components() -> [Counted] {
            (0..<10_000).map { id in scope.shared(for: id) { Counted() } }
        }
        let first = components()
        #expect(Set(first.map(ObjectIdentifier.init)).count == 10_000)
        let second = components()
        #expect(first.indices.allSatisfy { first[$0] === second[$0] })
    }

    @Test func aThousandObjectsAreInOneGraph() {
        let scope = Scope()
        func objects() -> [Counted] {
            (0..<1_000).map { id in scope.graph(for: id) { Counted() } }
        }
        let isOneGraph = scope.graph { zip(objects(), objects()).allSatisfy(===) }
        #expect(isOneGraph)
    }

    @Test func aThousandCallersWaitForOneComponent() async {
        let scope = Scope()
        let tally = Tally()
        let asking = Barrier(1_000)
        let components = await withTaskGroup { group in
            for _ in 0..<1_000 {
                group.addTask {
                    asking.arrive()
                    return await scope.shared {
                        await withCheckedContinuation { continuation in
                            Thread.detachNewThread {
                                asking.wait()
                                continuation.resume()
                            }
                        }
                        return Counted(tally)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(components.count == 1_000)
        #expect(components.allSatisfy { $0 === components[0] })
        #expect(tally.made == 1)
    }
}

/// Operations that look at all registrations.
enum Survey: CaseIterable {
    case array, list, verification

    /// The nanoseconds that it takes with a number of registrations over as many others.
    fileprivate func cost(of count: Int) -> Int {
        func block(_ first: Int) -> Dependencies {
            Dependencies {
                for number in first..<first + count { Module("\(number)") { number } }
            }
        }
        let lower = block(0), upper = block(count / 2)
        let incomplete = Dependencies {
            lower
            upper
            Module { Inject<Double>("\(count)") }
        }
        return lower.isolate {
            upper.override {
                let start = processorTime()
                switch self {
                case .array: _ = Resolver.resolve([Int].self)
                case .list: _ = Dependencies.registered
                case .verification:
                    do { try incomplete.verify() } catch { _ = "\(error)" }
                }
                return processorTime() - start
            }
        }
    }

    /// This thread's processor time so far, in nanoseconds.
    private func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

private func answersOfManyLayers() -> [String] {
    let counts = [
        Resolver.resolve([Int].self).count, Resolver.resolve([Double].self).count,
        Dependencies.registered.count,
    ]
    return [Resolver.resolve()] + counts.map(String.init)
}

/// Reports when it is released.
private final class Ending: Sendable {
    private let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
}

/// A module that contains another one.
private struct Level: Sendable {
    let below: Inject<Level>?

    /// Never released, because releasing a thousand objects that hold each other needs
    /// more stack.
    static let outermost = Dependencies {
        for level in 0...1_000 {
            Module("\(level)") { Level(below: level == 0 ? nil : Inject("\(level - 1)")) }
        }
    }
    .isolate { Inject<Level>("1000") }

    /// The number of levels below.
    func component() -> Int {
        guard let below else { return 0 }
        return below().component() + 1
    }
}
