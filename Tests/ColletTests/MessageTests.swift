import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Messages about mistakes, read from a process that makes them.
struct MessageTests {
    @Test(arguments: Mistake.all.map(\.name))
    func mistakesAreReportedInTheseWords(mistake: String) async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [mistake] in
            Mistake.named(mistake).make()
        }.report
        // If only a few registrations exist, all are named, even the tables' own.
        let own = " at ColletTests/MessageTables.swift:"
        #expect(report.filter { !$0.contains(own) } == Mistake.named(mistake).report)
    }

    // MARK: Places

    @Test(arguments: Misplaced.allCases)
    fileprivate func mistakesAreReportedWhereTheyStand(misplaced: Misplaced) async throws
    {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [misplaced] in
            misplaced.makeMistake()
        }.report
        let place = "ColletTests/MessageTests.swift:\(misplaced.line)"
        #expect(report.contains("  \(misplaced) at   \(place)"))
    }

    /// The runtime says it before the message; Xcode and the crash log show it.
    @Test func theProgramStopsAtThePlaceOfTheRequest() async throws {
        let result = try await #require(processExitsWith: .failure, observing: .messages)
        {
            _ = Inject<Int>(fileID: "Shop/Checkout.swift", line: 42)()
        }
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(output.contains("Shop/Checkout.swift:42: Fatal error: Collet: nothing"))
    }

    // MARK: Missing modules

    /// The runtime prints a private type with an unknown context, which isn't Swift.
    @Test(arguments: [
        "To fix, add Module { … } to the isolated block, or nest the block that has it.",
        "To fix, ask for \"a\", or add to the isolated block:  Module { … }",
    ])
    func privateTypesAreNotProposed(cure: String) async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [cure] in
            Dependencies {
                if !cure.contains("ask for") { Module { LivePrivateAPI() } }
                if cure.contains("ask for") {
                    Module("a") { LivePrivateAPI() as any PrivateAPI }
                }
                Module { 1 }
            }
            .isolate { need((any PrivateAPI).self) }
        }.report
        #expect(report.last == cure)
    }

    /// Code elsewhere can't write the protocol to inject instead.
    @Test func aPrivateProtocolIsNotProposed() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            Dependencies { Module { LivePrivateAPI() as any PrivateAPI } }
                .isolate { need(LivePrivateAPI.self) }
        }.report
        let module = "Module { … as ColletTests.LivePrivateAPI }"
        #expect(
            report.last
                == "To fix, add \(module) to the isolated block, or nest the block that has it."
        )
    }

    /// The runtime puts them into a module `__C`, which code can't name.
    @Test func importedTypesAreNotProposed() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            Dependencies { Module { 1 } }.isolate { need(tm.self) }
        }.report
        #expect(report.first == "Collet: nothing is registered for __C.tm.")
        #expect(
            report.last
                == "To fix, add Module { … } to the isolated block, or nest the block that has it."
        )
    }

    /// The runtime prints their addresses in memory, which say nothing and change.
    @Test func localTypesAreNamedWithoutTheirAddresses() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            struct Local {}
            Dependencies { Module(fileID: "Shop/App.swift", line: 12) { [Local()] } }
                .override { need([Local].self, name: "b") }
        }.report
        let type = "Swift.Array<ColletTests.MessageTests.Local>"
        #expect(
            report == [
                "Collet: nothing is registered for \(type) named \"b\".",
                "  resolved at   Shop/Checkout.swift:42",
                "  registered    \(type) at Shop/App.swift:12",
                "To fix, ask for it without a name, or add to your Dependencies block:  "
                    + "Module(\"b\") { … }",
            ])
    }

    /// The module has been made by then: the task asks.
    @Test func whatATaskOfAModuleAsksForLaterIsNotNeededByTheModule() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            let isMade = Signal()
            Resolver.register(
                Module(.shared) {
                    Task {
                        await isMade.wait()
                        _ = Resolver.resolve((any Clock).self)
                    }
                }
            )
            let task = Resolver.resolve(Task<Void, Never>.self)
            isMade.send()
            await task.value
        }.report
        #expect(report.first == "Collet: nothing is registered for ColletTests.Clock.")
        #expect(!report.contains { $0.contains("needed by") })
    }

    // MARK: Other mistakes

    @Test func aWeakValueThatIsNoClassInstanceIsReportedAfterAVerification() async throws
    {
        await #expect(processExitsWith: .failure) {
            let kept = Mutex<Inject<FixedClock>?>(nil)
            try? Dependencies {
                Module(.weak) { FixedClock(zone: "UTC") }
                Module {
                    kept.withLock { $0 = Inject() }
                    return 1
                }
            }
            .verify()
            _ = kept.withLock(\.self)?()
        }
    }

    // Factory#370
    @Test(arguments: [ModuleLifetime.transient, .shared])
    func aMainActorModuleAskedForElsewhereStopsTheProgram(lifetime: ModuleLifetime)
        async throws
    {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [lifetime] in
            await MainActor.run {
                Dependencies {
                    if lifetime == .shared {
                        Module.mainActor(.shared) { FixedClock(zone: "UTC") }
                    } else {
                        Module.mainActor { FixedClock(zone: "UTC") }
                    }
                }
                .isolate {
                    let injected = Inject<FixedClock>()
                    _ = onAnotherThread { injected() }
                    exit(EXIT_SUCCESS)
                }
            }
        }.report
        #expect(report.first?.hasPrefix("Collet: ") != true)
    }

    /// The conformance can't be used off the actor, which older systems don't know.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func anInstanceWhoseConformanceIsOnTheMainActorIsNotGivenElsewhere()
        async throws
    {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            Resolver.register(.mainActor(.weak) { Player() as any Stage & Playable })
            let player = await MainActor.run {
                Resolver.resolve((any Stage & Playable).self)
            }
            await Task.detached { need((any Stage & Playable).self) }.value
            withExtendedLifetime(player) {}
        }.report
        let type = "ColletTests.Stage & ColletTests.Playable"
        #expect(
            report == [
                "Collet: the instance of \(type) conforms to it on one actor only, not here.",
                "  resolved at   Shop/Checkout.swift:42",
                "To fix, ask for it on that actor.",
            ]
        )
    }
}

// MARK: - Fixtures

private protocol PrivateAPI {}
struct LivePrivateAPI: PrivateAPI {}

/// Asks for a clock that isn't registered, on lines that are known.
private enum Misplaced: CaseIterable, Codable {
    case injected, resolved

    private struct Injecting {
        static let line = #line + 1
        @Inject var clock: any Clock
    }

    var line: Int { self == .injected ? Injecting.line : Self.resolvingLine }

    func makeMistake() { _ = self == .injected ? Injecting().clock : Self.resolveClock() }

    private static let resolvingLine = #line + 1
    private static func resolveClock() -> any Clock { Resolver.resolve() }
}
