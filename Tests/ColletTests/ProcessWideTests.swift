import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// What is registered for the whole process: `build()`, `Resolver.register` and `reset()`.
///
/// These tests share the one resolver of the process, so they are all in this suite, one runs after
/// the other, and each starts and ends with nothing registered. All other tests isolate themselves
/// and depend on nothing that is registered here.
@Suite(.serialized)
final class ProcessWideTests {
    init() { Resolver.reset() }

    deinit { Resolver.reset() }

    // MARK: Build

    @Test func buildRegistersForTheProcess() async {
        Dependencies { Module { FixedClock(zone: "UTC") as any Clock } }.build()
        #expect(Resolver.resolve((any Clock).self).zone == "UTC")
        #expect(await Task.detached { Resolver.resolve((any Clock).self).zone }.value == "UTC")
        #expect(onAnotherThread { Inject<any Clock>()().zone } == "UTC")
    }

    @Test func blocksDoNothingBeforeTheyAreBuilt() {
        let dependencies = Dependencies { Module { 1 } }
        #expect(Resolver.resolve(Int?.self) == nil)
        dependencies.build()
        #expect(Resolver.resolve(Int?.self) == 1)
    }

    /// Every feature of an app may build its own block.
    @Test func aSecondBuildAddsToTheFirst() {
        Dependencies { Module { 1 } }.build()
        Dependencies { Module { "one" } }.build()
        #expect(Resolver.resolve(Int.self) == 1)
        #expect(Resolver.resolve(String.self) == "one")
    }

    /// What is made for the process is made in no override, though something is under way.
    @Test func unusedModulesAreAskedForWithinAnOverride() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
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

    @Test func theLaterBuildWins() {
        Dependencies { Module { 1 } }.build()
        Dependencies { Module { 2 } }.build()
        #expect(Resolver.resolve(Int.self) == 2)
    }

    @Test func everyBuildStartsItsOwnInstances() {
        let dependencies = Dependencies { Module(.shared) { Counted() as any Session } }
        dependencies.build()
        let first: any Session = Resolver.resolve()
        dependencies.build()
        #expect(Resolver.resolve((any Session).self) !== first)
    }

