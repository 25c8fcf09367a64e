import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Whether a block's modules have all they need, and how they depend on each other.
struct VerificationTests {
    // MARK: Each registration once

    @Test func aBlockThatHasAllItNeedsPasses() throws {
        let incomplete = Dependencies {
            Module { LazyCheckout() as any Checkout }
            Module { FixedClock(zone: "UTC") as any Clock }
        }
        try Dependencies {
            incomplete
            Module(.shared) { Counted() as any Session }
        }
        .verify()
        try Dependencies {}.verify()
        #expect(findings(in: incomplete).first == lacksSession)
    }

    /// In each place where a block may stand.
    @Test func whatNestedBlocksBringIsVerified() {
        let incomplete = Dependencies {
            Module { LazyCheckout() as any Checkout }
            Module { FixedClock(zone: "UTC") as any Clock }
        }
        let nested = Dependencies {
            Module { 1 }
            Dependencies {
                incomplete
                for number in 1...2 { Module("\(number)") { number } }
            }
        }
        #expect(findings(in: nested).first == lacksSession)
    }

    /// Objects created there are also verified: the container lies over the block's.
    @Test func aContainerThatAModuleMakesIsVerified() {
        let block = Dependencies {
            Module(.shared) { () -> any Checkout in
                Dependencies { Module { FixedClock(zone: "UTC") as any Clock } }
                    .makeContainer().perform { LazyCheckout() }
            }
        }
        #expect(findings(in: block).first == lacksSession)
    }

    /// A wrapper that an initializer replaces with one that has a value isn't a need;
    /// others are.
    @Test func onlyWrappersThatExistWhenAValueIsMadeCount() throws {
        try Dependencies { Module { Stand(session: Counted()) } }.verify()
        try Dependencies { Module(.shared) { Stand(session: Counted()) } }.verify()
        let block = Dependencies {
            Module { Stand(session: Counted()) }
            Module("incomplete") { Stand() }
        }
        let lines = findings(in: block).filter { $0.hasPrefix("  needed by") }
        #expect(lines.map { $0.hasSuffix(#".Stand named "incomplete""#) } == [true])
    }

