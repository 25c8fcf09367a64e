import Collet
import Synchronization
import Testing

// What only the mutations of Collet.swift showed to be untested; see Tests/Mutations.

extension ProcessWideTests {
    @Test func buildingWithinAnOverrideIsForTheProcess() {
        Dependencies { Module { "fake" } }.override {
            Dependencies {
                Module { "real" }
                Module { 1 }
            }
            .build()
            #expect(Resolver.resolve(String.self) == "fake")
        }
        #expect(Resolver.resolve(String.self) == "real")
        #expect(Resolver.resolve(Int.self) == 1)
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
}

extension DependenciesTests {
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

    @Test func asynchronousIsolationHidesWhatIsCurrent() async {
        await Dependencies { Module { "outer" } }.isolate {
            await Dependencies { Module { 2 } }.isolate {
                await Task.yield()
                #expect(Resolver.resolve(String?.self) == nil)
                #expect(Resolver.resolve(Int.self) == 2)
            }
        }
    }
}

extension InjectTests {
    /// Nothing but the wrapper orders what the two threads do. That is a data race where a memory
    /// order is weakened: the thread sanitizer reports it, on every processor.
    @Test(.timeLimit(.minutes(10))) func threadsThatComeLaterReadWhatTheFirstWrote() async throws {
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
}

extension OverrideTests {
    /// Also where it is read by somebody who is in nothing.
    @Test func whatAnEscapedModuleInjectsComesFromTheIsolation() {
        let module = Dependencies {
            Module { Zoned() }
            Module { FixedClock(zone: "fake") as any Clock }
        }
        .isolate { Inject<Zoned>() }
        #expect(module().zone == "fake")
    }

    /// Nothing is locked while an instance is released.
    @Test(.timeLimit(.minutes(10))) func whatEndsWithItsOverrideMayAskForItsSuccessor() async throws
    {
        let lives = Lives(3)
        try await race(threads: 1) { _ in
            Dependencies { Module(.shared) { Phoenix(lives) } }.override {
                _ = Resolver.resolve(Phoenix.self)
            }
        }
        #expect(lives.left == 0)
    }
}

extension ScopeTests {
    /// The task inherits where it was begun, and with it the graph.
    @Test func aTaskThatAGraphBeginsDoesNotKeepItsObjects() {
        let tally = Tally()
        let mayEnd = Signal()
        let scope = Scope()
        _ = scope.graph { () -> Counted in
            Task { await mayEnd.wait() }
            return Counted(tally)
        }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
        mayEnd.send()
    }

    /// Depth is counted for endless wiring, which is what is made at the same time.
    @Test func tasksThatBeginOneAfterTheOtherAreNotDeep() async {
        await inTasks(100) { #expect(nestedFolders(3) == 3) }
    }

    @Test func componentsOfDifferentCallsMayNestDeep() {
        #expect(Skyscraper().top() == 1)
    }
}

extension AsynchronousComponentTests {
    /// It waits no more for what failed, and may be what that waits for the next time.
    @Test(.timeLimit(.minutes(10)))
    func aRunThatWentOnAfterAFailureMayBeNeededByWhatFailed() async throws {
        let pair = FailingPair()
        async let text = pair.text()
        await pair.numberHasFailed.wait()
        async let number = pair.number()
        await pair.numberAsksForText.wait()
        for _ in 1...1000 { await Task.yield() }
        pair.textMayEnd.send()
        #expect(try await number == 4)
        #expect(await text == "text")
    }

    @Test(.timeLimit(.minutes(10))) func aRunThatIsOverKeepsNothingOfItsOverride() async {
        let tally = Tally()
        func use() async {
            let held = Counted(tally)
            await Dependencies { Module { held } }.override {
                _ = await Scope().shared { () async in 1 }
            }
        }
        await use()
        // The run may end a little later than those who wait for it.
        while tally.alive > 0, !Task.isCancelled { await Task.yield() }
        #expect(tally.alive == 0)
    }
}

extension VerificationTests {
    @Test func aWeakValueThatIsNoClassInstanceIsListedOnceWhoeverAsks() {
        let block = Dependencies {
            Module(.weak) { FixedClock(zone: "UTC") }
            Module("a") { Resolver.resolve(FixedClock.self, fileID: "Shop/A.swift", line: 1).zone }
            Module("b") { Resolver.resolve(FixedClock.self, fileID: "Shop/B.swift", line: 2).zone }
        }
        let error = #expect(throws: VerificationError.self) { try block.verify() }
        #expect("\(error!)".ranges(of: "can't be weak").count == 1)
    }
}

extension MessageTests {
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

