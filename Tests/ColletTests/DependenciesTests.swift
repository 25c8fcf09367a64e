import Collet
import TestSupport
import Testing

/// The contents of a `Dependencies` block, and the code that it serves.
struct DependenciesTests {
    // MARK: The block

    @Test(arguments: Weekday.allCases)
    func conditionsSwitchesLoopsAndAvailabilityChooseModules(day: Weekday) {
        let isFriday = day == .friday
        Dependencies {
            if isFriday {
                Module { FixedClock(zone: "Friday's") as any Clock }
            } else {
                Module { FixedClock(zone: "another day's") as any Clock }
            }
            if isFriday {
                Module("friday") { 1 }
            }
            switch day {
            case .friday: Module { "pizza" }
            case .saturday: Module { "soup" }
            case .sunday: Module { "cake" }
            }
            for hour in [8.0, 12, 18] { Module("\(hour)") { hour } }
            if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                Module { true }
            } else {
                Module { false }
            }
        }
        .isolate {
            let zone = Resolver.resolve((any Clock).self).zone
            #expect(zone == (isFriday ? "Friday's" : "another day's"))
            #expect(Resolver.resolve(Int?.self, name: "friday") == (isFriday ? 1 : nil))
            #expect(Resolver.resolve(String.self) == day.rawValue)
            #expect(Resolver.resolve([Double].self) == [8, 12, 18])
            #expect(Resolver.resolve(Bool.self))
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

    /// This replaces one module of the app for one test: nest the app's block, then the
    /// fake.
    @Test func blocksNestAndWhatFollowsThemWins() {
        let app = Dependencies {
            Module { FixedClock(zone: "real") as any Clock }
            Module("backup") { FixedClock(zone: "real backup") as any Clock }
            Dependencies {
                Module { 1 }
                Dependencies { Module { "deep" } }
            }
        }
        Dependencies {
            app
            Module { FixedClock(zone: "fake") as any Clock }
        }
        .isolate {
            #expect(Resolver.resolve((any Clock).self).zone == "fake")
            #expect(
                Resolver.resolve((any Clock).self, name: "backup").zone == "real backup")
            #expect(Resolver.resolve(Int.self) == 1)
            #expect(Resolver.resolve(String.self) == "deep")
        }
    }

    // MARK: Override and isolate

    @Test func isolationHidesTheCurrentModules() async {
        await Dependencies { Module { "outer" } }.isolate {
            let own = Dependencies { Module { 2 } }
            let text = synchronously { own.isolate { Resolver.resolve(String?.self) } }
            #expect(text == nil)
            await own.isolate {
                await Task.yield()
                #expect(Resolver.resolve(String?.self) == nil)
                #expect(Resolver.resolve(Int.self) == 2)
            }
        }
    }

    @Test func overridesNestAndEndInReverseOrder() async {
        let two = Dependencies { Module { 2 } }
        await Dependencies {
            Module { "outer" }
            Module { 1 }
        }
        .isolate {
            await two.override {
                await Task.yield()
                #expect(Resolver.resolve(String.self) == "outer")
                synchronously {
                    Dependencies { Module { 3 } }.override {
                        #expect(Resolver.resolve(String.self) == "outer")
                        #expect(Resolver.resolve(Int.self) == 3)
                    }
                }
                #expect(Resolver.resolve(Int.self) == 2)
            }
            #expect(Resolver.resolve(Int.self) == 1)
        }
    }

