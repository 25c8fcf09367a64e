import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// An object's dependencies come from the container that was current where it was
/// created, wherever that was and wherever it goes.
///
/// The simple cases are in `DependenciesTests` and `InjectTests`.
struct OverrideTests {
    // MARK: Where objects are created

    @Test(arguments: Elsewhere.allCases)
    func objectsUseTheContainerInWhichTheyWereCreated(elsewhere: Elsewhere) {
        Dependencies { Module { "outside" } }.isolate {
            let before = Inject<String>()
            let fake = Dependencies { Module { "fake" } }
            let inside = fake.override { Inject<String>() }
            let after = Inject<String>()
            fake.override { #expect(elsewhere.run { before() } == "outside") }
            #expect(elsewhere.run { [inside(), after()] } == ["fake", "outside"])
        }
    }

    /// The module that escaped was made in the override, and so were its injections.
    @Test func whatAnEscapedModuleInjectsComesFromTheOverride() {
        let block = Dependencies {
            Module { ReportModule() }
            Module { FixedClock(zone: "real") as any Clock }
        }
        let isolated = block.isolate { Inject<ReportModule>() }
        block.isolate {
            let overridden = Dependencies {
                Module { FixedClock(zone: "fake") as any Clock }
            }
            .override { Inject<ReportModule>() }
            #expect(overridden().zone == "fake")
            #expect(Resolver.resolve(ReportModule.self).zone == "real")
        }
        // Read outside of any container.
        #expect(isolated().zone == "real")
    }

    /// Even after they have ended, and on another thread.
    @Test func whatAnObjectInjectsIsLookedForInAllLayers() async {
        func layer(_ name: String) -> Dependencies {
            Dependencies { Module(name) { name } }
        }
        let names = ["outer", "middle", "inner"]
        let wrappers = layer("outer").isolate {
            layer("middle").override {
                layer("inner").override {
                    (0..<2).map { _ in names.map { Inject<String>($0) } }
                }
            }
        }
        #expect(wrappers[0].map { $0() } == names)
        let others = onAnotherThread { wrappers[1].map { $0() } }
        #expect(others == names)
    }

    /// A module that was made before takes a shorter path, which must not show.
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

    @Test func actorsAreInTheOverrideOfTheirCaller() async {
        let desk = Desk()
        await Dependencies { Module { "outside" } }.isolate {
            let inside = await Dependencies { Module { "inner" } }.override {
                [await desk.inject(), await MainActor.run { Inject<String>() }]
            }
            #expect(inside.map { $0() } == ["inner", "inner"])
        }
    }

    /// The body isn't isolated by itself, so only the override keeps it on the actor
    /// where it began.
    @Test func asynchronousBodiesStayOnTheActorOfTheirCaller() async {
        await Sales().checkIsolation()
    }

    // MARK: Registering within

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

    /// Its container exists as long as the task, but no longer keeps anything alive.
    @Test(.timeLimit(.minutes(10)))
    func whatIsRegisteredAfterTheOverrideGoesWithWhoHoldsIt() async {
        let tally = Tally()
        let mayGoOn = Signal()
        let task = Dependencies {}.isolate {
            Task {
                await mayGoOn.wait()
                Resolver.register(Module(.shared) { Counted(tally) })
                do {
                    let held = Resolver.resolve(Counted.self)
                    #expect(Resolver.resolve(Counted.self) === held)
                }
                return tally.alive
            }
        }
        mayGoOn.send()
        #expect(await task.value == 0)
        #expect(tally.made == 1)
    }

    /// A shared instance is made in the container of its registration, so its closure
    /// registers for everyone who may get the instance.
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
        let areRegistered = Barrier(20)
        let seen = try await race(threads: 20) { thread in
            Dependencies { Module("own") { thread } }.isolate {
                Resolver.register { thread }
                areRegistered.arriveAndWait()
                defer { Resolver.reset() }
                return Resolver.resolve([Int].self) + [Inject<Int>()()]
            }
        }
        #expect(seen == (0..<20).map { [$0, $0, $0] })
    }

    // MARK: The end of an override

