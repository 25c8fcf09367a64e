import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Registrations for the whole process: `build()`, `Resolver.register` and `reset()`.
///
/// These tests share the one resolver of the process, so they are all in this suite,
/// run one after the other, and each starts and ends with nothing registered. All
/// other tests isolate themselves, and don't depend on anything that is registered
/// here.
@Suite(.serialized)
final class ProcessWideTests {
    init() { Resolver.reset() }

    deinit { Resolver.reset() }

    // MARK: Build

    @Test func buildRegistersForTheProcess() async {
        let dependencies = Dependencies {
            Module { FixedClock(zone: "UTC") as any Clock }
        }
        #expect(Resolver.resolve((any Clock)?.self) == nil)
        dependencies.build()
        #expect(Resolver.resolve((any Clock).self).zone == "UTC")
        #expect(
            await Task.detached { Resolver.resolve((any Clock).self).zone }.value == "UTC"
        )
        #expect(onAnotherThread { Inject<any Clock>()().zone } == "UTC")
    }

    /// Instances for the process are made outside of overrides, even though a component
    /// is being made.
    @Test func unusedModulesAreAskedForWithinAnOverride() async throws {
        let result = await #expect(processExitsWith: .failure, observing: .messages) {
            Dependencies { Module { 1 } }.build()
            _ = Scope().shared { Dependencies.unused }
        }
        #expect(
            try #require(result).report == [
                "Collet: no override is current.",
                "To fix, ask at the end of its closure.",
            ]
        )
    }

    /// Every feature of an app may build its own block.
    @Test func everyBuildStartsItsOwnInstancesAndLeavesTheOthers() {
        let dependencies = Dependencies { Module(.shared) { Counted() as any Session } }
        dependencies.build()
        let first: any Session = Resolver.resolve()
        Dependencies { Module(.shared) { Counted() as any Store } }.build()
        #expect(Resolver.resolve((any Session).self) === first)
        dependencies.build()
        let second: any Session = Resolver.resolve()
        #expect(second !== first)
        Resolver.reset()
        dependencies.build()
        let third: any Session = Resolver.resolve()
        #expect(third !== first && third !== second)
    }

    @Test func collectionsKeepTheOrderOfTheFirstRegistration() {
        Dependencies {
            Module("a") { "a1" }
            Module("b") { "b1" }
        }
        .build()
        Resolver.register(value: "c2", name: "c")
        Dependencies { Module("a") { "a3" } }.build()
        #expect(Resolver.resolve([String].self) == ["a3", "b1", "c2"])
    }

    // MARK: Register

    @Test func aValueIsMadeOnceWhenItIsRegistered() {
        let tally = Tally()
        Resolver.register(value: Counted(tally) as any Session)
        Resolver.register(value: Counted() as any Session, name: "named")
        #expect(tally.made == 1)
        let session: any Session = Resolver.resolve()
        #expect(Inject<any Session>()() === session)
        #expect(Resolver.resolve((any Session).self, name: "named") !== session)
        #expect(tally.made == 1)
    }

    /// Swinject#571: Swift opens a variable of protocol type when it is passed to a
    /// generic parameter.
    @Test func aVariableOfProtocolTypeIsRegisteredUnderTheProtocol() {
        let clock: any Clock = FixedClock(zone: "UTC")
        Resolver.register(value: clock)
        #expect(Resolver.resolve((any Clock)?.self)?.zone == "UTC")
        #expect(Resolver.resolve(FixedClock?.self) == nil)
    }

    /// Not as closures, which is how a parameter only for values would take them.
    @Test func closuresAreRegisteredByWhatTheyMake() {
        Resolver.register { Counted() as any Session }
        Resolver.register(name: "named") { Counted() as any Session }
        let session = Inject<any Session>()()
        #expect(Resolver.resolve((any Session).self) !== session)
        #expect(Resolver.resolve((any Session)?.self, name: "named") != nil)
        #expect(Resolver.resolve([any Session].self).count == 2)
    }

    @Test func whatTheProcessHasIsListedWithItsPlaces() {
        let first = #line + 1
        Resolver.register(value: FixedClock(zone: "UTC") as any Clock)
        Resolver.register(name: "named") { 1 }
        Resolver.register(Module(.weak) { Counted() })
        Dependencies { Module { 1 } }.build()
        let expected = [
            "ColletTests.Clock, shared", "Swift.Int named \"named\", transient",
            "ColletTests.Counted, weak", "Swift.Int, transient",
        ]
        .enumerated().map { "\($1), at ColletTests/ProcessWideTests.swift:\(first + $0)" }
        #expect(Dependencies.registered == expected)
        #expect(onAnotherThread { Dependencies.registered } == expected)
        Dependencies { Module { "text" } }.override {
            #expect(Dependencies.registered.dropLast() == expected[...])
        }
    }

    /// Factory's users write their fakes like this.
    @Test func whatIsRegisteredBuiltAndResetWithinAnOverrideStaysThere() {
        Resolver.register { "real" }
        Dependencies { Module { 1 } }.override {
            #expect(current() == "real 1")
            Dependencies {
                Module { "fake" }
                Module { 2 }
            }
            .build()
            // The block's own modules stay.
            #expect(current() == "fake 1")
            Resolver.reset()
            #expect(current() == "real 0")
        }
        Dependencies { Module { "isolated" } }.isolate {
            #expect(current() == "isolated 0")
            Resolver.register { "fake" }
            Resolver.register(value: 1)
            Resolver.register(Module("a") { 2 })
            #expect(current() == "fake 1")
            #expect(Resolver.resolve([Int].self) == [1, 2])
            Resolver.reset()
            #expect(current() == "nothing 0")
        }
        #expect(current() == "real 0")
        #expect(Resolver.resolve([Int].self) == [])
    }

    /// Factory#114, Factory#325: a mock registered after the real one was cached is not
    /// ignored.
    @Test func outsideOfOverridesWrappersFollowTheProcessAtFirstAccess() {
        let (read, unread) = (Inject<any Clock>(), Inject<any Clock>())
        Dependencies { Module(.shared) { FixedClock(zone: "real") as any Clock } }.build()
        #expect(read().zone == "real")
        Resolver.register(value: FixedClock(zone: "fake") as any Clock)
        #expect(Resolver.resolve((any Clock).self).zone == "fake")
        #expect(unread().zone == "fake")
        #expect(read().zone == "real")
    }

    @Test(arguments: [Module.Lifetime.shared, .weak])
    func instancesOfTheProcessNeverCatchAnOverride(lifetime: Module.Lifetime) {
        Dependencies {
            Module(lifetime) { EagerCheckout() as any Checkout }
            Module(lifetime, "lazy") { LazyCheckout() as any Checkout }
            Module { Counted() as any Session }
            Module { FixedClock(zone: "real") as any Clock }
        }
        .build()
        Dependencies { Module { FixedClock(zone: "fake") as any Clock } }.override {
            #expect(Resolver.resolve((any Checkout).self).zone == "real")
            #expect(Resolver.resolve((any Checkout).self, name: "lazy").zone == "real")
        }
    }

    // MARK: Release

    // Dip, swift-dependencies#289, Resolver#134
    @Test func whatIsReplacedIsReleased() {
        let tally = Tally()
        let replacements: [() -> Void] = [
            {
                Dependencies { Module(.shared) { Counted(tally) as any Session } }.build()
            },
            { Resolver.register(value: Counted(tally) as any Session) },
            { Resolver.register(Module(.shared) { Counted(tally) as any Session }) },
            { Resolver.register { Counted(tally) as any Session } },
        ]
        for replace in replacements {
            replace()
            _ = Resolver.resolve((any Session)?.self)
        }
        #expect(tally.made == 4)
        #expect(tally.alive == 0)
        replacements[0]()
        _ = Resolver.resolve((any Session).self)
        #expect(tally.alive == 1)
        Resolver.reset()
        #expect(tally.alive == 0)
    }

    @Test func whatIsReplacedStaysWithItsHolders() {
        Dependencies { Module(.shared) { Counted() as any Session } }.build()
        let checkout = LazyCheckout()
        let session = checkout.session
        Dependencies { Module(.shared) { Counted() as any Session } }.build()
        #expect(checkout.session === session)
        #expect(LazyCheckout().session !== session)
    }

    /// No lock is held while it is released. If it hangs, the process ends itself.
    @Test func whatIsReplacedOrResetMayAskAsItEnds() async {
        await #expect(processExitsWith: .success) {
            final class Last: Sendable { deinit { _ = Resolver.resolve(Int?.self) } }
            alarm(600)
            for _ in 1...2 {
                Resolver.register(Module(.shared) { Last() })
                _ = Resolver.resolve(Last.self)
            }
            Resolver.reset()
        }
    }

    /// The replaced registration is asked for once more while its instance is being made.
    /// The instance belongs to those callers.
    @Test(.timeLimit(.minutes(10)))
    func whatIsReplacedWhileItIsMadeIsNotKept() async throws {
        let tally = Tally()
        let (began, isReplaced) = (Barrier(), Barrier())
        Dependencies {
            Module(.shared) {
                began.arrive()
                isReplaced.wait()
                return Counted(tally) as any Session
            }
        }
        .build()
        try await race(threads: 2) { thread in
            if thread == 0 {
                _ = Resolver.resolve((any Session).self)
            } else {
                began.wait()
                Dependencies { Module { Counted() as any Session } }.build()
                isReplaced.arrive()
            }
        }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
    }

    /// The array goes on with the modules it found, but the kept instance is gone.
    @Test(arguments: Removal.allCases)
    fileprivate func whatAnElementOfAnArrayRemovesIsMadeAnew(removal: Removal) {
        let tally = Tally()
        Dependencies {
            Module {
                removal.remove()
                return Counted() as any Session
            }
            Module(.shared, "kept") { Counted(tally) as any Session }
        }
        .override {
            _ = Resolver.resolve((any Session).self, name: "kept")
            let sessions = Resolver.resolve([any Session].self)
            #expect(tally.made == 2)
            #expect(tally.alive == 1)
            #expect(sessions.count == 2)
        }
    }

    @Test func theLaterOfResetBuildAndRegisterDecides() {
        let block = Dependencies {
            Module { "built" }
            Module { 1 }
        }
        Resolver.register(value: "registered")
        block.build()
        #expect(current() == "built 1")
        Resolver.register { "registered" }
        #expect(current() == "registered 1")
        Dependencies { Module { 2 } }.build()
        #expect(current() == "registered 2")
        Resolver.reset()
        #expect(current() == "nothing 0")
        Resolver.register(Module { "registered" })
        #expect(current() == "registered 0")
        Resolver.reset()
        block.build()
        #expect(current() == "built 1")
    }

    // MARK: Contention

    @Test(.timeLimit(.minutes(10)))
    func nothingIsLostWhenThreadsRegisterAtOnce() async throws {
        for _ in 1...20 {
            Resolver.reset()
            try await race(threads: 50) { thread in
                Resolver.register(value: thread, name: "value \(thread)")
                Resolver.register(Module("module \(thread)") { thread })
                Dependencies { Module("block \(thread)") { thread } }.build()
            }
            #expect(Resolver.resolve([Int].self).sorted() == (0..<150).map { $0 / 3 })
        }
    }

    // Swinject#539
    @Test(.timeLimit(.minutes(10)))
    func registeringMayRaceResolving() async throws {
        Resolver.register(value: 0)
        let inRange = try await race(threads: 16) { thread in
            (1...500).allSatisfy { number in
                if thread.isMultiple(of: 4) {
                    Resolver.register(value: number)
                    Resolver.register(value: number, name: "\(thread).\(number)")
                    return true
                }
                return (0...500).contains(Resolver.resolve(Int.self))
            }
        }
        #expect(inRange.allSatisfy { $0 })
        #expect(Resolver.resolve([Int].self).count == 2_001)
    }

    /// Both modules of a block carry its number. A reader that asks for one and then for
    /// the other never sees the second behind the first, in whichever order it asks.
    @Test(.timeLimit(.minutes(10)))
    func noThreadSeesHalfOfABlock() async throws {
        Resolver.register(value: 0, name: "left")
        Resolver.register(value: 0, name: "right")
        let isFinished = Atomic(false)
        let torn = try await race(threads: 4) { thread in
            if thread == 0 {
                for number in 1...5_000 {
                    Dependencies {
                        Module("left") { number }
                        Module("right") { number }
                    }
                    .build()
                }
                isFinished.store(true, ordering: .relaxed)
                return 0
            }
            let names = thread == 1 ? ["left", "right"] : ["right", "left"]
            var torn = 0
            while !isFinished.load(ordering: .relaxed) {
                if thread == 3 {
                    torn += Set(Resolver.resolve([Int].self)).count == 1 ? 0 : 1
                } else {
                    let first = Resolver.resolve(Int.self, name: names[0])
                    let second = Resolver.resolve(Int.self, name: names[1])
                    torn += second >= first ? 0 : 1
                }
            }
            return torn
        }
        #expect(torn == [0, 0, 0, 0])
    }

    /// Factory#340, Factory#365, Swinject#547: while one instance is made, the process
    /// goes on.
    @Test(.timeLimit(.minutes(10)))
    func aSlowInitialiserHoldsNoRegistrationBack() async throws {
        let (slowBegan, othersAreDone) = (Barrier(), Barrier())
        Dependencies {
            Module(.shared) {
                slowBegan.arrive()
                othersAreDone.wait()
                return Counted() as any Session
            }
        }
        .build()
        let numbers = try await race(threads: 2) { thread in
            if thread == 0 {
                _ = Resolver.resolve((any Session).self)
                return Resolver.resolve(Int.self)
            }
            slowBegan.wait()
            Resolver.register(value: 1)
            Dependencies {
                Module(.shared, "late") { Resolver.resolve(Int.self) + 1 }
            }
            .build()
            defer { othersAreDone.arrive() }
            return Resolver.resolve(Int.self, name: "late")
        }
        #expect(numbers == [1, 2])
    }
}

/// The text and the number that are registered.
private func current() -> String {
    let number = Resolver.resolve(Int?.self) ?? 0
    return "\(Resolver.resolve(String?.self) ?? "nothing") \(number)"
}

/// The ways to remove the session that is kept.
private enum Removal: CaseIterable {
    case reset, replaced

    func remove() {
        switch self {
        case .reset: Resolver.reset()
        case .replaced: Resolver.register(name: "kept") { Counted() as any Session }
        }
    }
}
