import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Messages about modules that need themselves to be made, read from a process that makes
/// them.
struct CycleMessageTests {
    @Test(arguments: Cycle.all.map(\.name))
    func cyclesAreReportedWithTheirPath(cycle: String) async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [cycle] in
            let cycle = Cycle.named(cycle)
            onAnotherThread(stackSize: threadStack) {
                cycle.dependencies.isolate(cycle.enter)
            }
        }.report
        #expect(Cycle.named(cycle).reports.contains(report))
    }

    /// A module that an override makes has its place in the path, even directly in there.
    @Test func aModuleOfAnOverrideIsInThePath() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            Resolver.register(
                Module(.shared) {
                    Dependencies {
                        Module { needing((any Session).self) { Counted() as any Store } }
                    }
                    .override { need((any Store).self) }
                    return Counted() as any Session
                }
            )
            need((any Session).self)
        }.report
        #expect(
            report.first == headline(ofCycle: "ColletTests.Session", "ColletTests.Store"))
    }

    /// Each thread makes one of the instances and waits for the maker of the next one:
    /// none would ever go on.
    @Test(.timeLimit(.minutes(10)), arguments: 2...4)
    func aCycleThatThreadsShareIsReported(threads: Int) async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [threads] in
            let everybodyMakes = Barrier(threads)
            try await Dependencies {
                for number in 0..<threads {
                    Module(.shared, "\(number)") {
                        everybodyMakes.arriveAndWait()
                        return needing(Int.self, name: "\((number + 1) % threads)") {
                            number
                        }
                    }
                }
            }
            .isolate {
                let injected = (0..<threads).map { Inject<Int>("\($0)") }
                try await race(threads: threads) { injected[$0]() }
            }
        }.report
        #expect(headlines(ofCycle: numbers(threads)).contains(report[0]))
        #expect(report.contains("  resolved at   Shop/Checkout.swift:42"))
    }

    /// The first few are made without a trace, but that must not go on until the stack is
    /// full.
    @Test(arguments: Stack.allCases, [0, 1, 3])
    private func modulesThatNeedEachOtherAreReportedBeforeTheStackIsFull(
        stack: Stack, others: Int
    ) async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [stack, others] in
            let dependencies = modulesThatNeedEachOther(stack, others)
            if !stack.isIsolated { dependencies.build() }
            onAnotherThread(stackSize: stack.kilobytes << 10) {
                if stack.isIsolated {
                    return dependencies.isolate { need(Int.self, name: "0") }
                }
                need(Int.self, name: "0")
            }
        }.report
        #expect(headlines(ofCycle: numbers(2)).contains(report[0]))
    }

    /// A cycle of wrappers doesn't show until it has gone round often enough to be
    /// endless.
    @Test(arguments: [1, 2, 10, 40])
    func wrappersThatNeedEachOtherAreReported(count: Int) async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [count] in
            let cycle = WrapperCycle(of: count)
            _ = onAnotherThread(stackSize: threadStack) { cycle.wrappers[0]() }
        }.report
        #expect(headlines(ofCycle: numbers(count)).contains(report[0]))
        #expect(report.contains { $0.hasPrefix("  injected at   Shop/Checkout.swift:") })
    }

    /// Each page begins the next one, and is over soon after. So a task inherits many of
    /// them, and needs none. Whatever the last one nests ends, too.
    @Test(.timeLimit(.minutes(10)), arguments: PageKind.allCases)
    private func whatTasksMakeAfterEachOtherIsNoCycle(kind: PageKind) async throws {
        await #expect(processExitsWith: .success) { [kind] in
            let (pages, continuation) = AsyncStream.makeStream(of: Void.self)
            makePages(from: 0, kind, continuation) {}
            for await _ in pages {}
        }
    }

    /// The module that made the asking object is done, and may be made again.
    @Test func whatAModuleInjectsMayNeedThatModuleDeepDown() {
        let injected = Mutex<Inject<Int>?>(nil)
        Dependencies {
            Module("0") {
                injected.withLock { $0 = $0 ?? Inject("1") }
                return 0
            }
            for number in 1...64 {
                Module("\(number)") {
                    Resolver.resolve(Int.self, name: "\((number + 1) % 65)")
                }
            }
        }
        .isolate { _ = Resolver.resolve(Int.self, name: "0") }
        #expect(injected.withLock(\.self)?() == 0)
    }

    /// The module that made the asking object is done, so it isn't one of the levels.
    @Test func whatAModuleInjectsMayHaveSixtyFourLevels() {
        let injected = Mutex<Inject<Folder>?>(nil)
        Dependencies {
            Module {
                injected.withLock { $0 = Inject() }
                return 0
            }
            folderModule(levels: 64)
        }
        .isolate { _ = Resolver.resolve(Int.self) }
        #expect(injected.withLock(\.self)?().levels == 64)
    }

    /// As documented for `Module`.
    @Test func oneLevelMoreThanSixtyFourIsTakenForEndless() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            _ = nestedFolders(65)
        }.report
        #expect(report.first == headline(ofCycle: "ColletTests.Folder"))
    }

    /// Modules leave no trace when they have been made, even within others of their kind.
    @Test(arguments: [1, 4])
    func aModuleThatWasMadeOftenIsFoundWhenItHasNoEnd(levels: Int) async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [levels] in
            let remaining = Mutex(0)
            Resolver.register {
                let isLast = remaining.withLock {
                    $0 -= 1
                    return $0 == 0
                }
                return isLast ? 1 : Resolver.resolve(Int.self)
            }
            for _ in 0..<20_000 {
                remaining.withLock { $0 = levels }
                _ = Resolver.resolve(Int.self)
            }
            _ = onAnotherThread(stackSize: threadStack) { Resolver.resolve(Int.self) }
        }.report
        #expect(report.first == headline(ofCycle: "Swift.Int"))
    }

    /// A transient module of the outermost override is made without a trace, but endless
    /// wiring must not hide there.
    @Test(.timeLimit(.minutes(10)), arguments: EndlessWiring.allCases)
    func wiringWithoutEndWithinAnOverrideIsReported(wiring: EndlessWiring) async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [wiring] in
            onAnotherThread(stackSize: threadStack) { wiring.begin() }
        }.report
        #expect(headlines(ofCycle: ["Swift.Int", "Swift.String"]).contains(report[0]))
        #expect(report.contains("  resolved at   Shop/Checkout.swift:42"))
    }

    /// Each round is in a task of its own, which runs on the stack of the one before.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func aWrapperThatATaskReadsAgainAtOnceIsReported() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            let wrapper = Inject<Int>(fileID: "Shop/Checkout.swift", line: 42)
            Resolver.register {
                Task.immediate { _ = wrapper() }
                return 1
            }
            _ = wrapper()
        }.report
        #expect(report.first == headline(ofCycle: "Swift.Int"))
        #expect(report.contains("  injected at   Shop/Checkout.swift:42"))
    }

    /// Threads never wait for each other's wrappers, so each goes round by itself.
    @Test(.timeLimit(.minutes(10)), arguments: 2...4)
    func wrappersThatThreadsReadAtOnceAndThatNeedEachOtherAreReported(threads: Int)
        async throws
    {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [threads] in
            let cycle = WrapperCycle(of: threads)
            try await race(threads: threads) { _ = cycle.wrappers[$0]() }
        }.report
        #expect(headlines(ofCycle: numbers(threads)).contains(report[0]))
    }

    /// The shared module waits for nothing, and the wrapper for the shared module.
    @Test(.timeLimit(.minutes(10)))
    func aCycleOfAWrapperAndASharedModuleIsReported() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            let bothMake = Barrier(2)
            let cycle = WrapperCycle(of: 1) {
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
                if thread == 0 {
                    _ = wrapper()
                } else {
                    _ = Resolver.resolve((any Session).self)
                }
            }
        }.report
        let path = headline(ofCycle: "ColletTests.Session", #"Swift.Int named "0""#)
        #expect(report.first == path)
    }
}