    /// A module's closure may verify another block. Each lists what its own block lacks.
    @Test(arguments: ["nothing", "an override", "an isolation"])
    func aVerificationWithinAnotherIsItsOwn(around: String) throws {
        let inner = Mutex<[String]>([])
        let session = Dependencies { Module { Counted() as any Session } }
        try Dependencies {
            Module { () -> Int in
                let verify: @Sendable () -> Void = {
                    let report = findings(in: Dependencies { Module { Kiosk() } })
                    inner.withLock { $0.append(report[0]) }
                }
                switch around {
                case "an override": session.override(verify)
                case "an isolation": session.isolate(verify)
                default: verify()
                }
                return 1
            }
        }
        .verify()
        #expect(inner.withLock(\.self) == [lacksSession])
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

    /// Nothing holds the instance from one module to the next.
    @Test func weakModulesAreMadeAgainForEachThatNeedsThem() throws {
        let tally = Tally()
        try Dependencies {
            Module(.weak) { Counted(tally) as any Store }
            for name in ["one", "another"] {
                Module(name) { needing((any Store).self) { 1 } }
            }
        }
        .verify()
        #expect(tally.made == 3)
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

    // MARK: Missing modules

    @Test func everyMissingModuleIsListedWithWhoNeedsItAndWhereAndNearMatches() {
        let block = Dependencies {
            Module { Shop() }
            Module("corner") { Kiosk() }
            Module("local", fileID: "Shop/App.swift", line: 12) {
                FixedClock(zone: "CET") as any Clock
            }
        }
        #expect(
            findings(in: block).joined(separator: "\n") == """
                Collet: nothing is registered for ColletTests.Clock named "utc".
                  needed by     ColletTests.Shop
                  injected at   Shop/Shop.swift:1
                  registered    ColletTests.Clock named "local" at Shop/App.swift:12
                To fix, ask for "local", or add to your Dependencies block:  \
                Module("utc") { … as any ColletTests.Clock }

                Collet: nothing is registered for ColletTests.Session.
                  needed by     ColletTests.Shop
                  injected at   Shop/Shop.swift:2
                                ColletTests.Clock named "local" at Shop/App.swift:12
                To fix, add to your Dependencies block:  Module { … as any ColletTests.Session }

                Collet: nothing is registered for ColletTests.Session.
                  needed by     ColletTests.Kiosk named "corner"
                  injected at   Shop/Kiosk.swift:1
                                ColletTests.Clock named "local" at Shop/App.swift:12
                To fix, add to your Dependencies block:  Module { … as any ColletTests.Session }
                """
        )
    }

    /// It isn't another type of that name.
    @Test func whatIsRegisteredTooLateIsListedAsWhatIsMissing() {
        let block = Dependencies {
            Module { Latecomer() }
            Module { () -> Int in
                Resolver.register(fileID: "Shop/App.swift", line: 12) {
                    FixedClock(zone: "UTC") as any Clock
                }
                return 1
            }
        }
        let registered = "  registered    ColletTests.Clock at Shop/App.swift:12"
        #expect(findings(in: block).contains(registered))
    }

    /// Two empty names have no letters to compare.
    @Test func whatIsRegisteredTooLateUnderAnEmptyNameIsListed() {
        let block = Dependencies {
            Module { Inject<Int>("") }
            Module { () -> String in
                Resolver.register(name: "", fileID: "Shop/App.swift", line: 12) { 1 }
                return ""
            }
        }
        let registered = #"  registered    Swift.Int named "" at Shop/App.swift:12"#
        #expect(findings(in: block).contains(registered))
    }

    /// Even around the override in which it is injected.
    @Test func whatIsRegisteredTooLateAroundAnOverrideIsListedSo() {
        let block = Dependencies {
            Module { Dependencies { Module { 1.5 } }.override { Latecomer() } }
            Module { () -> Int in
                Resolver.register { FixedClock(zone: "UTC") as any Clock }
                return 1
            }
        }
        let cure =
            "To fix, call build() before this line, "
            + "or add it to the block that is verified: it was registered after."
        #expect(findings(in: block).last == cure)
    }

    /// The table in `MessageTests` has these words for every kind of mistake.
    @Test func theWordsAreThoseOfTheRunTimeMessage() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            ShopBlock.incomplete.build()
            _ = Resolver.resolve(Shop.self).session
        }.report
        #expect(withoutOwnPlaces(report) == findings(in: ShopBlock.incomplete))
    }

    /// A generic type injects several from one line.
    @Test func mistakesOfOneLineAreToldApart() {
        let block = Dependencies {
            Module { Needing<Int>() }
            Module { Needing<String>() }
        }
        #expect(
            findings(in: block).filter { $0.hasPrefix("Collet: ") } == [
                "Collet: nothing is registered for Swift.Int.",
                "Collet: nothing is registered for Swift.String.",
            ]
        )
    }

    /// Once for each registration or component, however many ask.
    @Test func aWeakValueThatIsNoClassInstanceIsListedWithTheOtherMistakes() throws {
        let block = Dependencies {
            Module(.weak) { FixedClock(zone: "UTC") as any Clock }
            Module(.weak, "local") { FixedClock(zone: "CET") as any Clock }
            Module("a") { Resolver.resolve((any Clock).self).zone }
            Module("b") { Resolver.resolve((any Clock).self).zone }
            Module { Scope().weak { FixedClock(zone: "UTC") } }
            Module("local") { Scope().weak { FixedClock(zone: "CET") } }
            Module { Kiosk() }
        }
        #expect(
            findings(in: block).filter { $0.hasPrefix("Collet: ") } == [
                "Collet: ColletTests.Clock can't be weak: ColletTests.FixedClock is not a class.",
                #"Collet: ColletTests.Clock named "local" can't be weak: ColletTests.FixedClock is not a class."#,
                "Collet: ColletTests.FixedClock can't be weak: ColletTests.FixedClock is not a class.",
                "Collet: ColletTests.FixedClock can't be weak: ColletTests.FixedClock is not a class.",
                lacksSession,
            ]
        )
    }

    @Test func aWeakValueIsListedBesideAMissingOneOfItsType() throws {
        let block = Dependencies {
            Module { Needing<Int>() }
            Module {
                Resolver.register(Module(.weak) { 5 })
                return Resolver.resolve(Int.self) == 5
            }
        }
        #expect(
            findings(in: block).filter { $0.hasPrefix("Collet: ") } == [
                "Collet: nothing is registered for Swift.Int.",
                "Collet: Swift.Int can't be weak: Swift.Int is not a class.",
            ])
    }

    /// Swift can't leave a closure that has no value to return. The injections of an
    /// unfinished object also count.
    @Test func whereAClosureCanNotGoOnTheProgramStopsWithAllThatWasFound() async throws {
        let output = try await #require(processExitsWith: .failure, observing: .messages)
        {
            try Dependencies {
                Module { Shop() }
                Module { () -> FixedClock in
                    let kiosk = Kiosk()
                    need(String.self)
                    return withExtendedLifetime(kiosk) { FixedClock(zone: "UTC") }
                }
            }
            .verify()
        }.lines.joined(separator: "\n")
        let places = output.matches(of: #/Collet: (.+)\n  needed by .+\n  .+ at   (.+)/#)
        #expect(
            places.map { "\($0.1) \($0.2)" } == [
                #"nothing is registered for ColletTests.Clock named "utc". Shop/Shop.swift:1"#,
                "nothing is registered for ColletTests.Session. Shop/Shop.swift:2",
                "nothing is registered for ColletTests.Session. Shop/Kiosk.swift:1",
                "nothing is registered for Swift.String. Shop/Checkout.swift:42",
            ]
        )
    }

    /// An object may outlive the verification that made it. Then it lacks whatever was
    /// missing there.
    @Test func whatOutlivesAVerificationIsReportedAsEverywhere() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
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
        }.report
        #expect(report.first == lacksSession)
        #expect(report.contains("  injected at   Shop/Kiosk.swift:1"))
    }

    /// A task that a module began may go on for ever, and inject what isn't registered.
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

    @Test func whatIsInjectedWithinAnOverrideOfAModuleIsListedToo() throws {
        let block = Dependencies {
            Module { Dependencies { Module { 1 } }.override { Kiosk() } }
        }
        #expect(findings(in: block).first == lacksSession)
        try Dependencies {
            block
            Module { Counted() as any Session }
        }
        .verify()
    }

    /// There, the modules of the block don't help, but those of the isolation do.
    @Test func whatIsInjectedWithinAnIsolationOfAModuleIsListedToo() throws {
        let session = Dependencies { Module { Counted() as any Session } }
        let block = Dependencies {
            Module { Dependencies { Module { 1 } }.isolate { Kiosk() } }
            session
        }
        #expect(
            findings(in: block) == [
                lacksSession,
                "  needed by     ColletTests.Kiosk",
                "  injected at   Shop/Kiosk.swift:1",
                "To fix, add Module { … as any ColletTests.Session } to the isolated block, "
                    + "or nest the block that has it.",
            ]
        )
        try Dependencies { Module { session.isolate { Kiosk() } } }.verify()
    }

    @Test func oneInjectionIsListedOnceWithAllWhoNeedIt() throws {
        let block = Dependencies {
            Module("b") { [Kiosk(), Kiosk()] }
            Module { Mall() }
            Module { Kiosk() }
            Module("a") { Kiosk() }
        }
        #expect(
            findings(in: block) == [
                lacksSession,
                "  needed by     ColletTests.Kiosk",
                "                ColletTests.Kiosk named \"a\"",
                "                ColletTests.Mall -> ColletTests.Kiosk",
                "                Swift.Array<ColletTests.Kiosk> named \"b\"",
                "  injected at   Shop/Kiosk.swift:1",
                "To fix, add to your Dependencies block:  Module { … as any ColletTests.Session }",
            ]
        )
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
    @Test func aCollectionWithANameMayBeMissing() throws {
        let incomplete = Dependencies {
            Module { Gateway() }
            Module("hosts") { "example.com" }
        }
        #expect(
            findings(in: incomplete).first
                == #"Collet: nothing is registered for Swift.Array<Swift.String> named "hosts"."#
        )
        try Dependencies {
            incomplete
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
        let report = findings(in: block)
        #expect(tally.made == 1)
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
            #expect(findings(in: block).count { $0.hasPrefix("Collet: ") } == 1)
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

private let lacksSession = "Collet: nothing is registered for ColletTests.Session."

/// The lines of a block's verification error.
private func findings(in block: Dependencies) -> [String] {
    let error = #expect(throws: VerificationError.self) { try block.verify() }
    return withoutOwnPlaces(error?.description.components(separatedBy: "\n") ?? [])
}

/// All of a few registrations are named: the lines without those in this file.
private func withoutOwnPlaces(_ lines: [String]) -> [String] {
    lines.filter { !$0.contains(" at ColletTests/VerificationTests.swift:") }
}

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
struct Mall: Sendable { let kiosk: Kiosk = Resolver.resolve() }

struct Undemanding: Sendable {
    @Inject private var session: (any Session)?
    @Inject("missing") private var clock: (any Clock)?
    @Inject private var clocks: [any Clock]
}

@MainActor final class MainActorShop { private let clocks = Inject<any Clock>() }

private enum ShopBlock {
    static let incomplete = Dependencies {
        Module(.shared) { Shop() }
        Module("utc") { FixedClock(zone: "UTC") as any Clock }
        Module { Counted() }
    }
}

private final class Needing<Value> { @Inject var value: Value }
