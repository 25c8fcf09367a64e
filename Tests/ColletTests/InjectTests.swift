import Collet
import Foundation
import Observation
import Synchronization
import TestSupport
import Testing

/// How a property gets its value, when, and from where.
struct InjectTests {
    // MARK: Lazy and once

    @Test func propertiesAreResolvedOnceOnFirstAccess() {
        let tally = Tally()
        Dependencies { Module { Counted(tally) as any Session } }.isolate {
            let holder = Holder()
            #expect(tally.made == 0)
            #expect(holder.session === holder.session)
            #expect(tally.made == 1)
        }
        #expect(tally.alive == 0)
    }

    @Test func everyInjectionSiteHasItsOwnTransientInstance() {
        Dependencies { Module { Counted() as any Session } }.isolate {
            #expect(Holder().session !== Holder().session)
        }
    }

    @Test func namesChooseTheRegistration() {
        Dependencies {
            Module { FixedClock(zone: "UTC") as any Clock }
            Module("local") { FixedClock(zone: "CET") as any Clock }
        }
        .isolate {
            @Inject var clock: any Clock
            @Inject("local") var local: any Clock
            #expect(clock.zone == "UTC")
            #expect(local.zone == "CET")
        }
    }

    /// An injection that was never read holds nothing that its override made.
    @Test func unreadInjectionsHoldNoInstances() {
        let tally = Tally()
        let unread = Dependencies { Module(.shared) { Counted(tally) as any Session } }
            .isolate {
                _ = Resolver.resolve((any Session).self)
                return Inject<any Session>()
            }
        withExtendedLifetime(unread) { #expect(tally.alive == 0) }
    }

    /// Once the value is there, the first access releases what only the request kept.
    @Test func whatTheFirstAccessReleasesMayReadTheProperty() {
        let injected = Mutex<Inject<String>?>(nil)
        let textAtRelease = Mutex("")
        let text: @Sendable () -> String = { injected.withLock(\.self)!() }
        do {
            let reader = Finally {
                let text = text()
                textAtRelease.withLock { $0 = text }
            }
            let dependencies = Dependencies {
                Module {
                    _ = reader
                    return "made"
                }
            }
            dependencies.isolate { injected.withLock { $0 = Inject() } }
        }
        let before = textAtRelease.withLock(\.self)
        let made = text()
        let after = textAtRelease.withLock(\.self)
        #expect([before, made, after] == ["", "made", "made"])
    }

    /// A read of a wrapper holds it to the end, though its owner may get another
    /// meanwhile.
    @Test func wrappersMayBeReplacedWhileTheyResolve() {
        let byHand = Counted(), made = Counted()
        nonisolated(unsafe) weak var owner: Holder?
        Dependencies {
            Module {
                owner?.replace(by: byHand)
                return made as any Session
            }
        }
        .isolate {
            let holder = Holder()
            owner = holder
            #expect(holder.session === made)
            #expect(holder.session === byHand)
        }
    }

    // MARK: Where the value comes from

    @Test func objectsMadeByAModuleKeepWhatTheirRequestCameFrom() {
        Dependencies {
            Module { LazyCheckout() as any Checkout }
            Module { FixedClock(zone: "real") as any Clock }
        }
        .isolate {
            let checkout: any Checkout = Dependencies {
                Module { FixedClock(zone: "fake") as any Clock }
            }
            .override { Resolver.resolve() }
            #expect(checkout.zone == "fake")
        }
    }

    @Test func modulesMayInjectEachOtherLazily() {
        Dependencies {
            Module(.shared) { Tick() }
            Module(.shared) { Tock() }
        }
        .isolate {
            let tick: Tick = Resolver.resolve()
            #expect(tick.tock === Resolver.resolve(Tock.self))
            #expect(tick.tock.tick === tick)
        }
    }

    // MARK: Owners

    /// Factory#207, Factory#322 and others: every kind of owner, each on its own line.
    @Test func everyKindOfOwnerMayInject() async {
        await Dependencies {
            Module(.shared) { Counted() as any Session }
        }
        .isolate {
            let session: any Session = Resolver.resolve()
            @Inject var local: any Session
            #expect(local === session)
            #expect(Holder().session === session)
            #expect(GenericHolder<any Session>().value === session)
            let sendable = SendableHolder()
            #expect(await Task.detached { sendable.session }.value === session)
            #expect(ValueHolder().session === session)
            #expect(await ActorHolder().session === session)
            #expect(await MainActorHolder().session === session)
            #expect(ObservableHolder().session === session)
        }
    }

    @Test func copiesOfAStructShareTheResult() {
        let tally = Tally()
        Dependencies { Module { Counted(tally) as any Session } }.isolate {
            let original = ValueHolder()
            let copy = original
            #expect(copy.session === original.session)
            #expect(tally.made == 1)
        }
    }

    /// Reflection can't copy the parts of a wrapper, and must not try.
    @Test func ownersCanBeDumped() {
        var text = ""
        dump(Holder(session: Counted()), to: &text)
        #expect(text.contains("_session"))
    }

    // MARK: By hand

    @Test func constructionByHandNeedsNoRegistration() {
        Dependencies { Module { 1 } }.isolate {
            let fake = Counted()
            #expect(Holder(session: fake).session === fake)
            #expect(Inject<any Session>(value: fake)() === fake)
            #expect(Inject(value: 2)() == 2)
        }
    }

    // MARK: Optionals and collections

    // Swinject#280, Dip#193
    @Test func anOptionalPropertyIsNilWhereNothingIsRegistered() {
        let tally = Tally()
        Dependencies { Module("local") { Counted(tally) as any Session } }.isolate {
            @Inject var session: (any Session)?
            @Inject("local") var local: (any Session)?
            @Inject("other") var other: (any Session)?
            #expect(session == nil)
            #expect(other == nil)
            #expect(local != nil)
            #expect(local === local)
            #expect(tally.made == 1)
        }
    }

    @Test func aCollectionPropertyGetsAllRegistrations() {
        Dependencies {
            Module("CET") { FixedClock(zone: "CET") as any Clock }
            Module { FixedClock(zone: "UTC") as any Clock }
        }
        .isolate {
            @Inject var clocks: [any Clock]
            #expect(clocks.map(\.zone) == ["CET", "UTC"])
        }
    }

    // MARK: Contention

    /// Factory#362, Resolver#98: no initialiser goes on before all run, so each thread
    /// makes a value.
    @Test(.timeLimit(.minutes(10)))
    func threadsThatRaceToTheFirstAccessAllGetOneOfTheirValues() async throws {
        let threads = 50
        for _ in 1...20 {
            let tally = Tally()
            let allMake = Barrier(threads)
            let injected = Dependencies {
                Module {
                    allMake.arriveAndWait()
                    return Counted(tally) as any Session
                }
            }
            .isolatedInjection()
            let sessions = try await race(threads: threads) { _ in injected() }
            #expect(tally.made == threads)
            #expect(sessions.allSatisfy { $0 === sessions[0] && $0 === injected() })
            #expect(tally.alive == 1)
        }
    }

    /// Only the wrapper orders what the two threads do. With a weaker memory order that
    /// is a data race, which the thread sanitizer reports on every processor.
    @Test(.timeLimit(.minutes(10))) func threadsThatComeLaterReadWhatTheFirstWrote()
        async throws
    {
        try await Dependencies { Module(.shared) { Counted() } }.isolate {
            for _ in 0..<50 {
                let wrapper = Inject<Counted>()
                let isRead = UnorderedFlag()
                let values = try await race(threads: 2) { thread in
                    if thread == 1 { isRead.wait() }
                    defer { isRead.set() }
                    return wrapper()
                }
                #expect(values[0] === values[1])
            }
        }
    }

    /// The other thread comes while the value is made, a little later each time. It finds
    /// the request, the answer, or a thread that is about to write the answer.
    @Test(.timeLimit(.minutes(10)))
    func aThreadThatComesAsTheFirstAccessEndsGetsItsValue() async throws {
        let rounds = (0..<1_000).map { number in
            let (isMade, isRead) = (UnorderedFlag(), UnorderedFlag())
            let block = Dependencies {
                Module {
                    isMade.set()
                    return Counted() as any Session
                }
            }
            return (number % 200, isMade, isRead, block.isolatedInjection())
        }
        let sessions = try await race(threads: 2) { thread in
            rounds.map { delay, isMade, isRead, injected in
                if thread == 1 { for _ in 0...delay { isMade.wait() } }
                let session = injected()
                if thread == 1 { isRead.set() } else { isRead.wait() }
                return session
            }
        }
        #expect(zip(sessions[0], sessions[1]).allSatisfy { $0 === $1 })
    }
}

// MARK: - Fixtures

private final class Holder {
    @Inject var session: any Session

