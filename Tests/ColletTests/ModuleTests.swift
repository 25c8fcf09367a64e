import Collet
import Foundation
import TestSupport
import Testing

/// Registrations, and how long one instance serves.
struct ModuleTests {
    // MARK: Transient

    @Test func transientModulesAreMadeForEveryRequest() {
        let tally = Tally()
        Dependencies { Module { Counted(tally) as any Session } }.isolate {
            do {
                let sessions: [any Session] = [Resolver.resolve(), Resolver.resolve()]
                #expect(sessions[0] !== sessions[1])
            }
            #expect(tally.made == 2)
            #expect(tally.alive == 0)
        }
    }

    /// The value is sent, so it may go on to another thread even though it isn't
    /// `Sendable`.
    @Test func transientValuesNeedNotBeSendable() async {
        await Dependencies { Module { Draft() } }.isolate {
            let draft = Resolver.resolve(Draft.self)
            draft.text = "Hello"
            #expect(await Task.detached { draft.text + "!" }.value == "Hello!")
        }
    }

    /// This is hardly ever what was meant.
    @Test func aBlockMayBeAValue() {
        asValue.block.isolate {
            Resolver.resolve(Dependencies.self).isolate {
                #expect(Resolver.resolve() == 1)
            }
        }
    }

    // MARK: Results of closures

