import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// What Collet says about modules that need themselves to be made, read from a process that makes
/// them.
struct CycleMessageTests {
    /// A module that comes to need what is being made has its place in the path, also directly in
    /// an override.
    @Test func aModuleOfAnOverrideIsInThePathThoughItNeededNothingBefore() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let needsSession = Mutex(false)
            let dependencies = Dependencies {
                Module {
                    if needsSession.withLock(\.self) { need((any Session).self) }
                    return Counted() as any Store
                }
            }
            dependencies.isolate { need((any Store).self) }
            needsSession.withLock { $0 = true }
            Resolver.register(
                Module(.shared) {
                    dependencies.override { need((any Store).self) }
                    return Counted() as any Session
                }
            )
            need((any Session).self)
        }
        let path = ["ColletTests.Session", "ColletTests.Store", "ColletTests.Session"]
        #expect(try #require(result).report.first == Cycle.headline(path))
    }

    @Test(arguments: Cycle.all.map(\.name))
    func cyclesAreReportedWithTheirPath(cycle: String) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [cycle] in
            let cycle = try Cycle.named(cycle)
            onAnotherThread(stackSize: threadStack) { cycle.dependencies.isolate(cycle.enter) }
        }
        let report = try #require(result).report
        #expect(try Cycle.named(cycle).headlines.contains(report[0]))
        #expect(report.contains { $0.hasSuffix("ed at   Shop/Checkout.swift:42") })
    }

    /// Each thread makes one of the instances and waits for the next one's maker: nobody would ever
    /// go on.
    @Test(.timeLimit(.minutes(10)), arguments: 2...4)
    func aCycleThatThreadsShareIsReported(threads: Int) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [threads] in
            let everybodyMakes = Barrier(threads)
            try await Dependencies {
                for number in 0..<threads {
                    Module(.shared, "\(number)") {
                        everybodyMakes.arriveAndWait()
                        return Resolver.resolve(
                            Int.self,
                            name: "\((number + 1) % threads)",
                            fileID: "Shop/Checkout.swift",
                            line: 42
                        )
                    }
                }
            }
            .isolate {
                let injected = (0..<threads).map { Inject<Int>("\($0)") }
                try await race(threads: threads) { injected[$0]() }
            }
        }
        let report = try #require(result).report
        let headlines = (0..<threads).map { start in
            let path = (0...threads).map { "Swift.Int named \"\((start + $0) % threads)\"" }
            return Cycle.headline(path)
        }
        #expect(headlines.contains(report[0]))
        #expect(report.contains("  resolved at   Shop/Checkout.swift:42"))
    }

    /// Modules that were made before are made without a trace, which must not go on until the stack
    /// is full.
    @Test(arguments: LateNeed.Stack.allCases, LateNeed.Others.allCases)
    func modulesThatComeToNeedEachOtherAreReportedBeforeTheStackIsFull(
        stack: LateNeed.Stack, others: LateNeed.Others
    ) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [stack, others] in
            let need = LateNeed(stack, others)
            if stack.isIsolated {
                need.makeAll { need.dependencies.isolate($0) }
            } else {
                need.dependencies.build()
                need.makeAll { $0() }
            }
        }
        let names = ["A", "B"].map { "Swift.Int named \"\($0)\"" }
        #expect(headlines(ofCycle: names).contains(try #require(result).report[0]))
    }

    /// Nothing shows a cycle of wrappers until it has gone round often enough to be endless.
    @Test(arguments: [1, 2, 10, 40])
    func wrappersThatNeedEachOtherAreReported(count: Int) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [count] in
            let cycle = LateCycle(of: count)
            _ = onAnotherThread(stackSize: threadStack) { cycle.wrappers[0]() }
        }
        let report = try #require(result).report
        #expect(LateCycle.headlines(count).contains(report[0]))
        #expect(report.contains { $0.hasPrefix("  injected at   Shop/Checkout.swift:") })
    }

    /// Each page begins the next one, and is over soon after. So what a task inherits has many of
    /// them, and needs none. What the last one nests has an end, too.
    @Test(.timeLimit(.minutes(10)), arguments: PageKind.allCases)
    private func whatTasksMakeAfterEachOtherIsNoCycle(kind: PageKind) async throws {
        await #expect(processExitsWith: .success) { [kind] in
            let (pages, continuation) = AsyncStream.makeStream(of: Void.self)
            makePages(from: 0, kind, continuation) {}
            for await _ in pages {}
        }
    }

    /// What made the object that asks is over, and may be made again.
    @Test func whatAModuleInjectsMayNeedThatModuleDeepDown() {
        let injected = Mutex<Inject<Int>?>(nil)
        Dependencies {
            Module("0") {
                injected.withLock { $0 = $0 ?? Inject("1") }
                return 0
            }
            for number in 1...64 {
                Module("\(number)") { Resolver.resolve(Int.self, name: "\((number + 1) % 65)") }
            }
        }
        .isolate { _ = Resolver.resolve(Int.self, name: "0") }
        #expect(injected.withLock(\.self)?() == 0)
    }

    /// As the documentation of `Module` says.
    @Test func oneLevelMoreThanSixtyFourIsTakenForEndless() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = nestedFolders(65)
        }
        let path = ["ColletTests.Folder", "ColletTests.Folder"]
        #expect(try #require(result).report.first == Cycle.headline(path))
    }

    /// Depth is counted for endless wiring, which is what is made at the same time.
    @Test func tasksThatBeginOneAfterTheOtherAreNotDeep() async {
        await inTasks(100) { #expect(nestedFolders(3) == 3) }
    }

    @Test func aModuleThatOverridesItselfWithoutEndIsReported() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            overrideAnew()
        }
        let report = try #require(result).report
        #expect(report.first == Cycle.headline(["Swift.Int", "Swift.Int"]))
    }

    /// A transient module of the outermost override is made without a trace: not so that what has
    /// no end hides there.
    @Test(.timeLimit(.minutes(10)), arguments: EndlessWiring.allCases)
    func wiringWithoutEndWithinAnOverrideIsReported(wiring: EndlessWiring) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [wiring] in
            onAnotherThread(stackSize: threadStack) { wiring.begin() }
        }
        let headlines = headlines(ofCycle: ["Swift.Int", "Swift.String"])
        let report = try #require(result).report
        #expect(headlines.contains(report[0]))
        #expect(report.contains("  resolved at   Shop/Checkout.swift:42"))
    }

    /// Each round is in a task of its own, which runs on the stack of the one before.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func aWrapperThatATaskReadsAgainAtOnceIsReported() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let wrapper = Inject<Int>(fileID: "Shop/Checkout.swift", line: 42)
            Resolver.register {
                Task.immediate { _ = wrapper() }
                return 1
            }
            _ = wrapper()
        }
        let report = try #require(result).report
        #expect(report.first == Cycle.headline(["Swift.Int", "Swift.Int"]))
        #expect(report.contains("  injected at   Shop/Checkout.swift:42"))
    }

    /// Threads never wait for each other's wrappers, so each goes round by itself.
    @Test(.timeLimit(.minutes(10)), arguments: 2...4)
    func wrappersThatThreadsReadAtOnceAndThatNeedEachOtherAreReported(threads: Int) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [threads] in
            let cycle = LateCycle(of: threads)
            try await race(threads: threads) { _ = cycle.wrappers[$0]() }
        }
        #expect(LateCycle.headlines(threads).contains(try #require(result).report[0]))
    }

    /// The shared module waits for nobody, and the wrapper for the shared module.
    @Test(.timeLimit(.minutes(10)))
    func aCycleOfAWrapperAndASharedModuleIsReported() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let bothMake = Barrier(2)
            let cycle = LateCycle(of: 1) { _ in
                bothMake.arriveAndWait()
                _ = Resolver.resolve((any Session).self)
            }
            let wrapper = cycle.wrappers[0]
            Resolver.register(
                Module(.shared) {
                    bothMake.arriveAndWait()
                    _ = wrapper()
                    return Counted() as any Session
                }
            )
            try await race(threads: 2) { thread in
                if thread == 0 { _ = wrapper() } else { _ = Resolver.resolve((any Session).self) }
            }
        }
        let session = "ColletTests.Session"
        let path = [session, "Swift.Int named \"0\"", session]
        #expect(try #require(result).report.first == Cycle.headline(path))
    }

    /// "inner" is its name already.
    @Test func aModuleNamedInnerIsToldToNameTheInnerOneOtherwise() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Dependencies {
                Module(.shared, "inner") {
                    needing((any Clock).self, name: "inner") { FixedClock(zone: "") as any Clock }
                }
            }
            .isolate { need((any Clock).self, name: "inner") }
        }
        let clock = "ColletTests.Clock named \"inner\""
        #expect(
            try #require(result).report == [
                Cycle.headline([clock, clock]),
                "  resolved at   Shop/Checkout.swift:42",
                """
                To fix, register the inner one under a name, and ask for that:  \
                Module("innermost") { … as any ColletTests.Clock }
                """,
            ]
        )
    }

    /// They have what others are told to use.
    @Test func objectsThatReadTheirInjectionsInTheirInitAreToldToReadThemAfter() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Dependencies {
                Module(.shared) { EagerSession() as any Session }
                Module(.shared) { EagerStore() as any Store }
            }
            .isolate { need((any Session).self) }
        }
        #expect(
            try #require(result).report == [
                Cycle.headline([
                    "ColletTests.Session", "ColletTests.Store", "ColletTests.Session",
                ]),
                "  injected at   Shop/Store.swift:7",
                "To fix, read this property after the init of what has it, not in it.",
            ]
        )
    }

    /// The advice to read later would only move the recursion.
    @Test(arguments: [true, false])
    func aModuleThatWrapsOneOfItsOwnKeyIsToldToNameTheInnerOne(isShared: Bool) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [isShared] in
            Resolver.register { FixedClock(zone: "UTC") as any Clock }
            Dependencies {
                (isShared ? ModuleLifetime.shared : .transient).module {
                    needing((any Clock).self) { FixedClock(zone: "wrapped") as any Clock }
                }
            }
            .override { need((any Clock).self) }
        }
        #expect(
            try #require(result).report == [
                Cycle.headline(["ColletTests.Clock", "ColletTests.Clock"]),
                "  resolved at   Shop/Checkout.swift:42",
                """
                To fix, register the inner one under a name, and ask for that:  \
                Module("inner") { … as any ColletTests.Clock }
                """,
            ]
        )
    }
}

