import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// What a `Dependencies` block contains, and whom it serves.
struct DependenciesTests {
    // MARK: The block

    @Test func anEmptyBlockRegistersNothing() {
        Dependencies {}.isolate {
            #expect(Resolver.resolve((any Clock)?.self) == nil)
        }
    }

    @Test func aBlockRegistersAllItsModules() {
        Dependencies {
            Module { FixedClock(zone: "UTC") as any Clock }
            Module(.shared) { Counted() as any Session }
        }
        .isolate {
            #expect(Resolver.resolve((any Clock)?.self) != nil)
            #expect(Resolver.resolve((any Session)?.self) != nil)
        }
    }

    @Test(arguments: [true, false])
    func conditionsChooseModules(isDebug: Bool) {
        Dependencies {
            if isDebug {
                Module { FixedClock(zone: "debug") as any Clock }
            } else {
                Module { FixedClock(zone: "release") as any Clock }
            }
            if isDebug {
                Module("console") { 1 }
            }
        }
        .isolate {
            let clock: any Clock = Resolver.resolve()
            #expect(clock.zone == (isDebug ? "debug" : "release"))
            #expect(Resolver.resolve(Int?.self, name: "console") == (isDebug ? 1 : nil))
        }
    }

    @Test(arguments: Weekday.allCases)
    func switchesChooseModules(day: Weekday) {
        Dependencies {
            switch day {
            case .friday: Module { "pizza" }
            case .saturday: Module { "soup" }
            case .sunday: Module { "cake" }
            }
        }
        .isolate {
            #expect(Resolver.resolve(String.self) == day.dish)
        }
    }

    @Test func loopsAddModules() {
        Dependencies {
            for zone in ["UTC", "CET", "JST"] {
                Module(zone) { FixedClock(zone: zone) as any Clock }
            }
        }
        .isolate {
            #expect(Resolver.resolve((any Clock).self, name: "CET").zone == "CET")
            #expect(Resolver.resolve([any Clock].self).count == 3)
        }
    }