    /// Factory's defect suite: overriding one of two registrations of a protocol doesn't
    /// affect its twin.
    @Test(arguments: ["named", nil])
    func overridesLeaveTheTwinAlone(replaced: String?) {
        let twin = replaced == nil ? "named" : nil
        Dependencies {
            Module { FixedClock(zone: "real") as any Clock }
            Module("named") { FixedClock(zone: "real") as any Clock }
        }
        .isolate {
            Dependencies { Module(replaced) { FixedClock(zone: "fake") as any Clock } }
                .override {
                    #expect(
                        Resolver.resolve((any Clock).self, name: replaced).zone == "fake")
                    #expect(Resolver.resolve((any Clock).self, name: twin).zone == "real")
                }
        }
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
            await check { () async throws(Shortage) in
                try await dependencies.override(failLater)
            }
            await check { () async throws(Shortage) in
                try await dependencies.isolate(failLater)
            }
            #expect(Resolver.resolve(Int.self) == 1)
        }
    }

    /// A body is neither sent nor escaping, so it can use its caller's isolated state.
    @MainActor @Test func bodiesStayOnTheirActorAndUseWhatItHas() async {
        let screen = Screen()
        let draft = Draft()
        let dependencies = Dependencies { Module { "title" } }
        synchronously { dependencies.override { screen.title = Resolver.resolve() } }
        let same = await dependencies.isolate {
            MainActor.assertIsolated()
            await Task.yield()
            MainActor.assertIsolated()
            screen.title += Resolver.resolve(String.self)
            return draft
        }
        await dependencies.override {
            await Task.yield()
            MainActor.assertIsolated()
            screen.title += Resolver.resolve(String.self)
        }
        #expect(screen.title == "titletitletitle")
        #expect(same === draft)
    }

    // MARK: Tasks and threads

    /// swift-dependencies#127: objects created elsewhere don't get the overrides.
    @Test func overridesDoNotReachWhatIsCreatedElsewhere() async {
        let before = Inject<OnlyInside?>()
        await Dependencies { Module { OnlyInside() } }.override {
            let values = [
                before(),
                await Task.detached { Inject<OnlyInside?>()() }.value,
                await Task.detached { Resolver.resolve(OnlyInside?.self) }.value,
                onAnotherThread { Inject<OnlyInside?>()() },
                onAnotherThread { Resolver.resolve(OnlyInside?.self) },
            ]
            #expect(values == [nil, nil, nil, nil, nil])
        }
        #expect(Inject<OnlyInside?>()() == nil)
    }

    /// Factory#231: parallel tests each see only their own overrides, shared instances
    /// included.
    @Test func overridesNeverLeakBetweenParallelTests() async {
        let tally = Tally()
        await withTaskGroup { group in
            for number in 0..<1_000 {
                group.addTask {
                    await Dependencies {
                        Module { number }
                        Module(.shared) { Counted(tally) as any Session }
                    }
                    .override {
                        let (injected, session) = (
                            Inject<any Session>(), Inject<any Session>()()
                        )
                        for _ in 1...5 {
                            #expect(Resolver.resolve(Int.self) == number)
                            await Task.yield()
                            #expect(Resolver.resolve((any Session).self) === session)
                        }
                        #expect(injected() === session)
                    }
                }
            }
        }
        #expect(tally.made == 1_000)
        #expect(tally.alive == 0)
    }

    // MARK: Instances

    /// Factory#114, Factory#325: a mock registered after the real one was cached is not
    /// ignored.
    @Test func everyUseOfABlockHasItsOwnInstances() {
        let dependencies = Dependencies { Module(.shared) { Counted() as any Session } }
        let before: any Session = dependencies.override { Resolver.resolve() }
        dependencies.isolate {
            let outer: any Session = Resolver.resolve()
            dependencies.override {
                #expect(Resolver.resolve((any Session).self) !== outer)
            }
            #expect(Resolver.resolve((any Session).self) === outer)
            #expect(before !== outer)
        }
    }

    /// The checkout was made in the override that holds it and never asked for its clock.
    /// If it kept the override alive, both would leak.
    // Dip, swift-dependencies#289, Resolver#134: temporary modules are released.
    @Test func instancesAreReleasedWhenTheOverrideEnds() {
        let tally = Tally()
        Dependencies {
            Module(.shared) { LazyCheckout(tally) as any Checkout }
            Module(.shared) { Counted(tally) as any Session }
        }
        .isolate {
            _ = Resolver.resolve((any Checkout).self).session
            #expect(tally.alive == 2)
        }
        #expect(tally.made == 2)
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

    @Test func whatEscapedObjectsAskForLaterIsMadeAgainAndGoesWithThem() {
        let tally = Tally()
        do {
            let (first, second) = Dependencies {
                Module(.shared) { Counted(tally) as any Session }
            }
            .isolate {
                _ = Resolver.resolve((any Session).self)
                return (LazyCheckout(), LazyCheckout())
            }
            #expect(tally.alive == 0)
            #expect(first.session === second.session)
            #expect(tally.made == 2)
            #expect(tally.alive == 1)
        }
        #expect(tally.alive == 0)
    }
}

// MARK: - Fixtures

/// A day, by its dish.
enum Weekday: String, CaseIterable {
    case friday = "pizza"
    case saturday = "soup"
    case sunday = "cake"
}

private struct Shortage: Error { let missing: Int }

/// A type that is never registered for the process.
private struct OnlyInside: Equatable {}

@MainActor private final class Screen { var title = "" }

/// Calls the body from a synchronous context, where the synchronous overloads are chosen.
private func synchronously<R>(_ body: () -> R) -> R { body() }