    /// For example, one of several statements without `return`.
    @Test(arguments: WithoutValue.allCases)
    fileprivate func aClosureThatReturnsNothingStopsWhereItIsRegistered(
        closure: WithoutValue
    ) async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [closure] in
            closure.register()
        }.report
        #expect(
            report == [
                "Collet: the closure returns nothing.",
                "  registered at ColletTests/ModuleTests.swift:\(closure.line)",
                "To fix, write return before the value, whose type must be copyable.",
            ])
    }

    @Test(arguments: [true, false])
    func theValueOfAClosureMayBeAnIfOrASwitch(isFirst: Bool) {
        Dependencies {
            Module {
                if isFirst { First() as any Ordered } else { Second() as any Ordered }
            }
            Module("switch") {
                switch isFirst {
                case true: First() as any Ordered
                case false: Second() as any Ordered
                }
            }
            Module(.shared, "shared") {
                if isFirst { First() as any Ordered } else { Second() as any Ordered }
            }
        }.isolate {
            Resolver.register(name: "registered") {
                if isFirst { First() as any Ordered } else { Second() as any Ordered }
            }
            let all = Resolver.resolve([any Ordered].self)
            #expect(all.map(\.isFirst) == Array(repeating: isFirst, count: 4))
        }
    }

    // MARK: Shared

    @Test func sharedModulesAreMadeOnceOnFirstUse() {
        let tally = Tally()
        Dependencies { Module(.shared) { Counted(tally) as any Session } }.isolate {
            #expect(tally.made == 0)
            _ = Resolver.resolve((any Session).self)
            #expect(tally.alive == 1)
            let sessions: [any Session] = [Resolver.resolve(), Resolver.resolve()]
            #expect(sessions[0] === sessions[1])
            #expect(tally.made == 1)
        }
    }

    /// An optional is a value like others: its absence is remembered.
    @Test func sharedValuesAreMadeOnceToo() {
        let tally = Tally()
        Dependencies {
            Module(.shared) {
                tally.objectWasMade()
                return FixedClock(zone: "\(tally.made)")
            }
            Module(.shared, "absent") { () -> FixedClock? in
                tally.objectWasMade()
                return nil
            }
        }
        .isolate {
            for _ in 1...2 {
                #expect(Resolver.resolve(FixedClock.self).zone == "1")
                #expect(Resolver.resolve(FixedClock?.self, name: "absent") == nil)
            }
            #expect(tally.made == 2)
        }
    }

    @Test func namesHaveTheirOwnSharedInstances() {
        Dependencies {
            Module(.shared) { Counted() as any Session }
            Module(.shared, "guest") { Counted() as any Session }
        }
        .isolate {
            let session: any Session = Resolver.resolve()
            let guest: any Session = Resolver.resolve(name: "guest")
            #expect(session !== guest)
            #expect(guest === Resolver.resolve((any Session).self, name: "guest"))
        }
    }

    /// `Sendable` only exists for the compiler: types don't have it at run time.
    @Test func typesThatDifferInSendableAloneAreOne() {
        Dependencies {
            Module { "first" as any CustomStringConvertible }
            Module { "last" as any CustomStringConvertible & Sendable }
        }
        .isolate {
            let all = Resolver.resolve([any CustomStringConvertible].self)
            #expect(all.map(\.description) == ["last"])
            let sendable = Resolver.resolve((any CustomStringConvertible & Sendable).self)
            #expect(sendable.description == "last")
        }
    }

    // MARK: Weak

    @Test func weakInstancesAreSharedUntilTheirLastHolderEnds() {
        let tally = Tally()
        Dependencies { Module(.weak) { Counted(tally) as any Session } }.isolate {
            for round in 1...3 {
                let holder: any Session = Resolver.resolve()
                withExtendedLifetime(holder) {
                    #expect(Resolver.resolve((any Session).self) === holder)
                    #expect(tally.made == round)
                    #expect(tally.alive == 1)
                }
            }
        }
        #expect(tally.alive == 0)
    }

    @Test func weakInstancesMayStandBehindAnyProtocol() {
        final class Failure: Error, Sendable {}
        Dependencies {
            Module(.weak) { TowerClock() as any Clock }
            Module(.weak) { TowerClock() }
            // As `any Error`, an instance is in a box of the runtime's, which ends at
            // once.
            Module(.weak) { Failure() as any Error }
        }
        .isolate {
            let clock: any Clock = Resolver.resolve()
            #expect(
                Resolver.resolve((any Clock).self) as AnyObject === clock as AnyObject)
            let tower: TowerClock = Resolver.resolve()
            #expect(Resolver.resolve(TowerClock.self) === tower)
            let failure = Resolver.resolve((any Error).self) as? Failure
            #expect(failure != nil)
            #expect(Resolver.resolve((any Error).self) as? Failure === failure)
        }
    }

    /// Factory's scope tests, Swinject's circularity tests: a part that asks for the
    /// whole gets the one that it belongs to.
    @Test func weakInstancesSurviveWhileTheirGraphIsBeingMade() {
        Dependencies {
            Module(.weak) { Whole() }
            Module { Part() }
        }
        .isolate {
            let whole: Whole = Resolver.resolve()
            #expect(whole.parts.count == 2)
            for part in whole.parts { #expect(part.whole === whole) }
        }
    }

    @Test func weakInstancesAreHeldByTheSharedOnesThatUseThem() {
        let tally = Tally()
        Dependencies {
            Module(.weak) { Counted(tally) as any Session }
            Module(.shared) { EagerCheckout() as any Checkout }
            Module { FixedClock(zone: "UTC") as any Clock }
        }
        .isolate {
            _ = Resolver.resolve((any Checkout).self)
            #expect(tally.alive == 1)
            #expect(
                Resolver.resolve((any Session).self)
                    === Resolver.resolve((any Checkout).self).session
            )
            #expect(tally.made == 1)
        }
        #expect(tally.alive == 0)
    }

    @Test func weakInstancesOutliveTheOverrideWithTheirHolder() {
        let tally = Tally()
        let (holder, latecomer) = Dependencies {
            Module(.weak) { Counted(tally) as any Session }
        }
        .isolate { (Resolver.resolve((any Session).self), LazyCheckout()) }
        #expect(latecomer.session === holder)
        #expect(tally.made == 1)
    }

    // MARK: Modules that closures see

    @Test func modulesMayBeRegisteredInAnyOrder() {
        Dependencies {
            Module { EagerCheckout() as any Checkout }
            Module(.shared) { Counted() as any Session }
            Module { FixedClock(zone: Resolver.resolve()) as any Clock }
            Module { "UTC" }
        }
        .isolate {
            let checkout: any Checkout = Resolver.resolve()
            #expect(checkout.session === Resolver.resolve((any Session).self))
            #expect(checkout.zone == "UTC")
        }
    }

    /// The request comes from where the object was created, not from where it is read.
    @Test func transientClosuresSeeTheOverridesOfTheRequest() {
        Dependencies {
            real
            Module { EagerCheckout() as any Checkout }
        }
        .isolate {
            let outside = Inject<any Checkout>()
            let inside = fake.override {
                #expect(Resolver.resolve((any Checkout).self).zone == "fake")
                #expect(outside().zone == "real")
                return Inject<any Checkout>()
            }
            #expect(inside().zone == "fake")
            #expect(Resolver.resolve((any Checkout).self).zone == "real")
        }
    }

    /// An override must never get caught inside an instance that outlives it. Its
    /// initialiser, its injections and its transient modules see the dependencies of the
    /// container where it was registered, no matter which request comes first.
    @Test(arguments: [Module.Lifetime.shared, .weak])
    func keptInstancesNeverCatchAnOverride(lifetime: Module.Lifetime) {
        Dependencies {
            real
            Module(lifetime) { EagerCheckout() as any Checkout }
            Module(lifetime, "lazy") { LazyCheckout() as any Checkout }
            Module { EagerCheckout() }
            Module(lifetime, "middle") {
                Resolver.resolve(EagerCheckout.self) as any Checkout
            }
        }
        .isolate {
            fake.override {
                #expect(Resolver.resolve((any Checkout).self).zone == "real")
                #expect(
                    Resolver.resolve((any Checkout).self, name: "lazy").zone == "real")
                #expect(
                    Resolver.resolve((any Checkout).self, name: "middle").zone == "real")
            }
        }
    }

    @Test func keptInstancesOfAnOverrideSeeTheOverride() {
        real.isolate {
            Dependencies {
                fake
                Module(.shared) { EagerCheckout() as any Checkout }
            }
            .override {
                real.override {
                    #expect(Resolver.resolve((any Checkout).self).zone == "fake")
                }
            }
        }
    }

    // MARK: Places

    /// Each line says where a registration is written. Registrations under a winner
    /// aren't listed.
    @Test func whatIsRegisteredIsListedWithLifetimeAndPlace() {
        let nested = Dependencies { Module("nested") { 1 } }
        let first = #line + 2
        Dependencies {
            Module { 1 }
            Module(.shared, "s") { 1 }
            Module(.weak) { Counted() }
            Module.mainActor { 1.5 }
            Module.mainActor(.shared, "s") { 1.5 }
            nested
            feature()
        }
        .isolate {
            var expected = [
                "Swift.Int, transient, at \(place(first))",
                "Swift.Int named \"s\", shared, at \(place(first + 1))",
                "ColletTests.Counted, weak, at \(place(first + 2))",
                "Swift.Double, transient, at \(place(first + 3))",
                "Swift.Double named \"s\", shared, at \(place(first + 4))",
                "Swift.Int named \"nested\", transient, at \(place(first - 3))",
                "Swift.Int named \"feature\", transient, at \(place(lineOfFeature))",
            ]
            #expect(Dependencies.registered == expected)
            let container = Dependencies { Module("s") { 2 } }.makeContainer()
            expected[1] = "Swift.Int named \"s\", transient, at \(place(#line - 1))"
            Resolver.register(value: 2)
            expected[0] = "Swift.Int, shared, at \(place(#line - 1))"
            #expect(container.perform { Dependencies.registered } == expected)
            Dependencies {}.isolate { #expect(Dependencies.registered == []) }
        }
    }

    private func place(_ line: Int) -> String { "ColletTests/ModuleTests.swift:\(line)" }

    // MARK: Main actor

    @MainActor @Test func mainActorModulesMakeMainActorObjects() async {
        await Dependencies {
            Module.mainActor { ViewModel(title: "transient") }
            Module.mainActor { Draft() }
            Module.mainActor("named") { ViewModel(title: "named") as any Titled }
            Module.mainActor(.shared) { ViewModel(title: "shared") as any Titled }
            Module.mainActor(.weak, "weak") { ViewModel(title: "weak") as any Titled }
        }
        .isolate {
            await Task.yield()
            #expect(Resolver.resolve(ViewModel.self).title == "transient")
            #expect(Resolver.resolve(ViewModel.self) !== Resolver.resolve(ViewModel.self))
            #expect(Resolver.resolve(Draft.self) !== Resolver.resolve(Draft.self))
            #expect(Resolver.resolve((any Titled).self, name: "named").title == "named")
            let shared: any Titled = Resolver.resolve()
            #expect(shared === Resolver.resolve((any Titled).self))
            let weak: any Titled = Resolver.resolve(name: "weak")
            #expect(weak === Resolver.resolve((any Titled).self, name: "weak"))
        }
    }

    /// Only making it needs the main actor.
    @MainActor
    @Test(.timeLimit(.minutes(10)), arguments: [Module.Lifetime.shared, .weak])
    func aMainActorInstanceThatExistsMayBeAskedForElsewhere(lifetime: Module.Lifetime)
        async
    {
        await Dependencies { Module.mainActor(lifetime) { Counted() as any Session } }
            .isolate {
                let injected = Inject<any Session>()
                let optional = Inject<(any Session)?>()
                let list = Inject<[any Session]>()
                let existing: any Session = Resolver.resolve()
                let elsewhere = onAnotherThread { [injected(), optional()!, list()[0]] }
                #expect(elsewhere.allSatisfy { $0 === existing })
                async let child: any Session = Resolver.resolve()
                #expect(await child === existing)
            }
    }

    /// If it is asked for where the conformance may be used, or if it is shared.
    @MainActor @Test func instancesMayConformToAProtocolOnTheMainActor() async {
        await Dependencies {
            Module.mainActor(.weak) { Player() as any Stage & Playable }
            Module.mainActor(.shared, "shared") { Player() as any Stage & Playable }
        }
        .isolate {
            let weak = Resolver.resolve((any Stage & Playable).self)
            #expect(Resolver.resolve((any Stage & Playable).self) === weak)
            let shared = Resolver.resolve((any Stage & Playable).self, name: "shared")
            let elsewhere = await Task { @concurrent in
                Resolver.resolve((any Stage & Playable).self, name: "shared")
            }
            .value
            #expect(elsewhere === shared)
        }
    }

    /// swift-dependencies#273: the main thread waits for a thread that resolves, then
    /// resolves itself.
    @MainActor @Test(.timeLimit(.minutes(10)))
    func theMainThreadMayWaitForAThreadThatResolves() {
        Dependencies { Module(.shared) { Counted() as any Session } }.isolate {
            let injected = Inject<any Session>()
            let background = onAnotherThread { injected() }
            #expect(background === Resolver.resolve((any Session).self))
        }
    }
}