// MARK: - The table of cycles

/// Two modules, "A" and "B", that begin to need each other late.
final class LateNeed: Sendable {
    /// The stack on which they are made in the end: one as small as a thread has on Apple's
    /// platforms, or one that is used up quickly.
    enum Stack: String, CaseIterable, Codable {
        case small, usedUpQuickly, smallInAnIsolation, usedUpQuicklyInAnIsolation

        var isIsolated: Bool { self == .smallInAnIsolation || self == .usedUpQuicklyInAnIsolation }
        private var isSmall: Bool { self == .small || self == .smallInAnIsolation }

        var kilobytes: Int { isSmall ? 512 : 8_192 }
        /// How many kilobytes of the stack each of the two uses.
        var used: Int { isSmall ? 0 : 32 }
    }

    /// The other modules that each of the two asks for first. Each of those needs the next, so what
    /// they need comes from farther down the stack.
    enum Others: String, CaseIterable, Codable {
        case none, one, three, oneAskedForOften, oneAskedForVeryOften

        var count: Int {
            switch self {
            case .none: 0
            case .one, .oneAskedForOften, .oneAskedForVeryOften: 1
            case .three: 3
            }
        }

        /// How often each of the two asks for the first of the others.
        var requests: Int {
            switch self {
            case .none: 0
            case .one, .three: 1
            case .oneAskedForOften: 80
            case .oneAskedForVeryOften: 1_000
            }
        }
    }

