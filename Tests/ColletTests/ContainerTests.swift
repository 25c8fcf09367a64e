import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Held containers: what is current in them, what stays in them, and their
/// end.
///
/// The random programs of `ModelTests` also hold containers. `CureTests` is
/// about the messages.
struct ContainerTests {
    // MARK: Entering

    @Test(arguments: Elsewhere.allCases)
    func aContainerIsEnteredAgainFromAnywhere(elsewhere: Elsewhere) {
        let tally = Tally()
        let container = session(tally).makeContainer()
        let ids = (1...3).map { _ in
            elsewhere.run {
                container.perform { ObjectIdentifier(Resolver.resolve(Counted.self)) }
            }
        }
        #expect(Set(ids).count == 1)
        #expect(tally.made == 1)
    }

    @Test func actorsEnterAContainer() async {
        let container = session().makeContainer()
        let (one, other) = (Desk(container), Desk(container))
        #expect(await one.resolve() === (await other.resolve()))
        let onMainActor = await MainActor.run {
            container.perform { Resolver.resolve(Counted.self) }
        }
        #expect(await one.resolve() === onMainActor)
    }

    /// All threads are in it at the same time.
    @Test(.timeLimit(.minutes(10))) func threadsInOneContainerShareItsInstances()
        async throws
    {
        let tally = Tally()
        let container = session(tally).makeContainer()
        let areIn = Barrier(20)
        let ids = try await race(threads: 20) { thread in
            container.perform {
                areIn.arriveAndWait()
                Resolver.register(value: thread, name: "\(thread)")
                return ObjectIdentifier(Resolver.resolve(Counted.self))
            }
        }
        #expect(Set(ids).count == 1)
        #expect(tally.made == 1)
        #expect(
            container.perform { Resolver.resolve([Int].self) }.sorted() == Array(0..<20))
    }

    /// The body isn't isolated by itself, so only the container keeps it on the actor
    /// where it began.
    @Test func asynchronousBodiesStayOnTheActorOfTheirCaller() async {
        await Desk(session().makeContainer()).checkIsolation()
    }

    @Test func bodiesThrowTheirOwnErrors() async {
        let container = session().makeContainer()
        var errors: [OutOfStock] = []
        do throws(OutOfStock) {
            try container.perform { () throws(OutOfStock) in throw OutOfStock() }
        } catch { errors.append(error) }
        do throws(OutOfStock) {
            try await container.perform { () async throws(OutOfStock) in
                await Task.yield()
                throw OutOfStock()
            }
        } catch { errors.append(error) }
        #expect(errors.count == 2)
    }

    // MARK: What is current

    /// A container lies over the one that was current when it was made.
    @Test func containersOverridesAndIsolationsNest() {
        text("a").isolate {
            let (over, number) = (
                text("b").makeContainer(), Dependencies { Module { 1 } }.makeContainer()
            )
            text("c").override {
                #expect(over.perform { current() } == "b")
                #expect(number.perform { current() } == "a 1")
                over.perform {
                    #expect(number.perform { current() } == "a 1")
                    #expect(text("d").override { current() } == "d")
                    #expect(text("e").isolate { over.perform { current() } } == "b")
                    let inner = Dependencies { Module { 2 } }.makeContainer()
                    text("f").override { #expect(inner.perform { current() } == "b 2") }
                    #expect(current() == "b")
                }
                #expect(current() == "c")
            }
        }
    }

    @Test func whatIsCurrentIsEnteredLater() {
        let (outside, wrapper, later) = text("a").isolate {
            text("b").override {
                (Inject<String>(), Inject<String>(), Dependencies.Container.current)
            }
        }
        #expect(later.perform { current() } == "b")
        let made = later.perform { Inject<String>() }
        text("c").isolate {
            #expect(later.perform { current() } == "b")
            #expect([outside(), wrapper(), made()] == ["b", "b", "b"])
        }
        let process = onAnotherThread { Dependencies.Container.current }
        Dependencies { Module { Parent() } }.isolate {
            #expect(process.perform { Resolver.resolve(Parent?.self) } == nil)
        }
    }

    /// As in a view whose window has a container.
    @Test(arguments: Elsewhere.allCases)
    func childrenThatAreMadeLaterAreMadeWithinCurrent(elsewhere: Elsewhere) {
        let window = text("window").makeContainer()
        let parent = window.perform { Parent() }
        #expect(elsewhere.run { parent.child() } == "window")
    }

    // MARK: What stays in it

    @Test func whatIsRegisteredBuiltAndResetWithinStaysThere() {
        Dependencies {}.isolate {
            text("outside").build()
            let container = Dependencies { Module("own") { "own" } }.makeContainer()
            container.perform {
                Resolver.register(value: 1)
                text("inside").build()
            }
            #expect(current() == "outside")
            #expect(container.perform { current() } == "inside 1")
            #expect(
                container.perform { Dependencies.unused } == [
                    #"Swift.String named "own""#
                ])
            container.perform { Resolver.reset() }
            #expect(container.perform { current() } == "outside")
            _ = container.perform { Resolver.resolve(String?.self, name: "own") }
            #expect(
                container.perform { Dependencies.unused } == [
                    #"Swift.String named "own""#
                ])
            Resolver.register(value: "later")
            #expect(container.perform { current() } == "later")
        }
    }

    @Test func aScopeMakesItsComponentsInItsContainer() {
        let container = text("container").makeContainer()
        let scope = container.perform { Scope() }
        text("other").isolate {
            #expect(scope.shared { Inject<String>()() } == "container")
            #expect(scope.graph { current() } == "other")
        }
    }

    // MARK: Its end

    @Test func aContainerEndsWhenNobodyHoldsIt() {
        let tally = Tally()
        let (holder, current) = held(session(tally))
        let (read, unread) = current.perform { (Inject<Counted>(), Inject<Counted>()) }
        let instance = read()
        _ = holder.take()
        // It remains the only instance for as long as something holds it.
        #expect(unread() === instance)
        #expect(current.perform { Resolver.resolve(Counted.self) } === instance)
        #expect(tally.made == 1)
    }

    @Test func whatHasEndedKeepsNothingAlive() {
        let tally = Tally()
        let (holder, current) = held(session(tally))
        current.perform { _ = Resolver.resolve(Counted.self) }
        let child = current.perform { text("child").makeContainer() }
        #expect(tally.alive == 1)
        _ = holder.take()
        #expect(tally.alive == 0)
        current.perform {
            Resolver.register(Module(.shared, "late") { Counted(tally) })
            _ = Resolver.resolve(Counted.self, name: "late")
            #expect(tally.alive == 1)
        }
        child.perform { _ = Resolver.resolve(Counted.self) }
        #expect(child.perform { Resolver.resolve(String.self) } == "child")
        #expect(tally.made == 3)
        #expect(tally.alive == 0)
    }

    /// Because `perform` holds its container until the call returns.
    @Test func whatIsRegisteredInACallAfterTheEndIsKeptUntilItReturns() {
        let tally = Tally()
        let (holder, current) = held(text("session"))
        _ = holder.take()
        current.perform {
            Resolver.register(Module(.shared) { Counted(tally) })
            let first = ObjectIdentifier(Resolver.resolve(Counted.self))
            #expect(ObjectIdentifier(Resolver.resolve(Counted.self)) == first)
            #expect(tally.alive == 1)
        }
        #expect(tally.alive == 0)
        current.perform { _ = Resolver.resolve(Counted.self) }
        #expect(tally.made == 2)
        #expect(tally.alive == 0)
    }

    /// Each `perform`, even that of `current`, holds its container until it returns.
    @Test(arguments: [true, false]) func theLastHolderMayLetGoWithin(byCurrent: Bool) {
        let tally = Tally()
        let (holder, current) = held(session(tally))
        (byCurrent ? current : holder.take()!).perform {
            _ = holder.take()
            let first = ObjectIdentifier(Resolver.resolve(Counted.self))
            #expect(tally.alive == 1)
            #expect(ObjectIdentifier(Resolver.resolve(Counted.self)) == first)
        }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
    }

    /// Like `perform` without `await`.
    @Test(arguments: [true, false])
    func theLastHolderMayLetGoWithinAsynchronousWork(byCurrent: Bool) async {
        let tally = Tally()
        let (holder, current) = held(session(tally))
        await (byCurrent ? current : holder.take()!).perform {
            _ = holder.take()
            let first = ObjectIdentifier(Resolver.resolve(Counted.self))
            await Task.yield()
            #expect(tally.alive == 1)
            #expect(ObjectIdentifier(Resolver.resolve(Counted.self)) == first)
        }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
        await current.perform {
            await Task.yield()
            _ = Resolver.resolve(Counted.self)
        }
        #expect(tally.made == 2)
        #expect(tally.alive == 0)
    }

    @Test func whatIsCurrentIsEnteredLaterByAsynchronousWork() async {
        let later = text("a").isolate {
            text("b").override { Dependencies.Container.current }
        }
        await text("c").isolate {
            await later.perform {
                await Task.yield()
                #expect(current() == "b")
            }
            #expect(current() == "c")
        }
    }

    /// The instance belongs to the callers that asked for it.
    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func aContainerMayEndWhileAnInstanceIsMade(within: Bool) async throws {
        let tally = Tally()
        let (hasBegun, hasEnded) = (Barrier(), Barrier())
        let slow = Dependencies {
            Module(.shared) { () -> Counted in
                hasBegun.arrive()
                hasEnded.wait()
                return Counted(tally)
            }
        }
        let (holder, current) = held(slow)
        let wrapper = current.perform { Inject<Counted>() }
        try await race(threads: 2) { thread in
            if thread == 1 {
                hasBegun.wait()
                _ = holder.take()
                hasEnded.arrive()
            } else if within {
                current.perform { _ = Resolver.resolve(Counted.self) }
            } else {
                _ = wrapper()
            }
        }
        #expect(tally.made == 1)
        #expect(tally.alive == (within ? 0 : 1))
        withExtendedLifetime(wrapper) {}
    }

    @Test(.timeLimit(.minutes(10))) func readingMayRaceTheEnd() async throws {
        let tally = Tally()
        for _ in 1...50 {
            let (holder, current) = held(session(tally))
            // The threads end a little after they have said so, and must not keep it.
            let wrapper = Handover(current.perform { Inject<Counted>() })
            let isOne = try await race(threads: 4) { thread in
                if thread == 0 { return holder.take() != nil }
                if thread == 1 { return wrapper.take().map { $0() === $0() }! }
                return current.perform {
                    let instance = Resolver.resolve(Counted.self)
                    return Resolver.resolve(Counted.self) === instance
                }
            }
            #expect(isOne == [true, true, true, true])
        }
        #expect(tally.made >= 50)
        #expect(tally.alive == 0)
    }

    @Test func aSharedInstanceMayKeepCurrent() {
        let tally = Tally()
        let (holder, current) = held(
            Dependencies {
                Module(.shared) { Parent(tally) }
                Module { "own" }
            })
        #expect(current.perform { Resolver.resolve(Parent.self) }.child() == "own")
        #expect(tally.alive == 1)
        _ = holder.take()
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
    }

    /// As documented.
    @Test func aContainerThatItsOwnInstanceHoldsDoesNotEnd() {
        let tally = Tally()
        let (holder, current) = held(Dependencies { Module(.shared) { Parent(tally) } })
        current.perform { Resolver.resolve(Parent.self) }.owned.give(holder.take()!)
        #expect(tally.alive == 1)
        current.perform { Resolver.reset() }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
    }

    /// As documented: such a value is kept by the registration, and in turn keeps the
    /// registration.
    @Test func aRegisteredValueThatKeepsCurrentIsNotReleased() {
        let tally = Tally()
        func registeredValue() -> Parent {
            text("own").makeContainer().perform {
                let parent = Parent(tally)
                Resolver.register(value: parent)
                return parent
            }
        }
        weak var parent: Parent?
        parent = registeredValue()
        #expect(tally.alive == 1)
        parent?.container.perform { Resolver.reset() }
        #expect(tally.alive == 0)
    }

    /// A million with `COLLET_SLOW_TESTS`. In a process of its own, because its bytes are
    /// counted.
    @Test func manyContainersLeaveNothingBehind() async {
        await #expect(processExitsWith: .success) {
            let tally = Tally()
            func makeContainers(_ count: Int) {
                for _ in 0..<count {
                    session(tally).makeContainer().perform {
                        _ = Resolver.resolve(Counted.self)
                    }
                }
            }
            // The runtime's own memory is allocated with the first ones.
            makeContainers(100)
            let before = allocatedBytes?()
            let count = runsSlowTests ? 1_000_000 : 20_000
            makeContainers(count)
            // The test library allocates a little meanwhile, but not for each container.
            if let allocatedBytes, let before {
                #expect(allocatedBytes() - before < count)
            }
            #expect(tally.made == count + 100)
            #expect(tally.alive == 0)
        }
    }

    // MARK: Messages

    /// The message looks through the held containers; the one with the missing module may
    /// be gone a moment later.
    @Test func aMessageIsToldWhileContainersComeAndGo() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            let haveBegun = Barrier(4)
            for _ in 1...4 {
                Thread.detachNewThread {
                    haveBegun.arrive()
                    let first = Dependencies { Module(fileID: "A.swift") { "" } }
                    while true { _ = (1...20).map { _ in first.makeContainer() } }
                }
            }
            haveBegun.wait()
            let others = (1...1_000).map { _ in text("other").makeContainer() }
            withExtendedLifetime(others) { _ = Resolver.resolve(String.self) }
        }.report
        #expect(report.first == "Collet: nothing is registered for Swift.String.")
    }

    // MARK: Cycles

    /// Each thread is in one container, and ends up waiting for an instance of the other.
    @Test(.timeLimit(.minutes(10)), arguments: [1, 2])
    func cyclesAcrossContainersAreReported(threads: Int) async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [threads] in
            let areMaking = Barrier(threads)
            let other = Mutex<Dependencies.Container?>(nil)
            let one = Dependencies {
                Module(.shared) { () -> any Session in
                    areMaking.arriveAndWait()
                    other.withLock(\.self)!.perform { need((any Store).self) }
                    return Counted()
                }
            }
            .makeContainer()
            let two = Dependencies {
                Module(.shared) { () -> any Store in
                    areMaking.arriveAndWait()
                    one.perform { need((any Session).self) }
                    return Counted()
                }
            }
            .makeContainer()
            other.withLock { $0 = two }
            try await race(threads: threads) { thread in
                if thread == 0 { one.perform { need((any Session).self) } }
                if thread == 1 { two.perform { need((any Store).self) } }
            }
        }.report
        let members = ["ColletTests.Session", "ColletTests.Store"]
        #expect(headlines(ofCycle: members).contains(report[0]))
        #expect(report.contains("  resolved at   Shop/Checkout.swift:42"))
    }
}

