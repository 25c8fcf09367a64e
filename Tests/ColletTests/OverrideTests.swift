import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// An object's dependencies come from the container that was current where it was created, wherever that was
/// and wherever it goes.
///
/// The simple cases are in `DependenciesTests` and `InjectTests`.
struct OverrideTests {
    // MARK: Before, inside and after

    @Test(arguments: Access.allCases)
    func objectsUseTheContainerInWhichTheyWereCreated(access: Access) async {
        await Dependencies { Module { "outside" } }.isolate {
            let before = Inject<String>()
            let inside = Inject<String>()
            let fromInside = Dependencies { Module { "fake" } }.override { Inject<String>() }
            let after = Inject<String>()
            await Dependencies { Module { "fake" } }.override {
                #expect(await access.read(before) == "outside")
            }
            #expect(await access.read(inside) == "outside")
            #expect(await access.read(fromInside) == "fake")
            #expect(await access.read(after) == "outside")
        }
    }

    /// What an object creates later, it creates where it is then.
    @Test func whatAnEscapedObjectCreatesLaterIsCreatedOutside() {
        Dependencies { Module { "outside" } }.isolate {
            let (escaped, make) = Dependencies { Module { "fake" } }.override {
                (Inject<String>(), { Inject<String>() })
            }
            #expect(make()() == "outside")
            #expect(escaped() == "fake")
        }
    }

    /// The module that escaped was made in the override, and so was what it injects.
    @Test func whatAnEscapedModuleInjectsComesFromTheOverride() async {
        await Dependencies {
            Module { ReportModule() }
            Module { FixedClock(zone: "real") as any Clock }
        }
        .isolate {
            let module = Dependencies { Module { FixedClock(zone: "fake") as any Clock } }
                .override { Inject<ReportModule>() }
            #expect(module().report() == "It is in the fake zone.")
            #expect(await Access.threaded.read(module).report() == "It is in the fake zone.")
            #expect(Resolver.resolve(ReportModule.self).report() == "It is in the real zone.")
        }
    }

    /// Also where it is read by somebody who is in nothing.
    @Test func whatAnEscapedModuleInjectsComesFromTheIsolation() {
        let module = Dependencies {
            Module { Zoned() }
            Module { FixedClock(zone: "fake") as any Clock }
        }
        .isolate { Inject<Zoned>() }
        #expect(module().zone == "fake")
    }

    @Test func whatEscapesAnInnerOverrideKeepsTheOuterOnes() {
        let (text, number, half) = Dependencies { Module { "outermost" } }.isolate {
            Dependencies { Module { 1 } }.override {
                Dependencies { Module { 1.5 } }.override {
                    (Inject<String>(), Inject<Int>(), Inject<Double>())
                }
            }
        }
        #expect(text() == "outermost")
        #expect(number() == 1)
        #expect(half() == 1.5)
    }

    @Test func whatEscapesAnIsolationWithinAnOverrideHasNothingElse() {
        Dependencies { Module { 1 } }.isolate {
            let number = Dependencies { Module { "inner" } }.isolate { Inject<Int?>() }
            #expect(number() == nil)
        }
    }

    // MARK: Tasks

    @Test func aTaskThatOutlivesTheOverrideKeepsIt() async {
        let gate = Barrier()
        let task = Dependencies { Module { "fake" } }.isolate {
            Task {
                await gate.opened()
                return (Resolver.resolve(String.self), Inject<String>()())
            }
        }
        gate.arrive()
        #expect(await task.value == ("fake", "fake"))
    }

    @Test func aTaskThatBeganBeforeTheOverrideDoesNotGetIt() async {
        await Dependencies { Module { "outside" } }.isolate {
            let gate = Barrier()
            let task = Task {
                await gate.opened()
                return Resolver.resolve(String.self)
            }
            await Dependencies { Module { "fake" } }.override {
                gate.arrive()
                #expect(await task.value == "outside")
            }
        }
    }

    @Test func groupsWithinGroupsAreInTheOverride() async {
        await Dependencies { Module { "fake" } }.isolate {
            let values = await withTaskGroup { outer in
                for _ in 1...5 {
                    outer.addTask {
                        await withTaskGroup { inner in
                            for _ in 1...5 { inner.addTask { Inject<String>()() } }
                            return await inner.reduce(into: []) { $0.append($1) }
                        }
                    }
                }
                return await outer.reduce(into: []) { $0 += $1 }
            }
            #expect(values == Array(repeating: "fake", count: 25))
        }
    }