    private let stack: Stack
    private let others: Others
    private let isNeeded = Mutex(false)

    init(_ stack: Stack, _ others: Others) {
        self.stack = stack
        self.others = others
    }

    var dependencies: Dependencies {
        Dependencies {
            for number in 0..<others.count {
                let next = number + 1 < others.count ? "\(number + 1)" : nil
                Module("\(number)") { next.map { Resolver.resolve(Int.self, name: $0) } ?? 1 }
            }
            for (name, other) in [("A", "B"), ("B", "A")] {
                Module(name) { [self] in
                    for _ in 0..<others.requests { _ = Resolver.resolve(Int.self, name: "0") }
                    guard isNeeded.withLock(\.self) else { return 1 }
                    return fartherDown(stack.used) { Resolver.resolve(Int.self, name: other) }
                }
            }
        }
    }

    /// Makes both without their needing each other, and then one of them on the stack.
    ///
    /// - Parameter enter: Runs a closure where the modules are current.
    func makeAll(_ enter: @escaping @Sendable (@Sendable () -> Void) -> Void) {
        enter { for name in ["A", "B"] { _ = Resolver.resolve(Int.self, name: name) } }
        isNeeded.withLock { $0 = true }
        onAnotherThread(stackSize: stack.kilobytes << 10) {
            enter { _ = Resolver.resolve(Int.self, name: "A") }
        }
    }
}