    @Test func availabilityChoosesModules() {
        Dependencies {
            if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                Module { FixedClock(zone: "new") as any Clock }
            } else {
                Module { FixedClock(zone: "old") as any Clock }
            }
        }
        .isolate {
            #expect(Resolver.resolve((any Clock).self).zone == "new")
        }
    }

    @Test func blocksNest() {
        let clocks = Dependencies {
            Module { FixedClock(zone: "UTC") as any Clock }
        }
        Dependencies {
            clocks
            Dependencies {
                Module { 1 }
                Dependencies { Module { "deep" } }
            }
        }
        .isolate {
            #expect(Resolver.resolve((any Clock).self).zone == "UTC")
            #expect(Resolver.resolve(Int.self) == 1)
            #expect(Resolver.resolve(String.self) == "deep")
        }
    }

    @Test(arguments: [true, false])
    func functionsThatReturnModulesAreParts(isDebug: Bool) {
        @DependenciesBuilder func common() -> [Module] {
            Module { 1 }
            Module { "text" }
        }
        let clocks = [Module { FixedClock(zone: "UTC") as any Clock }]
        Dependencies {
            common()
            if isDebug {
                clocks
                common()
            }
        }
        .isolate {
            #expect(Resolver.resolve(Int.self) == 1)
            #expect(Resolver.resolve(String.self) == "text")
            #expect(Resolver.resolve((any Clock)?.self)?.zone == (isDebug ? "UTC" : nil))
            #expect(Resolver.resolve([Module]?.self) == nil)
        }
    }

    // MARK: Later wins

    @Test func theLaterOfTwoModulesWins() {
        Dependencies {
            Module { 1 }
            Module { 2 }
        }
        .isolate {
            #expect(Resolver.resolve(Int.self) == 2)
        }
    }

    @Test func theLaterLifetimeWins() {
        Dependencies {
            Module(.shared) { Counted() as any Session }
            Module { Counted() as any Session }
        }
        .isolate {
            let sessions = (
                Resolver.resolve((any Session).self), Resolver.resolve((any Session).self)
            )
            #expect(sessions.0 !== sessions.1)
        }
    }

    /// This is how one module of the app is replaced for one test: nest the app's block, then the
    /// fake.
    @Test func aModuleAfterANestedBlockWins() {
        let app = Dependencies {
            Module { FixedClock(zone: "real") as any Clock }
            Module("backup") { FixedClock(zone: "real backup") as any Clock }
        }
        Dependencies {
            app
            Module { FixedClock(zone: "fake") as any Clock }
        }
        .isolate {
            #expect(Resolver.resolve((any Clock).self).zone == "fake")
            #expect(Resolver.resolve((any Clock).self, name: "backup").zone == "real backup")
        }
    }

    // MARK: Override and isolate

    @Test func isolationHidesTheCurrentModules() {
        Dependencies { Module { 1 } }.isolate {
            Dependencies {}.isolate {
                #expect(Resolver.resolve(Int?.self) == nil)
            }
        }
    }

    @Test func asynchronousIsolationHidesWhatIsCurrent() async {
        await Dependencies { Module { "outer" } }.isolate {
            await Dependencies { Module { 2 } }.isolate {
                await Task.yield()
                #expect(Resolver.resolve(String?.self) == nil)
                #expect(Resolver.resolve(Int.self) == 2)
            }
        }
    }

    @Test func overridesComeFirstAndTheRestStillServes() {
        Dependencies {
            Module { 1 }
            Module { "outer" }
        }
        .isolate {
            Dependencies { Module { 2 } }.override {
                #expect(Resolver.resolve(Int.self) == 2)
                #expect(Resolver.resolve(String.self) == "outer")
            }
        }
    }

    @Test func asynchronousOverridesComeFirstAndTheRestIsStillCurrent() async {
        await Dependencies {
            Module { "outer" }
            Module { 1 }
        }
        .isolate {
            await Dependencies { Module { 2 } }.override {
                await Task.yield()
                #expect(Resolver.resolve(String.self) == "outer")
                #expect(Resolver.resolve(Int.self) == 2)
            }
        }
    }

    @Test func overridesNestAndEndInReverseOrder() {
        let one = Dependencies { Module { 1 } }
        let two = Dependencies { Module { 2 } }
        one.isolate {
            two.override {
                one.override { #expect(Resolver.resolve(Int.self) == 1) }
                #expect(Resolver.resolve(Int.self) == 2)
            }
            #expect(Resolver.resolve(Int.self) == 1)
        }
    }

    /// Factory's defect suite: overriding one of two registrations of a protocol leaves its twin
    /// alone.
    @Test(arguments: ["named", nil])
    func overridesLeaveTheTwinAlone(replaced: String?) {
        let twin = replaced == nil ? "named" : nil
        Dependencies {
            Module { FixedClock(zone: "real") as any Clock }
            Module("named") { FixedClock(zone: "real") as any Clock }
        }
        .isolate {
            Dependencies { Module(replaced) { FixedClock(zone: "fake") as any Clock } }.override {
                #expect(Resolver.resolve((any Clock).self, name: replaced).zone == "fake")
                #expect(Resolver.resolve((any Clock).self, name: twin).zone == "real")
            }
        }
    }

    /// Factory#114, Factory#325: a mock registered after the real one was cached is not ignored.
    @Test func overridesReplaceWhatIsAlreadyCached() {
        Dependencies { Module(.shared) { FixedClock(zone: "real") as any Clock } }.isolate {
            #expect(Resolver.resolve((any Clock).self).zone == "real")
            Dependencies { Module(.shared) { FixedClock(zone: "fake") as any Clock } }.override {
                #expect(Resolver.resolve((any Clock).self).zone == "fake")
            }
            #expect(Resolver.resolve((any Clock).self).zone == "real")
        }
    }

    @Test func overridesReturnWhatTheBodyReturns() async {
        let dependencies = Dependencies { Module { 1 } }
        #expect(synchronously { dependencies.isolate { Resolver.resolve(Int.self) } } == 1)
        #expect(synchronously { dependencies.override { Resolver.resolve(Int.self) } } == 1)
        #expect(await dependencies.isolate { await later { Resolver.resolve(Int.self) } } == 1)
        #expect(await dependencies.override { await later { Resolver.resolve(Int.self) } } == 1)
    }

    @Test func errorsPassThroughWithTheirType() async {
        let dependencies = Dependencies { Module { 2 } }
        func fail() throws(Shortage) { throw Shortage(missing: Resolver.resolve()) }
        func failLater() async throws(Shortage) {
            await Task.yield()
            try fail()
        }
        func check(_ body: () throws(Shortage) -> Void) {
            do throws(Shortage) {
                try body()
                Issue.record("nothing was thrown")
            } catch {
                #expect(error.missing == 2)
            }
        }
        func check(_ body: () async throws(Shortage) -> Void) async {
            do throws(Shortage) {
                try await body()
                Issue.record("nothing was thrown")
            } catch {
                #expect(error.missing == 2)
            }
        }
        await Dependencies { Module { 1 } }.isolate {
            synchronously {
                check { () throws(Shortage) in try dependencies.override(fail) }
                check { () throws(Shortage) in try dependencies.isolate(fail) }
            }
            await check { () async throws(Shortage) in try await dependencies.override(failLater)
            }
            await check { () async throws(Shortage) in try await dependencies.isolate(failLater) }
            #expect(Resolver.resolve(Int.self) == 1)
        }
    }

    @Test func cancellationLeavesTheOverride() async {
        await Dependencies { Module { 1 } }.isolate {
            let task = Task {
                await #expect(throws: CancellationError.self) {
                    try await Dependencies { Module { 2 } }.override {
                        while true {
                            try Task.checkCancellation()
                            await Task.yield()
                        }
                    }
                }
                return Resolver.resolve(Int.self)
            }
            task.cancel()
            #expect(await task.value == 1)
        }
    }

    @MainActor @Test func bodiesStayOnTheirActor() async {
        let screen = Screen()
        let dependencies = Dependencies { Module { "title" } }
        synchronously { dependencies.override { screen.title = Resolver.resolve() } }
        await dependencies.isolate {
            MainActor.assertIsolated()
            await Task.yield()
            MainActor.assertIsolated()
            screen.title += Resolver.resolve(String.self)
        }
        await dependencies.override {
            await Task.yield()
            MainActor.assertIsolated()
            screen.title += Resolver.resolve(String.self)
        }
        #expect(screen.title == "titletitletitle")
    }

    /// The body is neither sent nor escaping, so it can use what belongs to its caller, and return
    /// it.
    @Test func bodiesMayUseNonSendableValues() async {
        let draft = Draft()
        let dependencies = Dependencies { Module { "text" } }
        let same = await dependencies.isolate {
            await Task.yield()
            draft.text = Resolver.resolve()
            return draft
        }
        #expect(same === draft)
        #expect(draft.text == "text")
    }

    // MARK: Tasks and threads

    @Test func overridesReachChildTasks() async {
        await Dependencies { Module { 2 } }.isolate {
            async let child = later { Resolver.resolve(Int.self) }
            #expect(await child == 2)
            await withTaskGroup { group in
                for _ in 1...10 { group.addTask { Resolver.resolve(Int.self) } }
                for await value in group { #expect(value == 2) }
            }
            #expect(await Task { Resolver.resolve(Int.self) }.value == 2)
        }
    }

    /// swift-dependencies#127: what was not created inside doesn't get the overrides.
    @Test func overridesDoNotReachWhatIsCreatedElsewhere() async {
        let before = Inject<OnlyInside?>()
        await Dependencies { Module { OnlyInside() } }.override {
            #expect(before() == nil)
            #expect(await Task.detached { Inject<OnlyInside?>()() }.value == nil)
            #expect(await Task.detached { Resolver.resolve(OnlyInside?.self) }.value == nil)
            #expect(onAnotherThread { Inject<OnlyInside?>()() } == nil)
        }
        #expect(Inject<OnlyInside?>()() == nil)
    }

    @Test func continuationsKeepTheOverride() async {
        await Dependencies { Module { 2 } }.isolate {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume() }
            }
            #expect(Resolver.resolve(Int.self) == 2)
        }
    }

    /// Factory#231: parallel tests each see only their own overrides, shared instances included.
    @Test func overridesNeverLeakBetweenParallelTests() async {
        await withTaskGroup { group in
            for number in 0..<1_000 {
                group.addTask {
                    await Dependencies {
                        Module { number }
                        Module(.shared) { FixedClock(zone: "\(number)") as any Clock }
                    }
                    .override {
                        let injected = Inject<any Clock>()
                        for _ in 1...5 {
                            #expect(Resolver.resolve(Int.self) == number)
                            await Task.yield()
                            #expect(Resolver.resolve((any Clock).self).zone == "\(number)")
                        }
                        #expect(injected().zone == "\(number)")
                    }
                }
            }
        }
    }

    /// Factory#150, swift-dependencies#119: several previews side by side each keep their mock.
    @Test func previewsSideBySideKeepTheirMocks() {
        let previews = ["one", "two", "three"].map { zone in
            Dependencies {
                Module { FixedClock(zone: zone) as any Clock }
                Module(.shared) { Counted() as any Session }
            }
            .isolate { LazyCheckout() }
        }
        #expect(previews.map(\.zone) == ["one", "two", "three"])
        #expect(Set(previews.map { ObjectIdentifier($0.session) }).count == 3)
    }

    // MARK: Instances

    @Test func everyUseOfABlockStartsItsOwnInstances() {
        let dependencies = Dependencies { Module(.shared) { Counted() as any Session } }
        let first: any Session = dependencies.isolate { Resolver.resolve() }
        let second: any Session = dependencies.isolate { Resolver.resolve() }
        let third: any Session = dependencies.override { Resolver.resolve() }
        #expect(Set([first, second, third].map(ObjectIdentifier.init)).count == 3)
    }

    @Test func usesOfABlockWithinEachOtherHaveTheirOwnInstances() {
        let dependencies = Dependencies { Module(.shared) { Counted() as any Session } }
        dependencies.isolate {
            let outer: any Session = Resolver.resolve()
            dependencies.override {
                #expect(Resolver.resolve((any Session).self) !== outer)
            }
            #expect(Resolver.resolve((any Session).self) === outer)
        }
    }

    // Dip, swift-dependencies#289, Resolver#134: what served for a while is released.
    @Test func instancesAreReleasedWhenTheOverrideEnds() {
        let tally = Tally()
        Dependencies { Module(.shared) { Counted(tally) as any Session } }.isolate {
            _ = Resolver.resolve((any Session).self)
            #expect(tally.alive == 1)
        }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
    }

    /// The checkout was made in the override that holds it and never asked for its session: had it
    /// kept that override alive, both would leak.
    @Test func instancesThatNeverReadTheirInjectionsDoNotLeak() {
        let tally = Tally()
        Dependencies { Module(.shared) { LazyCheckout(tally) as any Checkout } }.isolate {
            _ = Resolver.resolve((any Checkout).self)
        }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
    }

    @Test func instancesThatInjectEachOtherLazilyAreReleased() {
        let tally = Tally()
        Dependencies {
            Module(.shared) { LazyCheckout(tally) as any Checkout }
            Module(.shared) { Counted(tally) as any Session }
            Module { FixedClock(zone: "UTC") as any Clock }
        }
        .isolate {
            _ = Resolver.resolve((any Checkout).self).session
            #expect(tally.alive == 2)
        }
        #expect(tally.alive == 0)
    }

    @Test func aSharedInstanceStaysTheOneWhileSomebodyHoldsItAfterTheOverride() {
        let tally = Tally()
        let (holder, latecomer) = Dependencies {
            Module(.shared) { Counted(tally) as any Session }
        }
        .isolate {
            let latecomer = LazyCheckout()
            return (Resolver.resolve((any Session).self), latecomer)
        }
        #expect(latecomer.session === holder)
        #expect(tally.made == 1)
    }

    @Test func whatAnEscapedObjectAsksForLaterIsMadeAgain() {
        let tally = Tally()
        let (first, second) = Dependencies { Module(.shared) { Counted(tally) as any Session } }
            .isolate {
                _ = Resolver.resolve((any Session).self)
                return (LazyCheckout(), LazyCheckout())
            }
        #expect(tally.alive == 0)
        #expect(first.session === second.session)
        #expect(tally.made == 2)
        #expect(tally.alive == 1)
    }

    @Test func anEscapedObjectReleasesWhatItAskedForLater() {
        let tally = Tally()
        do {
            let escaped = Dependencies { Module(.shared) { Counted(tally) as any Session } }
                .isolate { LazyCheckout(tally) }
            _ = escaped.session
            #expect(tally.alive == 2)
        }
        #expect(tally.alive == 0)
    }
}

// MARK: - Fixtures

enum Weekday: CaseIterable {
    case friday, saturday, sunday

    var dish: String {
        switch self {
        case .friday: "pizza"
        case .saturday: "soup"
        case .sunday: "cake"
        }
    }
}

private struct Shortage: Error {
    let missing: Int
}

/// A type that nobody ever registers for the process.
private struct OnlyInside: Equatable {}

@MainActor private final class Screen {
    var title = ""
}

/// Calls the body from a synchronous context, where the synchronous overloads are chosen.
private func synchronously<R>(_ body: () -> R) -> R { body() }

/// Calls the body after a suspension.
private func later<R: Sendable>(_ body: @Sendable () -> R) async -> R {
    await Task.yield()
    return body()
}
