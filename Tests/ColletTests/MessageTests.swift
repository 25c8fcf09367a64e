import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// What Collet says about mistakes, read from a process that makes them.
struct MessageTests {
    // MARK: Nothing registered

    @Test(arguments: Mistake.all.map(\.name))
    func missingModulesAreReportedInTheseWords(mistake: String) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [mistake] in
            try Mistake.named(mistake).make()
        }
        #expect(try #require(result).report == Mistake.named(mistake).report)
    }

    @Test func injectionsAreReportedWhereTheyStand() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Misplaced().clock
        }
        let report = try #require(result).report
        let line = Misplaced.injectionLine
        #expect(report.contains("  injected at   ColletTests/MessageTests.swift:\(line)"))
    }

    @Test func requestsAreReportedWhereTheyStand() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Misplaced.resolveClock()
        }
        let report = try #require(result).report
        let line = Misplaced.requestLine
        #expect(report.contains("  resolved at   ColletTests/MessageTests.swift:\(line)"))
    }

    /// The runtime says it before the message, and Xcode and the crash log show it.
    @Test func theProgramStopsAtThePlaceOfTheRequest() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Inject<Int>(fileID: "Shop/Checkout.swift", line: 42)()
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("Shop/Checkout.swift:42: Fatal error: Collet: nothing"))
    }

    /// A block that lacks it without the process having it is told what every block is told.
    @Test func whatNobodyHasIsMissingInIsolatedCodeAsElsewhere() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Dependencies {}.isolate { need((any Session).self) }
        }
        #expect(
            try #require(result).report == [
                "Collet: nothing is registered for ColletTests.Session.",
                "  resolved at   Shop/Checkout.swift:42",
                "  registered    nothing at all",
                "To fix, add to your Dependencies block:  Module { … as any ColletTests.Session }",
            ]
        )
    }

    @Test(arguments: Isolation.all.map(\.name))
    func requestsInIsolatedCodeAreReportedAsSuch(isolation: String) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [isolation] in
            Resolver.register { Counted() as any Session }
            try Isolation.named(isolation).run { need((any Session).self) }
        }
        #expect(try #require(result).report == Isolation.named(isolation).report)
    }

    /// The block that lacks everything lies over one that has it.
    @Test func anEmptyOverrideOfRegistrationsIsNotEmpty() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Resolver.register(value: "real")
            Dependencies {}.override { _ = Resolver.resolve(Int.self) }
        }
        let report = try #require(result).report
        #expect(!report.contains("  registered    nothing at all"))
        #expect(report.last?.hasPrefix("To fix, add to your Dependencies block:") == true)
    }

    /// The runtime prints a private type with an unknown context, which is no Swift.
    @Test(arguments: [
        "To fix, add to your Dependencies block:  Module { … }",
        "To fix, write where ColletTests.LivePrivateAPI is registered:  Module { … }",
        "To fix, ask for \"a\", or add to your Dependencies block:  Module { … }",
    ])
    func privateTypesAreNotProposed(cure: String) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [cure] in
            Dependencies {
                if cure.contains("LivePrivateAPI") { Module { LivePrivateAPI() } }
                if cure.contains("ask for") { Module("a") { LivePrivateAPI() as any PrivateAPI } }
                Module { 1 }
            }
            .isolate { need((any PrivateAPI).self) }
        }
        #expect(try #require(result).report.last == cure)
    }

    @Test func nearMatchesAreThoseOfAllContainersTheOutermostFirst() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Dependencies { Module("outer") { 1 } }.isolate {
                Dependencies { Module("inner") { 2 } }.override { _ = Resolver.resolve(Int.self) }
            }
        }
        let line = "  registered    Swift.Int named \"outer\", Swift.Int named \"inner\""
        #expect(try #require(result).report.contains(line))
    }

    @Test func aGenericTypeWithOtherArgumentsIsANearMatch() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Dependencies { Module { Box<Int>(label: "") } }.isolate {
                _ = Resolver.resolve(Box<String>.self)
            }
        }
        let line = "  registered    ColletTests.Box<Swift.Int>"
        #expect(try #require(result).report.contains(line))
    }

    /// `AI` has letters of `API`, but not its word.
    @Test func lettersAreNoWords() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Dependencies { Module { AI() } }.isolate {
                _ = Resolver.resolve((any Search.API).self)
            }
        }
        let report = try #require(result).report
        #expect(!report.contains { $0.hasPrefix("  registered") })
        let cure = "add to your Dependencies block:  Module { … as any ColletTests.Search.API }"
        #expect(report.last == "To fix, \(cure)")
    }

    /// The module is made by then: it is the task that asks.
    @Test func whatATaskOfAModuleAsksForLaterIsNotNeededByTheModule() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
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
        }
        let report = try #require(result).report
        #expect(report.first == "Collet: nothing is registered for ColletTests.Clock.")
        #expect(!report.contains { $0.contains("needed by") })
    }

    /// What a module needs was there when it was made before, or was not read.
    @Test(arguments: ["resolving", "injecting"])
    func aModuleThatWasMadeBeforeIsNamedWhereWhatItNeedsIsMissing(need: String) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [need] in
            let dependencies = Dependencies {
                Module("resolving") { "number \(Resolver.resolve(Int.self))" }
                Module("injecting") { Inject<Int>() }
            }
            Dependencies {
                dependencies
                Module { 1 }
            }
            .isolate {
                _ = Resolver.resolve(String.self, name: "resolving")
                _ = Resolver.resolve(Inject<Int>.self, name: "injecting")
            }
            dependencies.isolate {
                if need == "resolving" {
                    _ = Resolver.resolve(String.self, name: need)
                } else {
                    _ = Resolver.resolve(Inject<Int>.self, name: need)()
                }
            }
        }
        let needer = need == "resolving" ? "Swift.String" : "Collet.Inject<Swift.Int>"
        let line = "  needed by     \(needer) named \"\(need)\""
        #expect(try #require(result).report.contains(line))
    }

    @Test func whatAModuleThatWasMadeBeforeNeedsIsNamedWithIt() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Dependencies {
                Module(.shared) { Owner() }
                Module { "number \(Resolver.resolve(Int.self))" }
            }
            .isolate { _ = Resolver.resolve(Owner.self).read() }
        }
        let report = try #require(result).report
        let needers = try #require(report.first { $0.hasPrefix("  needed by     ") })
        #expect(needers.hasSuffix("Owner -> Swift.String"))
    }

    @Test func whoReadsAnObjectThatWasCreatedBeforeNeedsWhatIsMissing() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let number = Inject<Int>()
            Resolver.register(Module(.shared) { "number \(number())" })
            _ = Resolver.resolve(String.self)
        }
        #expect(try #require(result).report.contains("  needed by     Swift.String"))
    }

    @Test func whatAGraphHasMadeIsNotWhatNeeds() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let scope = Scope()
            _ = scope.graph { () -> Counted in
                _ = scope.graph { Draft() }
                return Counted(Resolver.resolve())
            }
        }
        #expect(try #require(result).report.contains("  needed by     ColletTests.Counted"))
    }

    @Test func whatAModuleHasMadeWithinAGraphIsNotWhatNeeds() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Dependencies { Module { "made" } }.isolate {
                _ = Scope().graph { () -> Counted in
                    _ = Resolver.resolve(String.self)
                    need((any Clock).self)
                    return Counted()
                }
            }
        }
        #expect(try #require(result).report.contains("  needed by     ColletTests.Counted"))
    }

    @Test func whatAnObjectOfAGraphInjectsIsNeededByIt() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let kept = Mutex<Inject<any Clock>?>(nil)
            _ = Scope().graph { () -> Counted in
                kept.withLock { $0 = Inject() }
                return Counted()
            }
            _ = kept.withLock(\.self)?()
        }
        #expect(try #require(result).report.contains("  needed by     ColletTests.Counted"))
    }

    @Test func whatAnObjectLacksAsItIsConfiguredIsNeededByTheObject() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let scope = Scope()
            _ = scope.graph { () -> Counted in
                _ = scope.graph {
                    Draft()
                } configure: { _ in
                    need((any Clock).self)
                }
                return Counted()
            }
        }
        let needers = "  needed by     ColletTests.Counted -> ColletTests.Draft"
        #expect(try #require(result).report.contains(needers))
    }

    /// What made the one who made the asking object is over.
    @Test func whoNeedsItIsListedNoFartherThanToWhoMadeTheOneWhoAsks() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Dependencies {
                Module(.shared, "a") { Follower(of: "b") }
                Module("b") { Follower(of: "c") }
                Module("c") { Follower(of: "d") }
            }
            .isolate {
                _ = Resolver.resolve(Follower.self, name: "a").next().next().next()
            }
        }
        let follower = "ColletTests.Follower named"
        let line = "  needed by     \(follower) \"b\" -> \(follower) \"c\""
        #expect(try #require(result).report.contains(line))
    }

    // MARK: Other mistakes

    // Factory's scope tests
    @Test func aWeakValueThatIsNoClassInstanceIsReported() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Dependencies { Module(.weak) { FixedClock(zone: "UTC") } }.isolate {
                _ = Inject<FixedClock>(fileID: "Shop/Checkout.swift", line: 42)()
            }
        }
        let headline = """
            Collet: ColletTests.FixedClock can't be weak: \
            ColletTests.FixedClock is not a class.
            """
        let report = try #require(result).report
        #expect(report.first == headline)
        #expect(report.contains("  injected at   Shop/Checkout.swift:42"))
    }

    @Test func aWeakStructBehindAProtocolIsReported() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Dependencies { Module(.weak) { FixedClock(zone: "UTC") as any Clock } }.isolate {
                _ = Resolver.resolve(
                    (any Clock).self,
                    fileID: "Shop/Checkout.swift",
                    line: 42
                )
            }
        }
        let headline = """
            Collet: ColletTests.Clock can't be weak: \
            ColletTests.FixedClock is not a class.
            """
        let report = try #require(result).report
        #expect(report.first == headline)
        #expect(report.contains("  resolved at   Shop/Checkout.swift:42"))
    }

    @Test func aWeakValueThatIsNoClassInstanceIsReportedAfterAVerification() async throws {
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
    func aMainActorModuleAskedForElsewhereStopsTheProgram(lifetime: ModuleLifetime) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [lifetime] in
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
        }
        #expect(try #require(result).report.first?.hasPrefix("Collet: ") != true)
    }

    /// Off the actor nobody may use the conformance.
    @Test func anInstanceWhoseConformanceIsOnTheMainActorIsNotGivenElsewhere() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Resolver.register(.mainActor(.weak) { Player() as any Stage & Playable })
            let player = await MainActor.run { Resolver.resolve((any Stage & Playable).self) }
            await Task.detached { need((any Stage & Playable).self) }.value
            withExtendedLifetime(player) {}
        }
        let type = "ColletTests.Stage & ColletTests.Playable"
        #expect(
            try #require(result).report == [
                "Collet: \(type) conforms to its protocol on an actor, and this is not on it.",
                "  resolved at   Shop/Checkout.swift:42",
                "To fix, ask for it on that actor, or make it shared.",
            ]
        )
    }

    // MARK: Cures

    /// A name would not help: an array has every registration.
    @Test func aCompositeIsToldToRegisterItsPartsByAnotherProtocol() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let composite = Dependencies {
                Module("file") { Counted() as any Session }
                Module { needing([any Session].self) { Counted() as any Session } }
            }
            onAnotherThread(stackSize: threadStack) {
                composite.isolate { need((any Session).self) }
            }
        }
        #expect(
            try #require(result).report == [
                headline(["ColletTests.Session", "ColletTests.Session"]),
                "  resolved at   Shop/Checkout.swift:42",
                """
                To fix, register the parts by another protocol: \
                an array has every registration, whatever its name.
                """,
            ]
        )
    }

    /// Taking it later is what `configure` does already.
    @Test func aKeptObjectAndAComponentOfAGraphAreToldToBeMadeInOneGraph() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = KeptParent().component()
        }
        let report = try #require(result).report
        let headlines = headlines(ofCycle: ["ColletTests.Counted", "ColletTests.Draft"])
        #expect(headlines.contains(report[0]))
        #expect(
            report.dropFirst() == [
                "  made at       Shop/Checkout.swift:42",
                "To fix, make both in one scope.graph, within the scope.shared.",
            ]
        )
    }

    @Test(arguments: [ModuleLifetime.transient, .shared])
    func closuresThatResolveEachOtherAreToldToInject(lifetime: ModuleLifetime) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [lifetime] in
            Dependencies {
                lifetime.module("a") { needing(Int.self, name: "b") { 1 } }
                lifetime.module("b") { needing(Int.self, name: "a") { 2 } }
            }
            .isolate { need(Int.self, name: "a") }
        }
        let report = try #require(result).report
        let names = [#"Swift.Int named "a""#, #"Swift.Int named "b""#]
        #expect(headlines(ofCycle: names).contains(report[0]))
        #expect(
            report.dropFirst() == [
                "  resolved at   Shop/Checkout.swift:42",
                "To fix, give one of them an @Inject property for the other, read after its init.",
            ]
        )
    }

    @Test func modulesThatNeedEachOtherAreToldToAskLater() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Dependencies {
                Module(.shared) { "\(Resolver.resolve(Int.self))" }
                Module(.shared) { Resolver.resolve(String.self).count }
            }
            .isolate { _ = Resolver.resolve(Int.self) }
        }
        let cure = "give one of them an @Inject property for the other, read after its init."
        #expect(try #require(result).report.last == "To fix, \(cure)")
    }

    /// The way begins at a module, and comes back to it through a component.
    @Test func aCycleOfAModuleAndAComponentIsToldToTakeOneLater() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let scope = Scope()
            Resolver.register(
                Module(.shared) { () -> any Session in
                    scope.shared { needing((any Session).self) { Counted() } }
                }
            )
            need((any Session).self)
        }
        #expect(
            try #require(result).report == [
                headline(["ColletTests.Session", "ColletTests.Counted", "ColletTests.Session"]),
                "  resolved at   Shop/Checkout.swift:42",
                "To fix, give one of them an @Inject property for the other, read after its init.",
            ]
        )
    }

    /// A name would not help it.
    @Test func aComponentThatNeedsNothingButItselfIsToldToTakeItLater() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Snake().component()
        }
        let cure = "let one of them take the other after its init, not in it."
        #expect(try #require(result).report.last == "To fix, \(cure)")
    }

    @Test(arguments: [#""quoted""#, #"back\slash"#])
    func namesAreEscapedInTheHeadlineOfACycle(name: String) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [name] in
            Dependencies { Module(.shared, name) { needing(Int.self, name: name) { 1 } } }
                .isolate { need(Int.self, name: name) }
        }
        let int = "Swift.Int named \(name.debugDescription)"
        #expect(try #require(result).report.first == headline([int, int]))
    }

    /// What hides it is the isolation, however many overrides lie over it.
    @Test func aRegistrationThatAnIsolationHidesIsNotTakenForOneThatIsMissing() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Resolver.register(name: #"a"b"#) { FixedClock(zone: "real") as any Clock }
            Dependencies { Module { FixedClock(zone: "UTC") as any Clock } }.isolate {
                Dependencies { Module("c") { FixedClock(zone: "CET") as any Clock } }.override {
                    need((any Clock).self, name: #"a"b"#)
                }
            }
        }
        #expect(
            try #require(result).report == [
                #"Collet: nothing is registered for ColletTests.Clock named "a\"b"."#,
                "  resolved at   Shop/Checkout.swift:42",
                #"  registered    ColletTests.Clock, ColletTests.Clock named "c""#,
                """
                To fix, add Module("a\\"b") { … as any ColletTests.Clock } to the isolated block \
                (a fake, in a test), or nest the app's block in it: isolated code doesn't see \
                what is registered for the process.
                """,
            ]
        )
    }

    private func headline(_ path: [String]) -> String {
        "Collet: \(path.joined(separator: " -> ")) is a cycle: \(path[0]) needs itself to be made."
    }
}