/// Runs a closure at least so many kilobytes farther down the stack.
private func fartherDown<Value>(_ kilobytes: Int, _ body: () -> Value) -> Value {
    if kilobytes == 0 { return body() }
    // A larger allocation would not be on the stack.
    return withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 1) { _ in
        fartherDown(kilobytes - 1, body)
    }
}

/// Modules of the process that are made harmlessly once and need each other from then on: each
/// reads the wrapper of the next.
private final class LateCycle: Sendable {
    let wrappers: [Inject<Int>]
    private let isClosed = Mutex(false)

    /// - Parameter first: What a module does before it reads the wrapper of the next.
    init(of count: Int, first: @escaping @Sendable (Inject<Int>) -> Void = { _ in }) {
        wrappers = (0..<count).map {
            Inject("\($0)", fileID: "Shop/Checkout.swift", line: UInt($0))
        }
        for number in 0..<count {
            let next = wrappers[(number + 1) % count]
            Resolver.register(
                Module("\(number)") { [self] in
                    guard isClosed.withLock(\.self) else { return number }
                    first(next)
                    return next()
                }
            )
            _ = Resolver.resolve(Int.self, name: "\(number)")
        }
        isClosed.withLock { $0 = true }
    }

    /// The headlines for modules that need each other in their order, wherever they begin.
    static func headlines(_ count: Int) -> [String] {
        (0..<count).map { start in
            Cycle.headline((0...count).map { "Swift.Int named \"\((start + $0) % count)\"" })
        }
    }
}

/// Registrations that need each other, and the ways in which that may be said.
private struct Cycle: Sendable {
    let name: String
    let dependencies: Dependencies
    let enter: @Sendable () -> Void
    let headlines: [String]

    static func named(_ name: String) throws -> Cycle {
        try #require(all.first { $0.name == name })
    }

    static func headline(_ path: [String]) -> String {
        "Collet: \(path.joined(separator: " -> ")) is a cycle: \(path[0]) needs itself to be made."
    }