    @Test func actorsAreInTheOverrideOfTheirCaller() async {
        let desk = Desk()
        let inside = await Dependencies { Module { "fake" } }.isolate { await desk.inject() }
        let nested = await Dependencies { Module { "outside" } }.isolate {
            await Dependencies { Module { "inner" } }.override { await desk.inject() }
        }
        #expect(inside() == "fake")
        #expect(nested() == "inner")
    }

    @Test func theMainActorIsInTheOverrideOfItsCaller() async {
        await Dependencies { Module { "fake" } }.isolate {
            let inside = await MainActor.run { Inject<String>() }
            #expect(inside() == "fake")
        }
    }

    @Test func streamsDeliverIntoTheOverrideOfTheirReader() async {
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        Thread.detachNewThread {
            for number in 1...3 { continuation.yield(number) }
            continuation.finish()
        }
        await Dependencies { Module { "fake" } }.isolate {
            for await _ in numbers { #expect(Inject<String>()() == "fake") }
        }
    }

    // MARK: Threads and callbacks

    @Test func threadsHaveOverridesOfTheirOwn() async throws {
        let everybodyIsInside = Barrier(20)
        let values = try await race(threads: 20) { thread in
            Dependencies { Module { thread } }.isolate {
                everybodyIsInside.arriveAndWait()
                return [Resolver.resolve(Int.self), Inject<Int>()()]
            }
        }
        #expect(values == (0..<20).map { [$0, $0] })
    }

    @Test func tasksOfAThreadAreInItsOverride() async throws {
        let tasks = try await race(threads: 1) { _ in
            Dependencies { Module { "fake" } }.isolate { Task { Resolver.resolve(String.self) } }
        }
        #expect(await tasks[0].value == "fake")
    }

    /// The callback runs when the override is over, on a thread that knows nothing of it. Its
    /// object does; what the callback itself asks for or creates is not in the override.
    @Test func callbacksAfterTheOverrideHaveWhatTheirObjectsTookAlong() async throws {
        let callback = Dependencies { Module { OnlyInOverrides() } }.isolate {
            let injected = Inject<OnlyInOverrides?>()
            return { @Sendable in
                [injected(), Inject<OnlyInOverrides?>()(), Resolver.resolve(OnlyInOverrides?.self)]
            }
        }
        let values = try await race(threads: 1) { _ in callback() }
        #expect(values[0] == [OnlyInOverrides(), nil, nil])
    }

    @Test func callbacksDuringTheOverrideRunOutsideOfItOnAThread() async throws {
        try await Dependencies { Module { OnlyInOverrides() } }.isolate {
            let injected = Inject<OnlyInOverrides?>()
            let values = try await race(threads: 1) { _ in
                [injected(), Inject<OnlyInOverrides?>()(), Resolver.resolve(OnlyInOverrides?.self)]
            }
            #expect(values[0] == [OnlyInOverrides(), nil, nil])
        }
    }

    // MARK: Errors, cancellation and release

    /// The checkout never reads its injections, which refer to the override that keeps it.
    @Test(arguments: [true, false])
    func instancesAreReleasedWhenTheBodyThrows(isAsynchronous: Bool) async {
        let tally = Tally()
        let dependencies = Dependencies { Module(.shared) { LazyCheckout(tally) as any Checkout } }
        func use() throws {
            _ = Resolver.resolve((any Checkout).self)
            throw CocoaError(.userCancelled)
        }
        await #expect(throws: CocoaError.self) {
            if isAsynchronous {
                try await dependencies.isolate {
                    await Task.yield()
                    try use()
                }
            } else {
                try dependencies.isolate(use)
            }
        }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
    }