    /// The checkout never reads its injections, which refer to the override that keeps
    /// it.
    @Test func instancesAreReleasedWhenTheBodyThrows() {
        let tally = Tally()
        #expect(throws: OutOfStock.self) {
            try Dependencies { Module(.shared) { LazyCheckout(tally) as any Checkout } }
                .isolate {
                    _ = Resolver.resolve((any Checkout).self)
                    throw OutOfStock()
                }
        }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
    }

    /// It ends like a synchronous one, even if a task that inherited it goes on.
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

    /// No lock is held while an instance is released.
    @Test(.timeLimit(.minutes(10))) func whatEndsWithItsOverrideMayAskForItsSuccessor()
        async throws
    {
        let lives = Lives(3)
        try await race(threads: 1) { _ in
            Dependencies { Module(.shared) { Phoenix(lives) } }.override {
                _ = Resolver.resolve(Phoenix.self)
            }
        }
        #expect(lives.left == 0)
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

    /// As in previews: objects are made in the isolation, and read after it.
    @Test(arguments: SharedForm.allCases)
    func aSharedStructIsOneForAllThatInjectItAfterTheIsolation(form: SharedForm) {
        let tally = Tally()
        do {
            let module = Module(.shared) { CartModule(tally) as any CartModuleType }
            let models = Dependencies { module }.isolate {
                [CartModel(form), CartModel(form)]
            }
            let carts = models.map { $0.cart() }
            #expect(carts[0] === carts[1])
            #expect(models[0].cart() === carts[0])
            #expect(tally.made == 1)
        }
        #expect(tally.alive == 0)
    }

    @Test func aSharedStructIsMadeAgainWhereNobodyHoldsIt() {
        let tally = Tally()
        let block = Dependencies {
            Module(.shared) { CartModule(tally) as any CartModuleType }
        }
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

    /// Unless a value is an object, nothing can tell whether it is held.
    @Test func anOptionalRemainsTheOneInstanceInAnInjectAlone() {
        let block = Dependencies { Module(.shared) { Counted() as Counted? } }
        let (object, other) = block.isolate {
            (Resolver.resolve(Counted?.self), Inject<Counted?>())
        }
        #expect(other() !== object)
        let (read, unread) = block.isolate { (Inject<Counted?>(), Inject<Counted?>()) }
        let first = read()
        #expect(unread() === first)
    }

    @Test func aRegisteredValueLivesAsLongAsAnInjectIsUnread() {
        let tally = Tally()
        let unread = Dependencies { Module { 1 } }.isolate {
            Resolver.register(value: Counted(tally))
            return Inject<Int>()
        }
        #expect(tally.alive == 1)
        #expect(unread() == 1)
        #expect(tally.alive == 0)
    }

    @Test func whatEndsWithTheOverrideAsksOutsideOfIt() {
        let answers = Mutex<[String?]>([])
        Dependencies { Module { Label(text: "outer") } }.isolate {
            Dependencies {
                Module { Label(text: "inner") }
                Module(.shared) {
                    Deinitializer {
                        answers.withLock { $0.append(Resolver.resolve(Label.self).text) }
                    }
                }
            }
            .override { _ = Resolver.resolve(Deinitializer.self) }
        }
        #expect(answers.withLock(\.self) == ["outer"])
    }

    // MARK: Code that an override serves

    @Test func whatAQueueRunsIsServedOnTheCallersThreadAlone() {
        let queue = DispatchQueue(label: "another")
        Dependencies { Module { Label(text: "fake") } }.isolate {
            #expect(queue.sync { Resolver.resolve(Label?.self)?.text } == "fake")
            let answers = Mutex<[String?]>([])
            queue.async {
                answers.withLock { $0.append(Resolver.resolve(Label?.self)?.text) }
            }
            queue.sync {}
            #expect(answers.withLock(\.self) == [nil])
        }
    }

    // MARK: Unused modules

    @Test func modulesAreUnusedUntilSomethingAsksForThem() {
        let block = Dependencies {
            Module { 1 }
            Module(.shared) { "text" }
            Module(.weak) { Counted() as any Session }
            Module("utc") { FixedClock(zone: "UTC") as any Clock }
        }
        // Every use of a block starts unused.
        for _ in 1...2 {
            block.isolate {
                let clock = "ColletTests.Clock named \"utc\""
                let all = ["Swift.Int", "Swift.String", "ColletTests.Session", clock]
                #expect(Dependencies.unused == all)
                let unread = Inject<Int>()
                _ = Resolver.resolve(String.self)
                _ = Resolver.resolve((any Session)?.self)
                #expect(Dependencies.unused == ["Swift.Int", clock])
                _ = (unread(), Resolver.resolve([any Clock].self))
                #expect(Dependencies.unused.isEmpty)
            }
        }
    }

    @Test func theInnermostBlockIsTheOneThatIsAskedAbout() {
        Dependencies { Module { 1 } }.isolate {
            Dependencies { Module { "text" } }.override {
                _ = Resolver.resolve(Int.self)
                #expect(Dependencies.unused == ["Swift.String"])
            }
            #expect(Dependencies.unused.isEmpty)
        }
    }

    @Test func modulesOfArraysBranchesAndLoopsAreUnusedToo() {
        let isDebug = false
        Dependencies {
            [Module("a") { 1 }, Module("b") { 2 }]
            if isDebug { Module("if") { 3 } } else { Module("else") { 4 } }
            for number in 1...2 { Module("\(number)") { number } }
        }
        .isolate {
            for name in ["b", "2"] { _ = Resolver.resolve(Int.self, name: name) }
            let names = ["a", "else", "1"]
            #expect(Dependencies.unused == names.map { "Swift.Int named \"\($0)\"" })
        }
    }

    /// A closure's captures are released after the change, and may ask then.
    @Test(arguments: Leaving.allCases)
    func whatAClosureCapturesMayAskInItsDeinit(leaving: Leaving) {
        let log = Log()
        Dependencies { Module { "own" } }.isolate {
            leaving.arrive(AskingInDeinit(log))
            #expect(log.all == [])
            leaving.leave()
            #expect(log.all == [leaving == .reset ? "nothing" : "own"])
        }
    }

    @Test func whatIsReplacedOrResetBeforeAnythingAskedStaysUnused() {
        Dependencies {
            Module { 1 }
            Module { "text" }
            Module { 1.5 }
        }
        .isolate {
            _ = Resolver.resolve(Double.self)
            Resolver.register { 2 }
            #expect(Resolver.resolve(Int.self) == 2)
            Resolver.reset()
            Resolver.register { "other" }
            #expect(Dependencies.unused == ["Swift.Int", "Swift.String"])
        }
    }

    /// Nested blocks have many uses, so their modules aren't reported.
    @Test func modulesThatAreReplacedInTheirBlockStayUnused() {
        let app = Dependencies { Module { "app's" } }
        Dependencies {
            Module { 1 }
            Module { "text" }
            Module { 2 }
            app
            Dependencies { Module { 1.5 } }
        }
        .isolate {
            #expect(Resolver.resolve(Int.self) == 2)
            #expect(Resolver.resolve(String.self) == "app's")
            #expect(Dependencies.unused == ["Swift.Int", "Swift.String"])
        }
    }
}

// MARK: - Fixtures

/// Runs the bodies of overrides.
private actor Sales {
    func checkIsolation() async { await checkIsolation(of: self) }

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

/// The ways to ask for a shared module.
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

/// A module that injects another.
private struct ReportModule: Sendable {
    @Inject private var clock: any Clock

    var zone: String { clock.zone }
}

private actor Desk { func inject() -> Inject<String> { Inject() } }

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

/// Asks for a text when it is released.
private final class AskingInDeinit: Sendable {
    private let log: Log
    init(_ log: Log) { self.log = log }
    deinit { log.add(Resolver.resolve(String?.self) ?? "nothing") }
}

/// The ways in which a container loses a closure.
enum Leaving: CaseIterable {
    case replaced, builtAgain, reset, traced, tracedByAnother

    fileprivate func arrive(_ asking: AskingInDeinit) {
        if self == .traced || self == .tracedByAnother {
            return Dependencies.trace { _ in _ = asking }
        }
        Resolver.register(
            Module(.shared) {
                _ = asking
                return 1
            })
    }

    fileprivate func leave() {
        switch self {
        case .replaced: Resolver.register { 2 }
        case .builtAgain: Dependencies { Module { 2 } }.build()
        case .reset: Resolver.reset()
        case .traced: Dependencies.trace(nil)
        // That request is traced then.
        case .tracedByAnother: Dependencies.trace { _ in }
        }
    }
}

private struct Label: Sendable { let text: String }

/// Runs a closure when it is released.
private final class Deinitializer: Sendable {
    private let atEnd: @Sendable () -> Void

    init(_ atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }

    deinit { atEnd() }
}