    static let all = [
        Cycle(
            name: "a shared module that needs itself",
            dependencies: Dependencies {
                Module(.shared) { needing((any Session).self) { Counted() as any Session } }
            },
            enter: { need((any Session).self) },
            headlines: [headline(["ColletTests.Session", "ColletTests.Session"])]
        ),
        Cycle(
            name: "two shared modules",
            dependencies: Dependencies {
                Module(.shared) { needing((any Store).self) { Counted() as any Session } }
                Module(.shared) { needing((any Session).self) { Counted() as any Store } }
            },
            enter: { need((any Session).self) },
            headlines: [
                headline(["ColletTests.Session", "ColletTests.Store", "ColletTests.Session"])
            ]
        ),
        Cycle(
            name: "two weak modules",
            dependencies: Dependencies {
                Module(.weak) { needing((any Store).self) { Counted() as any Session } }
                Module(.weak) { needing((any Session).self) { Counted() as any Store } }
            },
            enter: { need((any Session).self) },
            headlines: [
                headline(["ColletTests.Session", "ColletTests.Store", "ColletTests.Session"])
            ]
        ),
        Cycle(
            name: "an optional that is inferred",
            dependencies: Dependencies {
                Module(.shared, "a") { inferring.number(name: "a") ?? 1 }
            },
            enter: { _ = inferring.number(name: "a") },
            headlines: [headline(["Swift.Int named \"a\"", "Swift.Int named \"a\""])]
        ),
        Cycle(
            name: "two transient modules",
            dependencies: Dependencies {
                Module { needing((any Store).self) { Counted() as any Session } }
                Module { needing((any Session).self) { Counted() as any Store } }
            },
            enter: { need((any Session).self) },
            headlines: [
                headline(["ColletTests.Session", "ColletTests.Store", "ColletTests.Session"]),
                headline(["ColletTests.Store", "ColletTests.Session", "ColletTests.Store"]),
            ]
        ),
        Cycle(
            name: "a transient module that needs itself",
            dependencies: Dependencies {
                Module { needing(Int.self) { 1 } }
            },
            enter: { need(Int.self) },
            headlines: [headline(["Swift.Int", "Swift.Int"])]
        ),
        Cycle(
            name: "a shared module that registers itself anew",
            dependencies: Dependencies {},
            enter: { _ = onAnotherThread { registeringAnew() } },
            headlines: [headline(["Swift.Int", "Swift.Int"])]
        ),
        Cycle(
            name: "three modules of three lifetimes",
            dependencies: Dependencies {
                Module(.shared) { needing((any Store).self) { Counted() as any Session } }
                Module { needing((any Network).self) { Counted() as any Store } }
                Module(.weak) { needing((any Session).self) { Counted() as any Network } }
            },
            enter: { need((any Session).self) },
            headlines: [
                headline([
                    "ColletTests.Session", "ColletTests.Store", "ColletTests.Network",
                    "ColletTests.Session",
                ])
            ]
        ),
        Cycle(
            name: "names that need each other",
            dependencies: Dependencies {
                Module(.shared, "a") { needing(Int.self, name: "b") { 1 } }
                Module(.shared, "b") { needing(Int.self, name: "a") { 2 } }
            },
            enter: { need(Int.self, name: "a") },
            headlines: [
                headline([
                    "Swift.Int named \"a\"", "Swift.Int named \"b\"", "Swift.Int named \"a\"",
                ])
            ]
        ),
        Cycle(
            name: "entered from outside",
            dependencies: Dependencies {
                Module { needing((any Session).self) { 1 } }
                Module(.shared) { needing((any Store).self) { Counted() as any Session } }
                Module(.shared) { needing((any Session).self) { Counted() as any Store } }
            },
            enter: { need(Int.self) },
            headlines: [
                headline(["ColletTests.Session", "ColletTests.Store", "ColletTests.Session"])
            ]
        ),
        Cycle(
            name: "through a collection",
            dependencies: Dependencies {
                Module(.shared) { needing([any Session].self) { Counted() as any Session } }
            },
            enter: { need((any Session).self) },
            headlines: [headline(["ColletTests.Session", "ColletTests.Session"])]
        ),
        Cycle(
            name: "a wrapper that is read while it resolves",
            dependencies: Dependencies { Module { needingWrapper { Counted() as any Session } } },
            enter: { needWrapped((any Session).self) },
            headlines: [headline(["ColletTests.Session", "ColletTests.Session"])]
        ),
        Cycle(
            name: "an optional wrapper that is read while it resolves",
            dependencies: Dependencies { Module { needingWrapper { Counted() as any Session } } },
            enter: { needWrapped((any Session)?.self) },
            headlines: [headline(["ColletTests.Session", "ColletTests.Session"])]
        ),
        Cycle(
            name: "a wrapper of a collection that is read while it resolves",
            dependencies: Dependencies { Module { needingWrapper { Counted() as any Session } } },
            enter: { needWrapped([any Session].self) },
            headlines: [headline(["ColletTests.Session", "ColletTests.Session"])]
        ),
    ]
}

// MARK: - Fixtures