// MARK: - Fixtures

private protocol PrivateAPI {}
struct LivePrivateAPI: PrivateAPI {}

/// Keeps an object whose part takes it when it is configured.
private struct KeptParent {
    private let scope = Scope()

    func component() -> Counted {
        scope.shared(fileID: "Shop/Checkout.swift", line: 42) {
            _ = part()
            return Counted()
        }
    }

    private func part() -> Draft {
        scope.graph {
            Draft()
        } configure: { _ in
            _ = component()
        }
    }
}

/// Asks for a clock that nobody registers.
private struct Misplaced {
    static let injectionLine = #line + 1
    @Inject var clock: any Clock

    static let requestLine = #line + 1
    static func resolveClock() -> any Clock { Resolver.resolve() }
}

/// Asks for its clock when it is told to, as if it had been declared in the shop's checkout.
final class Latecomer: Session {
    private let clock = Inject<any Clock>(fileID: "Shop/Checkout.swift", line: 42)

    func readClock() { _ = clock() }
}

/// Asks for another of its kind when it is told to.
final class Follower: Sendable {
    let next: Inject<Follower>

    init(of name: String) {
        next = Inject(name)
    }
}

private struct AI {}

private final class Owner: Sendable {
    private let needed = Inject<String>()
    func read() -> String { needed() }
}

private struct Snake {
    private let scope = Scope()
    func component() -> Counted { scope.shared { component() } }
}