    init() {}

    init(session: any Session) { _session = Inject(value: session) }

    func replace(by session: any Session) { _session = Inject(value: session) }
}

private final class GenericHolder<Value> { @Inject var value: Value }

private final class SendableHolder: Sendable {
    private let injected = Inject<any Session>()

    var session: any Session { injected() }
}

private struct ValueHolder: Sendable { @Inject var session: any Session }

private actor ActorHolder { @Inject var session: any Session }

@MainActor private final class MainActorHolder { @Inject var session: any Session }

@Observable private final class ObservableHolder {
    @ObservationIgnored @Inject var session: any Session
    var title = ""
}

final class Tick: Sendable {
    private let injected = Inject<Tock>()
    var tock: Tock { injected() }
}

final class Tock: Sendable {
    private let injected = Inject<Tick>()
    var tick: Tick { injected() }
}

/// Does something when it is released.
private final class Finally: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    deinit { body() }
}

extension Dependencies {
    /// An injected session that was created in the block and may be read anywhere.
    fileprivate func isolatedInjection() -> Inject<any Session> {
        isolate { Inject<any Session>() }
    }
}

/// Tells another thread that something has happened, without ordering memory.
private final class UnorderedFlag: Sendable {
    private let isSet = Atomic(false)
    func set() { isSet.store(true, ordering: .relaxed) }
    func wait() { while !isSet.load(ordering: .relaxed) {} }
}