// MARK: - The table of cycles

/// Registrations that need each other, and the possible messages about them.
private struct Cycle: Sendable {
    let name: String
    let dependencies: Dependencies
    let enter: @Sendable () -> Void
    let reports: [[String]]

    /// - Parameters:
    ///   - path: The members, each of which needs the next, and the last the first.
    ///   - beginsAnywhere: Whether the message may begin at any of them.
    ///   - site: The way in which line 42 of the shop's checkout asks.
    init(
        _ name: String, _ path: [String], beginsAnywhere: Bool = false,
        site: String = "resolved at   ", cure: String = readLater,
        dependencies: Dependencies = Dependencies {},
        enter: @escaping @Sendable () -> Void = { need((any Session).self) }
    ) {
        self.name = name
        self.dependencies = dependencies
        self.enter = enter
        reports = headlines(ofCycle: path).prefix(beginsAnywhere ? path.count : 1).map {
            [$0, "  \(site)Shop/Checkout.swift:42", "To fix, \(cure)"]
        }
    }

    static func named(_ name: String) -> Cycle { all.first { $0.name == name }! }

    static let all: [Cycle] = ofOne + ofSeveral + wrapping

    private static let ofOne = [
        Cycle(
            "a shared module that needs itself", [session],
            cure: nameTheInner("any \(session)"),
            dependencies: Dependencies {
                Module(.shared) {
                    needing((any Session).self) { Counted() as any Session }
                }
            }
        ),
        Cycle(
            "a transient module that needs itself", ["Swift.Int"],
            cure: askAfterInit,
            dependencies: Dependencies { Module { needing(Int.self) { 1 } } }
        ) { need(Int.self) },
        Cycle(
            "a shared module that registers itself anew", ["Swift.Int"],
            cure: askAfterInit
        ) { _ = onAnotherThread { registeringAnew() } },
        Cycle(
            "an optional that is inferred", [#"Swift.Int named "a""#],
            cure: askAfterInit,
            dependencies: Dependencies {
                Module(.shared, "a") { inferring.number(name: "a") ?? 1 }
            }
        ) { _ = inferring.number(name: "a") },
        Cycle(
            "a name that must be escaped", [session + #" named "a\"b\\c""#],
            cure: nameTheInner("any \(session)"),
            dependencies: Dependencies {
                Module(.shared, #"a"b\c"#) {
                    needing((any Session).self, name: #"a"b\c"#) {
                        Counted() as any Session
                    }
                }
            }
        ) { need((any Session).self, name: #"a"b\c"#) },
        Cycle(
            "a module whose name is \"inner\" already", [session + #" named "inner""#],
            cure: nameTheInner("any \(session)", "innermost"),
            dependencies: Dependencies {
                Module(.shared, "inner") {
                    needing((any Session).self, name: "inner") {
                        Counted() as any Session
                    }
                }
            }
        ) { need((any Session).self, name: "inner") },
        Cycle(
            "through a collection", [session], cure: registerTheParts,
            dependencies: Dependencies {
                Module(.shared) {
                    needing([any Session].self) { Counted() as any Session }
                }
            }
        ),
        // A name would not help: an array has every registration.
        Cycle(
            "a composite of all others", [session], cure: registerTheParts,
            dependencies: Dependencies {
                Module("file") { Counted() as any Session }
                Module { needing([any Session].self) { Counted() as any Session } }
            }
        ),
        Cycle(
            "a wrapper that is read while it resolves", [session], site: "injected at   ",
            cure: readAfterInit + nameTheInner("any \(session)"),
            dependencies: readingTheWrapper
        ) { needWrapped((any Session).self) },
        Cycle(
            "an optional wrapper that is read while it resolves", [session],
            site: "injected at   ", cure: readAfterInit + nameTheInner("any \(session)"),
            dependencies: readingTheWrapper
        ) { needWrapped((any Session)?.self) },
        Cycle(
            "a wrapper of a collection that is read while it resolves", [session],
            site: "injected at   ", cure: registerTheParts,
            dependencies: readingTheWrapper
        ) { needWrapped([any Session].self) },
    ]

    private static let ofSeveral = [
        Cycle("two shared modules", [session, store], dependencies: twoModules(.shared)),
        Cycle("two weak modules", [session, store], dependencies: twoModules(.weak)),
        Cycle(
            "two transient modules", [session, store], beginsAnywhere: true,
            dependencies: twoModules(.transient)
        ),
        Cycle(
            "three modules of three lifetimes", [session, store, "ColletTests.Network"],
            dependencies: Dependencies {
                Module(.shared) { needing((any Store).self) { Counted() as any Session } }
                Module { needing((any Network).self) { Counted() as any Store } }
                Module(.weak) { needing((any Session).self) { Counted() as any Network } }
            }
        ),
        Cycle(
            "names that need each other",
            [#"Swift.Int named "a""#, #"Swift.Int named "b""#],
            dependencies: Dependencies {
                Module(.shared, "a") { needing(Int.self, name: "b") { 1 } }
                Module(.shared, "b") { needing(Int.self, name: "a") { 2 } }
            }
        ) { need(Int.self, name: "a") },
        Cycle(
            "entered from outside", [session, store],
            dependencies: Dependencies {
                Module { needing((any Session).self) { 1 } }
                twoModules(.shared)
            }
        ) { need(Int.self) },
        // They already have the property that cures usually propose.
        Cycle(
            "objects that read their injections in their inits", [session, store],
            site: "injected at   ",
            cure: "read it after init, not in it.",
            dependencies: Dependencies {
                Module(.shared) { EagerSession() as any Session }
                Module(.shared) { EagerStore() as any Store }
            }
        ),
        // The path begins at a module, and comes back to it through a component.
        Cycle(
            "a module and a component", [session, "ColletTests.Counted"],
            dependencies: Dependencies {
                Module(.shared) { () -> any Session in
                    Scope().shared { needing((any Session).self) { Counted() } }
                }
            }
        ),
        // Under another protocol, this part would still be one of the array's.
        Cycle(
            "a part of an array and who asks for the array",
            [session + #" named "part""#, store],
            dependencies: Dependencies {
                Module(.shared, "part") {
                    needing((any Store).self) { Counted() as any Session }
                }
                Module(.shared) { needing([any Session].self) { Counted() as any Store } }
            }
        ) { need((any Session).self, name: "part") },
        // `configure` takes it later already.
        Cycle(
            "a kept object and a component of a graph",
            ["ColletTests.Counted", "ColletTests.Draft"], beginsAnywhere: true,
            site: "made at       ",
            cure: "make both in one scope.graph, within the scope.shared."
        ) { _ = KeptParent().component() },
    ]

    /// Reading it later, as usually proposed, would only move the recursion.
    private static let wrapping = [ModuleLifetime.transient, .shared].map { lifetime in
        Cycle(
            "a \(lifetime) module that wraps one of its own key", [session],
            cure: nameTheInner("any \(session)"),
            dependencies: Dependencies { Module { Counted() as any Session } }
        ) {
            Dependencies {
                lifetime.module {
                    needing((any Session).self) { Counted() as any Session }
                }
            }
            .override { need((any Session).self) }
        }
    }
}

private let session = "ColletTests.Session", store = "ColletTests.Store"
private let readLater =
    "give one of them a property, let other = Inject<…>(), and call other() after init."
private let askAfterInit = "ask for it after init, not in it."
private let readAfterInit = "read it after init, not in it, or "
private let registerTheParts =
    "register the parts by another protocol: an array has every registration, whatever its name."
private func nameTheInner(_ type: String, _ name: String = "inner") -> String {
    """
    register the inner one under a name, and ask for that:  Module("\(name)") { … as \(type) }
    """
}

// MARK: - Fixtures

/// The stack on which modules are made: as small as a thread's on Apple's platforms, or
/// used up quickly.
private enum Stack: CaseIterable, Codable {
    case small, usedUpQuickly, smallInAnIsolation, usedUpQuicklyInAnIsolation

    var isIsolated: Bool {
        self == .smallInAnIsolation || self == .usedUpQuicklyInAnIsolation
    }
    private var isSmall: Bool { self == .small || self == .smallInAnIsolation }

    var kilobytes: Int { isSmall ? 512 : 8_192 }
    /// The kilobytes of the stack that each module uses.
    var used: Int { isSmall ? 0 : 32 }
}

/// Two modules that ask for others first. Each of those needs the next one, so the two
/// ask for each other farther down the stack.
private func modulesThatNeedEachOther(_ stack: Stack, _ others: Int) -> Dependencies {
    Dependencies {
        for number in 1..<others + 1 {
            Module("other \(number)") {
                number < others
                    ? Resolver.resolve(Int.self, name: "other \(number + 1)") : 1
            }
        }
        for number in 0..<2 {
            Module("\(number)") {
                if others > 0 { need(Int.self, name: "other 1") }
                return fartherDown(stack.used) {
                    Resolver.resolve(Int.self, name: "\(1 - number)")
                }
            }
        }
    }
}

/// Runs a closure at least a number of kilobytes farther down the stack.
private func fartherDown<Value>(_ kilobytes: Int, _ body: () -> Value) -> Value {
    if kilobytes == 0 { return body() }
    // A larger allocation would not be on the stack.
    return withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 1) { _ in
        fartherDown(kilobytes - 1, body)
    }
}

/// Modules of the process that need each other: each reads the wrapper of the next.
private struct WrapperCycle: Sendable {
    let wrappers: [Inject<Int>]

    /// - Parameter first: Runs in each module before it reads the wrapper of the next.
    init(of count: Int, first: @escaping @Sendable () -> Void = {}) {
        wrappers = (0..<count).map {
            Inject("\($0)", fileID: "Shop/Checkout.swift", line: UInt($0))
        }
        for number in 0..<count {
            let next = wrappers[(number + 1) % count]
            Resolver.register(name: "\(number)") {
                first()
                return next()
            }
        }
    }
}

/// Numbers that are registered under their names.
private func numbers(_ count: Int) -> [String] {
    (0..<count).map { "Swift.Int named \"\($0)\"" }
}

private func twoModules(_ lifetime: ModuleLifetime) -> Dependencies {
    Dependencies {
        lifetime.module { needing((any Store).self) { Counted() as any Session } }
        lifetime.module { needing((any Session).self) { Counted() as any Store } }
    }
}

/// Asks for a number, after replacing the process's module for it with one that does the
/// same.
private func registeringAnew() -> Int {
    Resolver.register(Module(.shared) { registeringAnew() })
    need(Int.self)
    return 1
}

/// A deprecated function gives no warning if a protocol's requirement calls it.
private protocol InferringOptionals { static func number(name: String) -> Int? }
private var inferring: any InferringOptionals.Type { Inferring.self }
private enum Inferring: InferringOptionals {
    @available(*, deprecated) static func number(name: String) -> Int? {
        Resolver.resolve(name: name, fileID: "Shop/Checkout.swift", line: 42)
    }
}

private enum PageKind: CaseIterable, Codable { case transient, shared, transientInGraph }

/// Makes a page that begins the next one in its own task, and is over when that one has
/// begun.
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
    private let stores = Inject<any Store>(fileID: "Shop/Checkout.swift", line: 42)
    init() { _ = stores() }
}

/// Reads its session in its init.
private final class EagerStore: Store {
    private let sessions = Inject<any Session>(fileID: "Shop/Checkout.swift", line: 42)
    init() { _ = sessions() }
}

/// Two modules that need each other without end, within overrides.
enum EndlessWiring: String, CaseIterable, Codable {
    case override, overridesWithinOverrides, isolationsWithinOverrides,
        tasksWithinAnOverride
    case overridesWithinTasks, afterAnOverride, freshContainersWithinTheProcess

    /// Each use makes its own registrations.
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
        case .afterAnOverride:
            block.override {}
            next()
        case .freshContainersWithinTheProcess:
            let process = onAnotherThread { Dependencies.Container.current }
            process.perform { block.makeContainer().perform { next() } }
        }
        return nil
    }

    /// In its own task, which runs on this stack if the system can do that.
    private func atOnce(_ body: @escaping @Sendable () -> Void) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            Task.immediate { body() }
        } else {
            body()
        }
    }
}

/// Reads the wrapper that `needWrapped` reads.
private let wrapperReader = Mutex<WrapperReader?>(nil)

/// A struct, because each access to a closure stored directly in a lock would nest its
/// calls deeper.
private struct WrapperReader { let read: @Sendable () -> Void }

/// Asks for something through a wrapper on line 42 of the shop's checkout.
private func needWrapped<Value: Sendable>(_ type: Value.Type) {
    let wrapper = Inject<Value>(fileID: "Shop/Checkout.swift", line: 42)
    wrapperReader.withLock { $0 = WrapperReader { _ = wrapper() } }
    _ = wrapper()
}

/// A module that reads the same wrapper.
private let readingTheWrapper = Dependencies {
    Module {
        wrapperReader.withLock { $0! }.read()
        return Counted() as any Session
    }
}

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
