import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Whether a block's modules have all that they need, and how they depend on each other.
struct VerificationTests {
    // MARK: Each registration once

    @Test func aBlockThatHasAllItNeedsPasses() throws {
        try Dependencies {
            Module { LazyCheckout() as any Checkout }
            Module(.shared) { Counted() as any Session }
            Module { FixedClock(zone: "UTC") as any Clock }
        }
        .verify()
        try Dependencies {}.verify()
        // The same without one of them.
        let incomplete = Dependencies {
            Module { LazyCheckout() as any Checkout }
            Module { FixedClock(zone: "UTC") as any Clock }
        }
        let error = #expect(throws: VerificationError.self) { try incomplete.verify() }
        #expect("\(error!)".hasPrefix("Collet: nothing is registered for ColletTests.Session."))
    }

    /// A wrapper that an initializer replaces by one with a value is nobody's need; others are.
    @Test func onlyWrappersThatExistWhenAValueIsMadeCount() throws {
        try Dependencies { Module { Stand(session: Counted()) } }.verify()
        try Dependencies { Module(.shared) { Stand(session: Counted()) } }.verify()
        let block = Dependencies {
            Module { Stand(session: Counted()) }
            Module("incomplete") { Stand() }
        }
        let error = #expect(throws: VerificationError.self) { try block.verify() }
        let lines = "\(error!)".components(separatedBy: "\n").filter { $0.hasPrefix("  needed by") }
        #expect(lines.map { $0.hasSuffix(#".Stand named "incomplete""#) } == [true])
    }

    /// A module's closure may verify another block, also within an override.
    @Test(arguments: [true, false])
    func aVerificationWithinAnotherIsItsOwn(isWithinAnOverride: Bool) throws {
        let errors = Mutex<[String]>([])
        let inner = Dependencies { Module { Kiosk() } }
        @Sendable func verifyInner() {
            do { try inner.verify() } catch { errors.withLock { $0.append("\(error)") } }
        }
        let outer = Dependencies {
            Module { () -> Int in
                if isWithinAnOverride {
                    Dependencies { Module { Counted() as any Session } }.override(verifyInner)
                } else {
                    verifyInner()
                }
                return 1
            }
        }
        try outer.verify()
        let reports = errors.withLock(\.self)
        #expect(reports.count == 1)
        #expect(reports[0].hasPrefix("Collet: nothing is registered for ColletTests.Session."))
    }

    @Test func verifyMakesEveryRegistrationOnce() throws {
        let tallies = (0..<5).map { _ in Tally() }
        try Dependencies {
            Module(.shared) { Counted(tallies[0]) as any Session }
            Module(.weak) { Counted(tallies[1]) as any Store }
            Module { Counted(tallies[2]) as any Network }
            Module("backup") { Counted(tallies[3]) as any Network }
            Module(.shared, "backup") { Counted(tallies[4]) as any Session }
        }
        .verify()
        #expect(tallies.map(\.made) == [1, 1, 1, 1, 1])
    }

    @Test func sharedModulesThatOthersResolveAreMadeOnceAltogether() throws {
        let tally = Tally()
        try Dependencies {
            Module { EagerCheckout() as any Checkout }
            Module(.shared) { Counted(tally) as any Session }
            Module { FixedClock(zone: "UTC") as any Clock }
            Module("express") { EagerCheckout() as any Checkout }
        }
        .verify()
        #expect(tally.made == 1)
    }

    @Test func registrationsThatWereReplacedAreNotMade() throws {
        let tally = Tally()
        try Dependencies {
            Module { Counted(tally) as any Session }
            Module { Counted() as any Session }
        }
        .verify()
        #expect(tally.made == 0)
    }

    /// The current container neither helps nor is asked.
    @Test func verifyLooksAtTheBlockAlone() throws {
        let tally = Tally()
        Dependencies {
            Module(.shared) { Counted(tally) as any Session }
            Module { FixedClock(zone: "UTC") as any Clock }
        }
        .isolate {
            let block = Dependencies { Module { LazyCheckout() as any Checkout } }
            #expect(throws: VerificationError.self) { try block.verify() }
            block.override {
                _ = #expect(throws: VerificationError.self) { try block.verify() }
            }
            #expect(tally.made == 0)
        }
    }

    // MARK: What is missing