    /// The block that lacks everything lies over one that has it.
    @Test func anEmptyOverrideOfRegistrationsIsNotEmpty() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Resolver.register("real")
            Dependencies {}.override { _ = Resolver.resolve(Int.self) }
        }
        let report = try #require(result).report
        #expect(!report.contains("  registered    nothing at all"))
        #expect(report.last?.hasPrefix("To fix, add to your Dependencies block:") == true)
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

    @Test func aCycleOfAGraphIsReportedFromWhereItBegins() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Knot().root()
        }
        let path = "ColletTests.Draft -> ColletTests.FixedClock -> ColletTests.Draft"
        let headline = "Collet: \(path) is a cycle: ColletTests.Draft needs itself to be made."
        #expect(try #require(result).report.first == headline)
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
}

/// Tells another thread that something has happened, and nothing about memory.
private final class UnorderedFlag: Sendable {
    private let isSet = Atomic(false)
    func set() { isSet.store(true, ordering: .relaxed) }
    func wait() { while !isSet.load(ordering: .relaxed) {} }
}

/// Runs a body in the last of many tasks, each of which began in an override that is over.
private func inTasks(_ count: Int, _ body: @escaping @Sendable () -> Void) async {
    if count == 0 { return body() }
    let isOver = Signal()
    let task = Dependencies {}.override {
        Task {
            await isOver.wait()
            await inTasks(count - 1, body)
        }
    }
    isOver.send()
    await task.value
}

/// A text that goes on without its number, and a number that is made from the text.
private final class FailingPair: Sendable {
    let numberHasFailed = Signal()
    let numberAsksForText = Signal()
    let textMayEnd = Signal()
    private let isFirstNumber = Mutex(true)
    private let scope = Scope()

    func text() async -> String {
        await scope.shared { () async -> String in
            _ = try? await self.number()
            self.numberHasFailed.send()
            await self.textMayEnd.wait()
            return "text"
        }
    }

    func number() async throws -> Int {
        try await scope.shared { () async throws -> Int in
            let isFirst = self.isFirstNumber.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isFirst { throw CancellationError() }
            self.numberAsksForText.send()
            return await self.text().count
        }
    }
}

private final class Lives: Sendable {
    private let count: Mutex<Int>
    var left: Int { count.withLock(\.self) }

    init(_ count: Int) { self.count = Mutex(count) }

    /// Returns whether there is another one.
    func end() -> Bool {
        count.withLock { count in
            count -= 1
            return count > 0
        }
    }
}

/// Asks for its successor when it is released.
private final class Phoenix: Sendable {
    private let successor = Inject<Phoenix>()
    private let lives: Lives

    init(_ lives: Lives) { self.lives = lives }

    deinit { if lives.end() { _ = successor() } }
}

private struct Knot {
    private let scope = Scope()

    func root() -> Counted {
        scope.graph {
            _ = left()
            return Counted()
        }
    }
    private func left() -> Draft {
        scope.graph {
            _ = right()
            return Draft()
        }
    }
    private func right() -> FixedClock {
        scope.graph { FixedClock(zone: left().text) }
    }
}

private struct AI {}

private struct Zoned {
    @Inject private var clock: any Clock
    var zone: String { clock.zone }
}

private final class Owner: Sendable {
    private let needed = Inject<String>()
    func read() -> String { needed() }
}

private struct Snake {
    private let scope = Scope()
    func component() -> Counted { scope.shared { component() } }
}

private struct Skyscraper {
    private let scope = Scope()

    func top() -> Int { scope.shared { level(70) } }
    private func level(_ level: Int) -> Int {
        level == 0 ? ground() : scope.shared(for: level) { self.level(level - 1) }
    }
    private func ground() -> Int { scope.shared { 1 } }
}