    @Test func aSecondBuildKeepsTheInstancesOfTheFirst() {
        Dependencies { Module(.shared) { Counted() as any Session } }.build()
        let session: any Session = Resolver.resolve()
        Dependencies { Module(.shared) { Counted() as any Store } }.build()
        #expect(Resolver.resolve((any Session).self) === session)
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

    @Test func theVeryTypeComesFirstInWhateverOrderItIsRegistered() {
        Resolver.register(value: nil as Int?)
        Resolver.register(value: 1)
        #expect(Resolver.resolve(Int?.self) == nil)
        Resolver.register(value: [3])
        Resolver.register(value: 4)
        #expect(Resolver.resolve([Int].self) == [3])
    }

    @Test func registeringAValueKeepsThatValue() {
        let session: any Session = Counted()
        Resolver.register(value: session)
        #expect(Resolver.resolve((any Session).self) === session)
        #expect(Inject<any Session>()() === session)
    }

    @Test func aValueIsMadeWhenItIsRegistered() {
        let tally = Tally()
        Resolver.register(value: Counted(tally) as any Session)
        #expect(tally.made == 1)
        _ = (Resolver.resolve((any Session).self), Resolver.resolve((any Session).self))
        #expect(tally.made == 1)
    }

    @Test func valuesMayHaveNames() {
        Resolver.register(value: "https://example.org", name: "url")
        #expect(Resolver.resolve(String.self, name: "url") == "https://example.org")
        #expect(Resolver.resolve(String?.self) == nil)
    }

    /// Swinject#571: Swift opens a variable of protocol type when it is passed to a generic
    /// parameter.
    @Test func aVariableOfProtocolTypeIsRegisteredUnderTheProtocol() {
        let clock: any Clock = FixedClock(zone: "UTC")
        Resolver.register(value: clock)
        #expect(Resolver.resolve((any Clock)?.self)?.zone == "UTC")
        #expect(Resolver.resolve(FixedClock?.self) == nil)
    }

    @Test func modulesCanBeRegisteredOneByOne() {
        Resolver.register(Module { Counted() as any Session })
        Resolver.register(Module(.shared, "guest") { Counted() as any Session })
        #expect(Resolver.resolve((any Session).self) !== Resolver.resolve((any Session).self))
        let guest: any Session = Resolver.resolve(name: "guest")
        #expect(Resolver.resolve((any Session).self, name: "guest") === guest)
    }

    /// Not the closures themselves, as a parameter for a value alone would have it.
    @Test func closuresAreRegisteredByWhatTheyMake() {
        Resolver.register { Counted() as any Session }
        Resolver.register(name: "named") { Counted() as any Session }
        let session = Inject<any Session>()()
        #expect(Resolver.resolve((any Session).self) !== session)
        #expect(Resolver.resolve((any Session)?.self, name: "named") != nil)
        #expect(Resolver.resolve([any Session].self).count == 2)
    }

    @Test func theLaterOfBuildAndRegisterWins() {
        Dependencies { Module { 1 } }.build()
        Resolver.register(value: 2)
        #expect(Resolver.resolve(Int.self) == 2)
        Dependencies { Module { 3 } }.build()
        #expect(Resolver.resolve(Int.self) == 3)
        Resolver.register(Module { 4 })
        #expect(Resolver.resolve(Int.self) == 4)
    }

    /// Factory's users write their fakes so.
    @Test func registeringWithinAnOverrideStaysThere() {
        Resolver.register { "real" }
        Dependencies {}.isolate {
            Resolver.register { "fake" }
            Resolver.register(value: 1)
            Resolver.register(Module("a") { 2 })
            #expect(Resolver.resolve(String.self) == "fake")
            #expect(Resolver.resolve([Int].self) == [1, 2])
        }
        #expect(Resolver.resolve(String.self) == "real")
        #expect(Resolver.resolve([Int].self) == [])
    }

    @Test func buildingWithinAnOverrideStaysThere() {
        Resolver.register { "real" }
        Dependencies { Module { 1 } }.override {
            Dependencies {
                Module { "fake" }
                Module { 2 }
            }
            .build()
            #expect(Resolver.resolve(String.self) == "fake")
            #expect(Resolver.resolve(Int.self) == 2)
        }
        #expect(Resolver.resolve(String.self) == "real")
        #expect(Resolver.resolve(Int?.self) == nil)
    }

    @Test func resettingWithinAnOverrideEmptiesItAlone() {
        Resolver.register { "real" }
        Dependencies { Module { "fake" } }.override {
            Resolver.reset()
            #expect(Resolver.resolve(String.self) == "real")
        }
        #expect(Resolver.resolve(String.self) == "real")
    }

    /// Factory#114, Factory#325: a mock registered after the real one was cached is not ignored.
    @Test func whatIsRegisteredLaterReplacesWhatIsCached() {
        Dependencies { Module(.shared) { FixedClock(zone: "real") as any Clock } }.build()
        let (read, unread) = (Inject<any Clock>(), Inject<any Clock>())
        #expect(read().zone == "real")
        Resolver.register(value: FixedClock(zone: "fake") as any Clock)
        #expect(Resolver.resolve((any Clock).self).zone == "fake")
        #expect(unread().zone == "fake")
        #expect(read().zone == "real")
    }

    // MARK: The root

    @Test func outsideOverridesPropertiesFollowTheProcessAtFirstAccess() {
        let early = Inject<Int>()
        Dependencies { Module { 1 } }.build()
        #expect(early() == 1)
        Dependencies { Module { 2 } }.build()
        #expect(early() == 1)
    }

    @Test func anInstanceOfOneFeatureUsesAFeatureThatIsBuiltLater() {
        Dependencies {
            Module(.shared) { EagerCheckout() as any Checkout }
            Module { Counted() as any Session }
        }
        .build()
        Dependencies { Module { FixedClock(zone: "UTC") as any Clock } }.build()
        #expect(Resolver.resolve((any Checkout).self).zone == "UTC")
    }

    @Test func overridesLayerOverTheProcess() {
        Dependencies {
            Module { 1 }
            Module { "real" }
        }
        .build()
        Dependencies { Module { "fake" } }.override {
            #expect(Resolver.resolve(Int.self) == 1)
            #expect(Resolver.resolve(String.self) == "fake")
        }
        #expect(Resolver.resolve(String.self) == "real")
    }

    @Test func isolationHidesTheProcess() {
        Dependencies { Module { 1 } }.build()
        Dependencies { Module { "fake" } }.isolate {
            #expect(Resolver.resolve(Int?.self) == nil)
            #expect(Resolver.resolve([Int].self).isEmpty)
        }
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

    @Test func closuresMayRegister() {
        Dependencies {
            Module(.shared) {
                Dependencies { Module { "built while making" } }.build()
                return Resolver.resolve(String.self).count
            }
        }
        .build()
        #expect(Resolver.resolve(Int.self) == 18)
    }

    // MARK: Release

    // Dip, swift-dependencies#289, Resolver#134
    @Test(arguments: Replacement.allCases)
    func whatIsReplacedIsReleased(replacement: Replacement) {
        let tally = Tally()
        Dependencies { Module(.shared) { Counted(tally) as any Session } }.build()
        _ = Resolver.resolve((any Session).self)
        #expect(tally.alive == 1)
        replacement.replace()
        #expect(tally.alive == 0)
    }

    enum Replacement: CaseIterable {
        case build, registerModule, registerValue, reset

        func replace() {
            switch self {
            case .build: Dependencies { Module { Counted() as any Session } }.build()
            case .registerModule: Resolver.register(Module { Counted() as any Session })
            case .registerValue: Resolver.register(value: Counted() as any Session)
            case .reset: Resolver.reset()
            }
        }
    }

    @Test func aRegisteredValueIsReleasedWhenItIsReplaced() {
        let tally = Tally()
        Resolver.register(value: Counted(tally) as any Session)
        #expect(tally.alive == 1)
        Resolver.register(value: Counted() as any Session)
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

    /// The replaced registration is asked for once more while its instance is being made: what
    /// comes of it belongs to those who asked.
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

    @Test func resetIsAsIfNothingHadBeenRegistered() {
        Dependencies {
            Module(.shared) { Counted() as any Session }
            Module("named") { FixedClock(zone: "UTC") as any Clock }
        }
        .build()
        Resolver.register(value: 1)
        Resolver.reset()
        #expect(Resolver.resolve((any Session)?.self) == nil)
        #expect(Resolver.resolve([any Clock].self).isEmpty)
        #expect(Resolver.resolve(Int?.self) == nil)
    }

    @Test func theLaterOfResetBuildAndRegisterDecides() {
        let block = Dependencies {
            Module { "built" }
            Module { 1 }
        }
        func current() -> [String?] {
            [Resolver.resolve(String?.self), Resolver.resolve(Int?.self)?.description]
        }
        Resolver.register(value: "registered")
        block.build()
        #expect(current() == ["built", "1"])
        Resolver.register(value: "registered")
        #expect(current() == ["registered", "1"])
        Resolver.reset()
        #expect(current() == [nil, nil])
        Resolver.register(value: "registered")
        #expect(current() == ["registered", nil])
        Resolver.reset()
        block.build()
        #expect(current() == ["built", "1"])
    }

    @Test func aBlockCanBeBuiltAgainAfterAReset() {
        let dependencies = Dependencies { Module(.shared) { Counted() as any Session } }
        dependencies.build()
        let before: any Session = Resolver.resolve()
        Resolver.reset()
        dependencies.build()
        #expect(Resolver.resolve((any Session).self) !== before)
    }

    // MARK: Contention

    @Test(.timeLimit(.minutes(10)))
    func oneInstanceServesTheWholeProcess() async throws {
        for _ in 1...20 {
            let tally = Tally()
            let arrivals = Barrier(100)
            Dependencies {
                Module(.shared) {
                    arrivals.wait()
                    return Counted(tally) as any Session
                }
            }
            .build()
            let sessions = try await race(threads: 100) { _ in
                arrivals.arrive()
                return ObjectIdentifier(Resolver.resolve((any Session).self))
            }
            #expect(Set(sessions).count == 1)
            #expect(tally.made == 1)
        }
    }

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

    /// Both modules of a block carry its number. A reader that asks for one and then for the other
    /// never sees the second behind the first, in whichever order it asks.
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

    /// Factory#340, Factory#365, Swinject#547: while one instance is made, the process goes on.
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