/// Asks for a number after another module for it was registered for the process, which does so, too.
private func registeringAnew() -> Int {
    Resolver.register(Module(.shared) { registeringAnew() })
    need(Int.self)
    return 1
}

/// Called by its protocol, what is deprecated gives no warning.
private protocol InferringOptionals { static func number(name: String) -> Int? }
private var inferring: any InferringOptionals.Type { Inferring.self }
private enum Inferring: InferringOptionals {
    @available(*, deprecated) static func number(name: String) -> Int? {
        Resolver.resolve(name: name, fileID: "Shop/Checkout.swift", line: 42)
    }
}

private enum PageKind: CaseIterable, Codable { case transient, shared, transientInGraph }

/// Makes a page that begins the next in a task of its own, and is over when that has begun.
@Sendable private func makePages(
    from number: Int, _ kind: PageKind, _ pages: AsyncStream<Void>.Continuation,
    whenBegun: @escaping @Sendable () -> Void
) {
    @Sendable func page() -> Int {
        whenBegun()
        if number == 150 {
            _ = nestedFolders(30)
            pages.finish()
        } else {
            let hasBegun = DispatchSemaphore(value: 0)
            Task { makePages(from: number + 1, kind, pages) { hasBegun.signal() } }
            hasBegun.wait()
        }
        return number
    }
    let block = Dependencies {
        if kind == .shared {
            Module(.shared) { page() }
        } else {
            Module { page() }
        }
    }
    block.isolate {
        if kind == .transientInGraph {
            _ = Scope().graph { Resolver.resolve(Int.self) }
        } else {
            need(Int.self)
        }
    }
}

/// Reads its store in its init.
private final class EagerSession: Session {
    private let stores = Inject<any Store>(fileID: "Shop/Session.swift", line: 7)
    init() { _ = stores() }
}

/// Reads its session in its init.
private final class EagerStore: Store {
    private let sessions = Inject<any Session>(fileID: "Shop/Store.swift", line: 7)
    init() { _ = sessions() }
}

/// Two modules that need each other without end, within overrides.
enum EndlessWiring: String, CaseIterable, Codable {
    case override, overridesWithinOverrides, isolationsWithinOverrides, tasksWithinAnOverride
    case overridesWithinTasks

    /// Each use has registrations of its own.
    private var block: Dependencies {
        Dependencies {
            Module { goOn { need(String.self) } ?? 1 }
            Module { goOn { need(Int.self) } ?? "" }
        }
    }

    @Sendable func begin() { block.override { need(Int.self) } }

    /// Asks for the next value.
    private func goOn<Value>(_ next: @escaping @Sendable () -> Void) -> Value? {
        switch self {
        case .override: next()
        case .overridesWithinOverrides: block.override { next() }
        case .isolationsWithinOverrides: block.isolate { next() }
        case .tasksWithinAnOverride: atOnce { next() }
        case .overridesWithinTasks: atOnce { block.override { next() } }
        }
        return nil
    }

    /// In a task of its own, which runs on this stack where that exists.
    private func atOnce(_ body: @escaping @Sendable () -> Void) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            Task.immediate { body() }
        } else {
            body()
        }
    }
}

/// Asks for a number in an override whose module does so, too.
@Sendable private func overrideAnew() {
    Dependencies {
        Module {
            overrideAnew()
            return 1
        }
    }
    .override { need(Int.self) }
}

/// Reads the wrapper that `needWrapped` reads.
private let wrapperReader = Mutex<WrapperReader?>(nil)

/// A struct, as each look at a closure that lies in a lock itself would make its calls deeper.
private struct WrapperReader {
    let read: @Sendable () -> Void
}

/// Asks for something by a wrapper that stands on line 42 of the shop's checkout.
private func needWrapped<Value: Sendable>(_ type: Value.Type) {
    let wrapper = Inject<Value>(fileID: "Shop/Checkout.swift", line: 42)
    wrapperReader.withLock { $0 = WrapperReader { _ = wrapper() } }
    _ = wrapper()
}

/// Makes a value after it has read that same wrapper.
private func needingWrapper<Value>(make: () -> sending Value) -> sending Value {
    wrapperReader.withLock { $0! }.read()
    return make()
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