    @Test func instancesAreReleasedWhenTheBodyIsCancelled() async {
        let tally = Tally()
        let isInside = Barrier()
        let task = Task.detached {
            await #expect(throws: CancellationError.self) {
                try await Dependencies {
                    Module(.shared) { LazyCheckout(tally) as any Checkout }
                }
                .isolate {
                    _ = Resolver.resolve((any Checkout).self)
                    isInside.arrive()
                    while true {
                        try Task.checkCancellation()
                        await Task.yield()
                    }
                }
            }
            return tally.alive
        }
        await isInside.opened()
        #expect(tally.alive == 1)
        task.cancel()
        #expect(await task.value == 0)
    }

    @Test func instancesAreReleasedInAThousandOverridesInParallel() async {
        let tally = Tally()
        let dependencies = Dependencies { Module(.shared) { Counted(tally) as any Session } }
        await withTaskGroup { group in
            for _ in 1...1_000 {
                group.addTask {
                    await dependencies.override {
                        let session: any Session = Resolver.resolve()
                        await Task.yield()
                        #expect(Resolver.resolve((any Session).self) === session)
                    }
                }
            }
        }
        #expect(tally.made == 1_000)
        #expect(tally.alive == 0)
    }

    @Test func aTaskThatOutlivesTheOverrideKeepsNoInstances() async {
        let tally = Tally()
        let gate = Barrier()
        let task = Dependencies { Module(.shared) { Counted(tally) as any Session } }.isolate {
            _ = Resolver.resolve((any Session).self)
            return Task {
                await gate.opened()
                do {
                    let session: any Session = Resolver.resolve()
                    #expect(Resolver.resolve((any Session).self) === session)
                }
                return tally.alive
            }
        }
        #expect(tally.alive == 0)
        gate.arrive()
        #expect(await task.value == 0)
        #expect(tally.made == 2)
    }

    /// Nothing is locked while an instance is released.
    @Test(.timeLimit(.minutes(10))) func whatEndsWithItsOverrideMayAskForItsSuccessor() async throws
    {
        let lives = Lives(3)
        try await race(threads: 1) { _ in
            Dependencies { Module(.shared) { Phoenix(lives) } }.override {
                _ = Resolver.resolve(Phoenix.self)
            }
        }
        #expect(lives.left == 0)
    }

    // MARK: What is registered within

    @Test func whatIsRegisteredInAnOverrideIsReleasedWithIt() {
        let tally = Tally()
        Dependencies {}.isolate {
            Resolver.register(value: Counted(tally))
            Resolver.register(Module(.shared) { Counted(tally) as any Session })
            Dependencies { Module(.shared) { Counted(tally) as any Store } }.build()
            _ = (Resolver.resolve((any Session).self), Resolver.resolve((any Store).self))
            #expect(tally.alive == 3)
        }
        #expect(tally.made == 3)
        #expect(tally.alive == 0)
    }

    /// Its container is there as long as the task, but keeps nothing alive any more.
    @Test(.timeLimit(.minutes(10)))
    func whatIsRegisteredAfterTheOverrideGoesWithWhoHoldsIt() async {
        let tally = Tally()
        let mayGoOn = Signal()
        let task = Dependencies {}.isolate {
            Task {
                await mayGoOn.wait()
                Resolver.register(Module(.shared) { Counted(tally) })
                let held = Resolver.resolve(Counted.self)
                #expect(Resolver.resolve(Counted.self) === held)
                return tally.alive
            }
        }
        mayGoOn.send()
        #expect(await task.value == 1)
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
    }

    /// A shared instance is made with the container of its registration, so what its closure
    /// registers is for all who may get the instance.
    @Test func aSharedClosureRegistersWhereItIsRegistered() {
        Dependencies {
            Module(.shared) { () -> String in
                Resolver.register { 1 }
                return "shared"
            }
            Module("transient") { () -> String in
                Resolver.register { 2.0 }
                return "transient"
            }
        }
        .isolate {
            Dependencies {}.override {
                _ = Resolver.resolve(String.self)
                _ = Resolver.resolve(String.self, name: "transient")
                #expect(Resolver.resolve(Int?.self) == 1)
                #expect(Resolver.resolve(Double?.self) == 2)
            }
            #expect(Resolver.resolve(Int?.self) == 1)
            #expect(Resolver.resolve(Double?.self) == nil)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func whatIsRegisteredInParallelIsolationsStaysApart() async throws {
        let areRegistered = Barrier(8)
        let seen = try await race(threads: 8) { thread in
            Dependencies {}.isolate {
                Resolver.register { thread }
                areRegistered.arriveAndWait()
                defer { Resolver.reset() }
                return Resolver.resolve([Int].self)
            }
        }
        #expect(seen == (0..<8).map { [$0] })
    }

    // MARK: Actors

    /// The body is no actor's own, so that nothing but the override keeps it where it began.
    @Test func asynchronousBodiesStayOnTheActorOfTheirCaller() async {
        await Sales().checkIsolation()
    }

    // MARK: What nothing asked for

    @Test func modulesAreUnusedUntilSomethingAsksForThem() {
        Dependencies {
            Module { 1 }
            Module(.shared) { "text" }
            Module(.weak) { Counted() as any Session }
            Module("utc") { FixedClock(zone: "UTC") as any Clock }
        }
        .isolate {
            #expect(
                Dependencies.unused == [
                    "Swift.Int", "Swift.String", "ColletTests.Session",
                    "ColletTests.Clock named \"utc\"",
                ]
            )
            _ = Resolver.resolve(String.self)
            _ = Resolver.resolve((any Session)?.self)
            #expect(Dependencies.unused == ["Swift.Int", "ColletTests.Clock named \"utc\""])
            _ = Inject<Int>()()
            _ = Resolver.resolve([any Clock].self)
            #expect(Dependencies.unused.isEmpty)
        }
    }

    @Test func unreadInjectionsDoNotAsk() {
        Dependencies { Module { 1 } }.isolate {
            let injected = Inject<Int>()
            #expect(Dependencies.unused.count == 1)
            _ = injected()
            #expect(Dependencies.unused.isEmpty)
        }
    }

    @Test func theInnermostBlockIsTheOneThatIsAskedAbout() {
        Dependencies { Module { 1 } }.isolate {
            Dependencies { Module { "text" } }.override {
                #expect(Dependencies.unused == ["Swift.String"])
                _ = Resolver.resolve(Int.self)
                #expect(Dependencies.unused == ["Swift.String"])
            }
            #expect(Dependencies.unused.isEmpty)
        }
        Dependencies {}.isolate { #expect(Dependencies.unused.isEmpty) }
    }

    @Test func nestedBlocksAreForManyAndNotAskedAbout() {
        let app = Dependencies { Module { 1 } }
        Dependencies {
            app
            Dependencies { app }
            Module { "text" }
        }
        .isolate {
            #expect(Dependencies.unused == ["Swift.String"])
        }
    }

    @Test func modulesThatAreReplacedInTheirBlockStayUnused() {
        Dependencies {
            Module { 1 }
            Module { "text" }
            Module { 2 }
            Dependencies { Module { "app's" } }
        }
        .isolate {
            #expect(Resolver.resolve(Int.self) == 2)
            #expect(Resolver.resolve(String.self) == "app's")
            #expect(Dependencies.unused == ["Swift.Int", "Swift.String"])
        }
    }

    @Test func everyUseOfABlockStartsUnused() {
        let dependencies = Dependencies { Module { 1 } }
        for _ in 1...3 {
            dependencies.isolate {
                #expect(Dependencies.unused.count == 1)
                _ = Resolver.resolve(Int.self)
                #expect(Dependencies.unused.isEmpty)
            }
        }
    }

    // MARK: Shared values

    /// As in previews: the objects are made in the isolation, and read after it.
    @Test(arguments: SharedForm.allCases)
    func aSharedStructIsOneForAllThatInjectItAfterTheIsolation(form: SharedForm) {
        let tally = Tally()
        do {
            let module = Module(.shared) { CartModule(tally) as any CartModuleType }
            let models = Dependencies { module }.isolate { [CartModel(form), CartModel(form)] }
            let carts = models.map { $0.cart() }
            #expect(carts[0] === carts[1])
            #expect(models[0].cart() === carts[0])
            #expect(tally.made == 1)
        }
        #expect(tally.alive == 0)
    }

    @Test func aSharedStructIsMadeAgainWhereNobodyHoldsIt() {
        let tally = Tally()
        let block = Dependencies { Module(.shared) { CartModule(tally) as any CartModuleType } }
        let models = block.isolate { [CartModel(.plain), CartModel(.plain)] }
        func useOne() {
            let model = block.isolate { CartModel(.plain) }
            _ = model.cart()
        }
        useOne()
        #expect(tally.alive == 0)
        withExtendedLifetime(models) {
            _ = models[0].cart()
            #expect(tally.made == 2)
            #expect(tally.alive == 1)
        }
    }

    // MARK: Layers

    /// Also after they have ended, and on another thread.
    @Test func whatAnObjectInjectsIsLookedForInAllLayers() async {
        func layer(_ name: String) -> Dependencies { Dependencies { Module(name) { name } } }
        let names = ["outer", "middle", "inner"]
        let wrappers = layer("outer").isolate {
            layer("middle").override {
                layer("inner").override { (0..<2).map { _ in names.map { Inject<String>($0) } } }
            }
        }
        #expect(wrappers[0].map { $0() } == names)
        let others = onAnotherThread { wrappers[1].map { $0() } }
        #expect(others == names)
    }

    @Test func aWrapperWithAGivenValueKeepsNothingOfWhereItWasCreated() {
        let tally = Tally()
        func wrapper() -> Inject<Int> {
            let held = Counted(tally)
            return Dependencies { Module { held } }.isolate { Inject(value: 1) }
        }
        let given = wrapper()
        #expect(tally.alive == 0)
        #expect(given() == 1)
    }

    /// It ends as a synchronous one does, also where a task goes on that inherited it.
    @Test(arguments: [true, false])
    func anAsynchronousOverrideKeepsNoInstancesWhenItEnds(fails: Bool) async {
        let tally = Tally()
        let mayEnd = Signal()
        do throws(OutOfStock) {
            try await Dependencies { Module(.shared) { Counted(tally) } }.override {
                () async throws(OutOfStock) in
                Task { await mayEnd.wait() }
                _ = Resolver.resolve(Counted.self)
                await Task.yield()
                #expect(Resolver.resolve(Counted.self) === Resolver.resolve(Counted.self))
                if fails { throw OutOfStock() }
            }
        } catch { #expect(fails) }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
        mayEnd.send()
    }

    // MARK: Blocks that are used again

    /// A module that was made before takes a shorter way, which must not show.
    @Test func modulesThatWereMadeBeforeUseTheCurrentContainer() {
        let tally = Tally()
        let dependencies = Dependencies {
            Module { "number \(Resolver.resolve(Int.self))" }
            Module { Inject<Int>() }
            Module { Counted(tally) as any Session }
        }
        for number in 1...3 {
            Dependencies { Module { number } }.isolate {
                dependencies.override {
                    #expect(Resolver.resolve(String.self) == "number \(number)")
                    #expect(Resolver.resolve(Inject<Int>.self)() == number)
                    let session = Resolver.resolve((any Session).self)
                    #expect(session !== Resolver.resolve((any Session).self))
                }
                #expect(Resolver.resolve(String?.self) == nil)
            }
        }
        #expect(tally.made == 6)
        #expect(tally.alive == 0)
    }
}

/// Runs bodies of overrides.
private actor Sales {
    func checkIsolation() async {
        await checkIsolation(of: self)
    }

    nonisolated(nonsending) private func checkIsolation(of actor: Sales) async {
        await Dependencies {}.override {
            actor.assertIsolated()
            await Task.yield()
            actor.assertIsolated()
        }
        await Dependencies {}.isolate {
            await Task.yield()
            actor.assertIsolated()
        }
        actor.assertIsolated()
    }
}

// MARK: - Fixtures

/// A way to read an injected property.
enum Access: CaseIterable {
    case directly, inAChildTask, inADetachedTask, threaded, fromAContinuation, onTheMainActor

    func read<Value: Sendable>(_ injected: Inject<Value>) async -> Value {
        switch self {
        case .directly: return injected()
        case .inAChildTask:
            async let value = injected()
            return await value
        case .inADetachedTask: return await Task.detached { injected() }.value
        case .threaded: return onAnotherThread { injected() }
        case .fromAContinuation:
            return await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: injected()) }
            }
        case .onTheMainActor: return await MainActor.run { injected() }
        }
    }
}