// MARK: - Fixtures

private func text(_ text: String) -> Dependencies { Dependencies { Module { text } } }

private func session(_ tally: Tally = Tally()) -> Dependencies {
    Dependencies { Module(.shared) { Counted(tally) } }
}

/// The text and the number that are registered.
private func current() -> String {
    let number = Resolver.resolve(Int?.self).map { " \($0)" } ?? ""
    return (Resolver.resolve(String?.self) ?? "nothing") + number
}

/// A container with one holder, and a `current` that doesn't hold it.
private func held(
    _ block: Dependencies
) -> (holder: Handover<Dependencies.Container>, current: Dependencies.Container) {
    let container = block.makeContainer()
    return (Handover(container), container.perform { .current })
}

/// Enters a container.
private actor Desk {
    private let container: Dependencies.Container

    init(_ container: Dependencies.Container) { self.container = container }

    func resolve() -> Counted { container.perform { Resolver.resolve() } }

    func checkIsolation() async { await checkIsolation(of: self, container) }

    nonisolated(nonsending) private func checkIsolation(
        of desk: Desk, _ container: Dependencies.Container
    ) async {
        let instance = await container.perform {
            desk.assertIsolated()
            let instance = Resolver.resolve(Counted.self)
            await Task.yield()
            desk.assertIsolated()
            return Resolver.resolve(Counted.self) === instance ? instance : nil
        }
        desk.assertIsolated()
        #expect(instance != nil)
    }
}

/// Creates a child when it is told to, as a view does.
private final class Parent: Sendable {
    let container = Dependencies.Container.current
    /// A container that it must not hold.
    let owned = Handover<Dependencies.Container>()
    private let counted: Counted

    init(_ tally: Tally = Tally()) { counted = Counted(tally) }

    func child() -> String { container.perform { Inject<String>()() } }
}