    @Test func everyMissingModuleIsListedWithWhoNeedsItAndWhereAndNearMatches() {
        let error = #expect(throws: VerificationError.self) {
            try Dependencies {
                Module { Shop() }
                Module("corner") { Kiosk() }
                Module("local") { FixedClock(zone: "CET") as any Clock }
            }
            .verify()
        }
        #expect(
            "\(error!)" == """
                Collet: nothing is registered for ColletTests.Clock named "utc".
                  needed by     ColletTests.Shop
                  injected at   Shop/Shop.swift:1
                  registered    ColletTests.Clock named "local"
                To fix, ask for "local", or add to your Dependencies block:  \
                Module("utc") { … as any ColletTests.Clock }

                Collet: nothing is registered for ColletTests.Session.
                  needed by     ColletTests.Shop
                  injected at   Shop/Shop.swift:2
                To fix, add to your Dependencies block:  Module { … as any ColletTests.Session }

                Collet: nothing is registered for ColletTests.Session.
                  needed by     ColletTests.Kiosk named "corner"
                  injected at   Shop/Kiosk.swift:1
                To fix, add to your Dependencies block:  Module { … as any ColletTests.Session }
                """
        )
    }

    /// The table in `MessageTests` has these words for every kind of mistake.
    @Test func theWordsAreThoseOfTheRunTimeMessage() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            ShopBlock.incomplete.build()
            _ = Resolver.resolve(Shop.self).session
        }
        let error = #expect(throws: VerificationError.self) { try ShopBlock.incomplete.verify() }
        #expect("\(error!)".components(separatedBy: "\n") == (try #require(result).report))
    }

    @Test func aWeakValueThatIsNoClassInstanceIsListedWithTheOtherMistakes() throws {
        let error = #expect(throws: VerificationError.self) {
            try Dependencies {
                Module(.weak) { FixedClock(zone: "UTC") as any Clock }
                Module { Scope().weak { FixedClock(zone: "UTC") } }
                Module { Kiosk() }
            }
            .verify()
        }
        let headlines = "\(try #require(error))".components(separatedBy: "\n").filter {
            $0.hasPrefix("Collet: ")
        }
        #expect(
            headlines == [
                "Collet: ColletTests.Clock can't be weak: ColletTests.FixedClock is not a class.",
                "Collet: ColletTests.FixedClock can't be weak: ColletTests.FixedClock is not a class.",
                "Collet: nothing is registered for ColletTests.Session.",
            ]
        )
    }

    @Test func aWeakValueThatIsNoClassInstanceIsListedOnceWhoeverAsks() {
        let block = Dependencies {
            Module(.weak) { FixedClock(zone: "UTC") }
            Module("a") { Resolver.resolve(FixedClock.self, fileID: "Shop/A.swift", line: 1).zone }
            Module("b") { Resolver.resolve(FixedClock.self, fileID: "Shop/B.swift", line: 2).zone }
        }
        let error = #expect(throws: VerificationError.self) { try block.verify() }
        #expect("\(error!)".ranges(of: "can't be weak").count == 1)
    }

    /// Swift can't leave a closure that has no value to return.
    @Test func whereAClosureCanNotGoOnTheProgramStopsWithAllThatWasFound() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            try Dependencies {
                Module { Kiosk() }
                Module {
                    let zone = Resolver.resolve(
                        (any Clock).self, fileID: "Shop/Tower.swift", line: 2)
                    return FixedClock(zone: zone.zone)
                }
            }
            .verify()
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let messages = output.components(separatedBy: "Collet: ").dropFirst().map {
            $0.components(separatedBy: "\n")
        }
        #expect(
            messages.map(\.first) == [
                "nothing is registered for ColletTests.Session.",
                "nothing is registered for ColletTests.Clock.",
            ]
        )
        #expect(messages.last?.contains("  resolved at   Shop/Tower.swift:2") == true)
    }

    /// An object may outlive the verification that made it, and then lacks what was not there.
    /// Also what an object injects that is not made to the end.
    @Test func whereAClosureCanNotGoOnWhatExistsByThenCounts() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            try Dependencies {
                Module { () -> Int in
                    let kiosk = Kiosk()
                    need(String.self)
                    return withExtendedLifetime(kiosk) { 1 }
                }
            }
            .verify()
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let session = try #require(output.firstRange(of: "registered for ColletTests.Session"))
        let string = try #require(output.firstRange(of: "registered for Swift.String"))
        #expect(session.lowerBound < string.lowerBound)
    }

    @Test func whatOutlivesAVerificationIsReportedAsEverywhere() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let outlived = Mutex<Inject<any Session>?>(nil)
            try? Dependencies {
                Module {
                    let session = Inject<any Session>(fileID: "Shop/Kiosk.swift", line: 1)
                    outlived.withLock { $0 = session }
                    return 8080
                }
            }
            .verify()
            _ = outlived.withLock { $0 }?()
        }
        let report = try #require(result).report
        #expect(report.first == "Collet: nothing is registered for ColletTests.Session.")
        #expect(report.contains("  injected at   Shop/Kiosk.swift:1"))
    }

    /// A task that a module began may go on for ever, and inject what nothing registers.
    @Test(.timeLimit(.minutes(10)))
    func whatATaskInjectsAfterTheVerificationKeepsNothing() async throws {
        final class Announcer: Sendable {
            let end: Signal
            init(of end: Signal) { self.end = end }
            deinit { end.send() }
        }
        let (isVerified, isReleased) = (Signal(), Signal())
        func verify(_ announcer: Announcer) throws {
            try Dependencies {
                Module { () -> Int in
                    Task {
                        await isVerified.wait()
                        _ = Kiosk()
                    }
                    return withExtendedLifetime(announcer) { 1 }
                }
            }
            .verify()
        }
        try verify(Announcer(of: isReleased))
        isVerified.send()
        await isReleased.wait()
    }

    @Test func whatIsInjectedWithinAnOverrideOfAModuleIsListedToo() {
        let error = #expect(throws: VerificationError.self) {
            try Dependencies {
                Module { Dependencies { Module { 1 } }.override { Kiosk() } }
            }
            .verify()
        }
        let headline = "Collet: nothing is registered for ColletTests.Session."
        #expect("\(error!)".hasPrefix(headline))
    }

    /// What the block has is no help there.
    @Test func whatIsInjectedWithinAnIsolationOfAModuleIsListedToo() {
        let error = #expect(throws: VerificationError.self) {
            try Dependencies {
                Module { Dependencies { Module { 1 } }.isolate { Kiosk() } }
                Module { Counted() as any Session }
            }
            .verify()
        }
        #expect(
            "\(error!)".components(separatedBy: "\n") == [
                "Collet: nothing is registered for ColletTests.Session.",
                "  needed by     ColletTests.Kiosk",
                "  injected at   Shop/Kiosk.swift:1",
                "To fix, add to your Dependencies block:  Module { … as any ColletTests.Session }",
            ]
        )
    }

    @Test func whatAnIsolationOfAModuleHasIsNotMissing() throws {
        try Dependencies {
            Module {
                Dependencies { Module { Counted() as any Session } }.isolate { Kiosk() }
            }
        }
        .verify()
    }

    /// Each lists what its own block lacks.
    @Test func aVerificationInAnIsolationOfAVerificationIsItsOwn() throws {
        let inner = Mutex("")
        try Dependencies {
            Module {
                Dependencies { Module { Counted() as any Session } }.isolate {
                    do { try Dependencies { Module { Kiosk() } }.verify() } catch {
                        inner.withLock { $0 = "\(error)" }
                    }
                }
                return 1
            }
        }
        .verify()
        let headline = "Collet: nothing is registered for ColletTests.Session."
        #expect(inner.withLock { $0.hasPrefix(headline) })
    }

    @Test func whoNeedsItIsListedUpToTheRegistration() {
        let error = #expect(throws: VerificationError.self) {
            try Dependencies {
                Module { Mall() }
                Module { Kiosk() }
            }
            .verify()
        }
        let lines = "\(error!)".components(separatedBy: "\n")
        #expect(lines.contains("  needed by     ColletTests.Mall -> ColletTests.Kiosk"))
    }

    @Test func oneInjectionIsListedOnceWithAllWhoNeedIt() throws {
        let error = #expect(throws: VerificationError.self) {
            try Dependencies {
                Module { Mall() }
                Module { Kiosk() }
                Module("a") { Kiosk() }
                Module("b") { [Kiosk(), Kiosk()] }
            }
            .verify()
        }
        let lines = "\(try #require(error))".components(separatedBy: "\n")
        #expect(
            lines == [
                "Collet: nothing is registered for ColletTests.Session.",
                "  needed by     ColletTests.Mall -> ColletTests.Kiosk",
                "                ColletTests.Kiosk",
                "                ColletTests.Kiosk named \"a\"",
                "                Swift.Array<ColletTests.Kiosk> named \"b\"",
                "  injected at   Shop/Kiosk.swift:1",
                "To fix, add to your Dependencies block:  Module { … as any ColletTests.Session }",
            ]
        )
    }

    @Test func anEmptyBlockHasNoNearMatches() {
        let error = #expect(throws: VerificationError.self) {
            try Dependencies { Module { Kiosk() } }.verify()
        }
        #expect(!"\(error!)".contains("  registered"))
        // It is isolated on purpose.
        #expect(!"\(error!)".contains("  isolated"))
    }

    @Test func optionalsAndCollectionsAreNeverMissing() throws {
        try Dependencies {
            Module { Undemanding() }
            Module("now") {
                _ = Resolver.resolve((any Clock)?.self)
                _ = Resolver.resolve([any Session].self)
                return 1
            }
        }
        .verify()
    }

    /// Elements under its name don't serve it.
    @Test func aCollectionWithANameIsMissing() {
        let error = #expect(throws: VerificationError.self) {
            try Dependencies {
                Module { Gateway() }
                Module("hosts") { "example.com" }
            }
            .verify()
        }
        #expect(
            "\(error!)".components(separatedBy: "\n") == [
                "Collet: nothing is registered for Swift.Array<Swift.String> named \"hosts\".",
                "  needed by     ColletTests.Gateway",
                "  injected at   Shop/Gateway.swift:1",
                "  registered    Swift.String named \"hosts\"",
                """
                To fix, add to your Dependencies block:  \
                Module("hosts") { … as Swift.Array<Swift.String> }
                """,
            ]
        )
    }

    @Test func aCollectionWithANameThatIsRegisteredPasses() throws {
        try Dependencies {
            Module { Gateway() }
            Module("hosts") { ["example.com"] }
        }
        .verify()
    }

    @Test func modulesThatInjectEachOtherLazilyPass() throws {
        try Dependencies {
            Module(.shared) { Tick() }
            Module(.shared) { Tock() }
        }
        .verify()
    }

    // MARK: Main actor

    @MainActor @Test func mainActorModulesAreVerifiedOnTheMainActor() throws {
        let tally = Tally()
        let block = Dependencies {
            Module.mainActor { Counted(tally) as any Session }
            Module.mainActor(.shared) { MainActorShop() }
        }
        let error = #expect(throws: VerificationError.self) { try block.verify() }
        #expect(tally.made == 1)
        let report = "\(error!)".components(separatedBy: "\n")
        #expect(report[0] == "Collet: nothing is registered for ColletTests.Clock.")
        #expect(report[1] == "  needed by     ColletTests.MainActorShop")
    }

    @Test func theErrorNamesTheLineThatVerifies() {
        let line = #line + 2
        let result = Result { () throws(VerificationError) in
            try Dependencies { Module(.weak) { FixedClock(zone: "UTC") } }.verify()
        }
        let place = "  verified at   ColletTests/VerificationTests.swift:\(line)\n"
        #expect("\(result)".contains(place))
    }

    // MARK: Nothing stays behind

    @Test func verifyLeavesNoInstances() throws {
        let tally = Tally()
        let block = Dependencies {
            Module(.shared) { Counted(tally) as any Session }
            Module(.weak) { Counted(tally) as any Store }
        }
        try block.isolate {
            try block.verify()
            #expect(tally.made == 2)
            #expect(tally.alive == 0)
            let session: any Session = Resolver.resolve()
            #expect(tally.made == 3)
            try block.verify()
            #expect(Resolver.resolve((any Session).self) === session)
            #expect(tally.alive == 1)
        }
    }

    @Test func whatIsAskedForLaterIsNotVerified() throws {
        let block = Dependencies { Module { Kiosk() } }
        for _ in 0..<2 {
            let error = #expect(throws: VerificationError.self) { try block.verify() }
            #expect("\(error!)".components(separatedBy: "Collet: ").count == 2)
            _ = Inject<any Store>()
            #expect(Resolver.resolve((any Network)?.self) == nil)
        }
    }

    @Test func verifyKeepsNothingOfTheBlock() {
        let tally = Tally()
        do {
            let captured = Counted(tally)
            let dependencies = Dependencies {
                Module(.shared) {
                    _ = captured
                    return LazyCheckout(tally) as any Checkout
                }
            }
            #expect(throws: VerificationError.self) { try dependencies.verify() }
        }
        #expect(tally.made == 2)
        #expect(tally.alive == 0)
    }
}