/// How a shared module is asked for.
enum SharedForm: CaseIterable { case plain, optional, list }

private protocol CartModuleType: Sendable { func cart() -> Counted }

private struct CartModule: CartModuleType {
    private let scope = Scope()
    private let counted: Counted

    init(_ tally: Tally) { counted = Counted(tally) }

    func cart() -> Counted { scope.shared { Counted() } }
}

/// An object of a preview.
private final class CartModel {
    @Inject private var module: any CartModuleType
    @Inject private var optional: (any CartModuleType)?
    @Inject private var list: [any CartModuleType]
    private let form: SharedForm

    init(_ form: SharedForm) { self.form = form }

    func cart() -> Counted {
        switch form {
        case .plain: module.cart()
        case .optional: optional!.cart()
        case .list: list[0].cart()
        }
    }
}

/// A type that nobody ever registers for the process.
private struct OnlyInOverrides: Equatable {}

/// A module that injects another.
private struct ReportModule: Sendable {
    @Inject private var clock: any Clock

    func report() -> String { "It is in the \(clock.zone) zone." }
}

private actor Desk {
    func inject() -> Inject<String> { Inject() }
}

extension Barrier {
    /// Waits on a thread of its own, so that the task's thread is free.
    fileprivate func opened() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.wait()
                continuation.resume()
            }
        }
    }
}

private struct Zoned {
    @Inject private var clock: any Clock
    var zone: String { clock.zone }
}

private final class Lives: Sendable {
    private let count: Mutex<Int>
    var left: Int { count.withLock(\.self) }

    init(_ count: Int) { self.count = Mutex(count) }

    /// Returns whether there is another one.
    func end() -> Bool {
        count.withLock { count in
            count -= 1
            return count > 0
        }
    }
}

/// Asks for its successor when it is released.
private final class Phoenix: Sendable {
    private let successor = Inject<Phoenix>()
    private let lives: Lives

    init(_ lives: Lives) { self.lives = lives }

    deinit { if lives.end() { _ = successor() } }
}