// MARK: - Fixtures

/// A function that returns a module, whose place is in the function.
private func feature() -> Module { Module("feature") { 1 } }
private let lineOfFeature = #line - 1

private let real = Dependencies {
    Module { Counted() as any Session }
    Module { FixedClock(zone: "real") as any Clock }
}
private let fake = Dependencies { Module { FixedClock(zone: "fake") as any Clock } }

private final class TowerClock: Clock { let zone = "tower" }

private final class Whole: Sendable {
    let parts: [Part] = [Resolver.resolve(), Resolver.resolve()]
}

private final class Part: Sendable {
    private let injected = Inject<Whole>()

    var whole: Whole { injected() }
}

@MainActor private protocol Titled: AnyObject, Sendable { var title: String { get } }

@MainActor private final class ViewModel: Titled {
    let title: String

    init(title: String) { self.title = title }
}

/// A deprecated member gives no warning if a protocol's requirement calls it.
private protocol BlocksAsValues { static var block: Dependencies { get } }
private var asValue: any BlocksAsValues.Type { BlockAsValue.self }
private enum BlockAsValue: BlocksAsValues {
    @available(*, deprecated) static var block: Dependencies {
        Dependencies { Module { Dependencies { Module { 1 } } } }
    }
}

private protocol Ordered: Sendable { var isFirst: Bool { get } }
private struct First: Ordered { let isFirst = true }
private struct Second: Ordered { let isFirst = false }

/// A type that no closure can return, because a registration's type must be
/// copyable.
private struct Ticket: ~Copyable {
    @discardableResult static func taken() -> Ticket { Ticket() }
}

private enum WithoutValue: CaseIterable, Codable {
    case module, shared, mainActor, sharedOnMain, registered, noncopyable

    private static let firstLine = #line + 4

    func register() {
        switch self {
        case .module: _ = Module { _ = First() as any Ordered }
        case .shared: _ = Module(.shared, "x") { _ = First() as any Ordered }
        case .mainActor: _ = Module.mainActor { _ = First() as any Ordered }
        case .sharedOnMain: _ = Module.mainActor(.shared) { _ = First() as any Ordered }
        case .registered: Resolver.register { _ = First() as any Ordered }
        case .noncopyable: _ = Module { Ticket.taken() }
        }
    }

    var line: Int { Self.firstLine + Self.allCases.firstIndex(of: self)! }
}