// MARK: - Fixtures

/// A module that needs two others.
struct Shop: Sendable {
    private let clocks = Inject<any Clock>("utc", fileID: "Shop/Shop.swift", line: 1)
    private let sessions = Inject<any Session>(fileID: "Shop/Shop.swift", line: 2)

    var clock: any Clock { clocks() }
    var session: any Session { sessions() }
}

struct Kiosk: Sendable {
    private let sessions = Inject<any Session>(fileID: "Shop/Kiosk.swift", line: 1)
}

struct Gateway: Sendable {
    private let hosts = Inject<[String]>("hosts", fileID: "Shop/Gateway.swift", line: 1)
}

/// Takes its session by hand, or injects it.
private struct Stand: Sendable {
    @Inject private var session: any Session

    init() {}
    init(session: any Session) { _session = Inject(value: session) }
}

/// Takes its kiosk while it is made.
struct Mall: Sendable {
    let kiosk: Kiosk = Resolver.resolve()
}

struct Undemanding: Sendable {
    @Inject private var session: (any Session)?
    @Inject("missing") private var clock: (any Clock)?
    @Inject private var clocks: [any Clock]
}

final class Tick: Sendable {
    private let tocks = Inject<Tock>()
}

final class Tock: Sendable {
    private let ticks = Inject<Tick>()
}

@MainActor final class MainActorShop {
    private let clocks = Inject<any Clock>()
}

private enum ShopBlock {
    static let incomplete = Dependencies {
        Module(.shared) { Shop() }
        Module("utc") { FixedClock(zone: "UTC") as any Clock }
        Module { Counted() }
    }
}
