import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Each cure that a message proposes works where it is followed literally: it compiles
/// here, and runs.
struct CureTests {
    @Test(arguments: Cure.all.indices) func theCureIsTheOneForThisMistake(number: Int)
        async throws
    {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [number] in
            Cure.all[number].mistake()
        }.report
        // The places of this file are in `ModuleTests`.
        let last = report.last?.replacing(
            #/ColletTests/CureTests.swift:\d+/#, with: "here")
        #expect(last == "To fix, \(Cure.all[number].words)")
    }

    @Test func curesThatAreFollowedWork() async throws {
        let transcript = try Transcript()
        await #expect(processExitsWith: .success) {
            [transcript = transcript as Transcript] in
            try transcript.begin()
            for cure in Cure.all {
                say(cure.words)
                cure.followed()
                Resolver.reset()
            }
        }
        let lines = try transcript.lines
        #expect(lines.contains(Cure.all.last!.words), "\(lines.suffix(9))")
    }

    /// With something for the dots.
    @Test func curesAreFollowedLiterally() throws {
        let rows = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
            .components(separatedBy: "\n        Cure(").dropFirst()
        #expect(rows.count == Cure.all.count)
        for (cure, row) in zip(Cure.all, rows) {
            let followed = row.components(separatedBy: "} followed: {").last!
            for module in cure.words.matches(
                of: /Module(?:\(".+?"\))? \{ … (as [^}]+) \}/)
            {
                #expect(
                    followed.contains("\(module.0.prefix { $0 != "…" })"), "\(module.0)")
                #expect(followed.contains(module.1), "\(module.0)")
            }
        }
    }
}

/// A mistake, what is said about it, and what that leads to.
private struct Cure: Sendable {
    let words: String
    let mistake: @Sendable () -> Void
    let followed: @Sendable () -> Void

    init(
        _ words: String, mistake: @escaping @Sendable () -> Void,
        followed: @escaping @Sendable () -> Void
    ) { (self.words, self.mistake, self.followed) = (words, mistake, followed) }

    static let all = ofMissing + ofContainers + ofCycles

    // MARK: What is missing

    private static let ofMissing = [
        Cure(
            """
            in a test, isolate its whole body: @Test(.dependencies { … }) or block.isolate { … }; \
            else call build() on your Dependencies block before this line.
            """
        ) {
            ask()
        } followed: {
            clock.isolate { ask() }
            clock.build()
            ask()
        },
        Cure(
            """
            call build() on your Dependencies block before this line (or is Collet linked twice?); \
            in a test, create what asks within .dependencies or isolate.
            """
        ) {
            need((any Clock).self)
        } followed: {
            clock.build()
            need((any Clock).self)
        },
        Cure(
            """
            create it within the override, isolation or perform, if that has it \
            (detached tasks and queues are outside), or call build() on your Dependencies block \
            before that begins.
            """
        ) {
            clock.override { onAnotherThread { ask() } }
        } followed: {
            clock.override { _ = Inject<any Clock>() }
            clock.build()
            Dependencies {}.override { onAnotherThread { ask() } }
        },
        Cure(
            "call build() before this line, or add it to the block that is verified: it was registered after."
        ) {
            verifyOrStop(registersFirst: false)
        } followed: {
            verifyOrStop(registersFirst: true)
            verifyOrStop(registersFirst: false, adding: clock)
        },
        Cure(
            #"ask for "utc", or add to the isolated block:  Module { … as any Clock }"#
        ) {
            Dependencies { Module("utc") { utc() } }.isolate { ask() }
        } followed: {
            Dependencies { Module("utc") { utc() } }.isolate { ask("utc") }
            Dependencies {
                Module("utc") { utc() }
                Module { FixedClock(zone: "") as any Clock }
            }
            .isolate { ask() }
        },
        Cure(
            #"ask for "staging2", or add to your Dependencies block:  Module("staging") { … as any Clock }"#
        ) {
            let names = ["local", "staging2", "production"]
            Dependencies { for name in names { Module(name) { utc() } } }.build()
            ask("staging")
        } followed: {
            Dependencies { Module("staging2") { utc() } }.build()
            ask("staging2")
            Dependencies { Module("staging") { FixedClock(zone: "") as any Clock } }
                .build()
            ask("staging")
        },
        Cure(
            """
            add Module { … as any Clock } to your Dependencies block, or, if ColletTests.FixedClock is \
            meant, write it there as any Clock.
            """
        ) {
            Dependencies { Module { FixedClock(zone: "") } }.override { ask() }
        } followed: {
            Dependencies { Module { FixedClock(zone: "") as any Clock } }.override {
                ask()
            }
        },
        Cure(
            """
            add Module("a") { … as any Clock } to your Dependencies block, or, if \
            ColletTests.FixedClock is meant, write it there as any Clock named "a".
            """
        ) {
            Dependencies { Module { FixedClock(zone: "") } }.override { ask("a") }
        } followed: {
            Dependencies { Module("a") { FixedClock(zone: "") as any Clock } }
                .override { ask("a") }
        },
        Cure(
            """
            add Module { … as FixedClock } to your Dependencies block, or, if any Clock is meant, \
            inject that.
            """
        ) {
            clock.override { _ = Inject<FixedClock>()() }
        } followed: {
            clock.override { _ = Inject<any Clock>()() }
            Dependencies { Module { FixedClock(zone: "") as FixedClock } }
                .override { _ = Inject<FixedClock>()() }
        },
        // It is kept, so it is `Sendable`, but its protocol isn't.
        Cure(
            """
            add Module { … as any Gauge } to your Dependencies block, or, if ColletTests.FixedGauge is \
            meant, write it there as any Gauge & Sendable.
            """
        ) {
            Dependencies { Module(.shared) { FixedGauge() } }
                .override { _ = Inject<any Gauge>()() }
        } followed: {
            Dependencies { Module { FixedGauge() as any Gauge } }
                .override { _ = Inject<any Gauge>()() }
            Dependencies { Module(.shared) { FixedGauge() as any Gauge & Sendable } }
                .override { _ = Inject<any Gauge>()() }
        },
        // With arguments, the two are two types.
        Cure("add to your Dependencies block:  Module { … as any Catalog<Swift.Int> }") {
            Dependencies { Module(.shared) { NumberCatalog() } }
                .override { _ = Inject<any Catalog<Int>>()() }
        } followed: {
            Dependencies { Module { NumberCatalog() as any Catalog<Swift.Int> } }
                .override { _ = Inject<any Catalog<Int>>()() }
        },
        // What is being made isn't what it asks for: to ask for that would be a cycle.
        Cure(#"add to your Dependencies block:  Module("inner") { … as any Session }"#) {
            Resolver.register { Wrapping("inner") as any Session }
            session()
        } followed: {
            Resolver.register { Wrapping("inner") as any Session }
            Dependencies { Module("inner") { Counted() as any Session } }.build()
            session()
        },
        Cure(#"add to your Dependencies block:  Module("inner") { … as any Session }"#) {
            Resolver.register(Module(.shared) { Wrapping("inner") as any Session })
            session()
        } followed: {
            Resolver.register(Module(.shared) { Wrapping("inner") as any Session })
            Dependencies { Module("inner") { Counted() as any Session } }.build()
            session()
        },
        Cure("unwrap it where it is registered, at here.") {
            Dependencies { Module { Optional(utc()) } }.isolate { ask() }
        } followed: {
            Dependencies { Module { Optional(utc())! } }.isolate { ask() }
        },
        Cure("add to your Dependencies block:  Module { … as any Catalog<Swift.Int> }") {
            Dependencies { Module { 1 } }.override { _ = Inject<any Catalog<Int>>()() }
        } followed: {
            Dependencies { Module { Numbers() as any Catalog<Swift.Int> } }
                .override { _ = Inject<any Catalog<Int>>()() }
        },
        Cure(
            "add to your Dependencies block:  Module { { … } as () -> FixedClock }"
        ) {
            Dependencies { Module { 1 } }.override { _ = Inject<() -> FixedClock>()() }
        } followed: {
            Dependencies { Module { { FixedClock(zone: "") } as () -> FixedClock } }
                .override { _ = Inject<() -> FixedClock>()() }
        },
        Cure("read Dependencies.Container.current: no container is injected.") {
            Dependencies { Module { 1 } }.isolate {
                _ = Inject<Dependencies.Container>()()
            }
        } followed: {
            Dependencies { Module { 1 } }.isolate { _ = Dependencies.Container.current }
        },
        Cure(
            "add Module { … as any Clock } to the isolated block, or nest the block that has it."
        ) {
            clock.build()
            Dependencies { Module { 1 } }.isolate { ask() }
        } followed: {
            Dependencies { Module { FixedClock(zone: "") as any Clock } }.isolate {
                ask()
            }
            Dependencies { clock }.isolate { ask() }
        },
        Cure("make it shared, or an instance of a class.") {
            Dependencies { Module(.weak) { utc() } }.isolate { ask() }
        } followed: {
            Dependencies { Module(.shared) { utc() } }.isolate { ask() }
            Dependencies { Module(.weak) { Counted() } }.isolate {
                _ = Inject<Counted>()()
            }
        },
        Cure("ask at the end of its closure.") {
            _ = Dependencies.unused
        } followed: {
            clock.override { _ = Dependencies.unused }
        },
    ]

    // MARK: Two levels

    /// What lies over what doesn't change what is to be done.
    private static let ofContainers = [
        Cure("add to the container's block (see here):  Module { … as any Clock }") {
            window(over: Dependencies { Module { 1 } }, Dependencies { Module { 2 } })
                .perform { ask() }
        } followed: {
            let added = Dependencies { Module { FixedClock(zone: "") as any Clock } }
            window(over: Dependencies { Module { 1 } }, added).perform { ask() }
        },
        Cure("add to the container's block (see here):  Module { … as any Clock }") {
            Dependencies { Module { 1 } }.makeContainer().perform { ask() }
        } followed: {
            let added = Dependencies { Module { FixedClock(zone: "") as any Clock } }
            added.makeContainer().perform { ask() }
        },
        Cure(
            """
            create what asks within the one that has it, or make what asks anew each time; \
            or, for everybody, add to the container's block (see here):  \
            Module { … as any Clock }
            """
        ) {
            let session = Dependencies { Module { 1 } }.makeContainer()
            let window = session.perform { clock.makeContainer() }
            withExtendedLifetime(window) { session.perform { ask() } }
        } followed: {
            let session = Dependencies { Module { 1 } }.makeContainer()
            let window = session.perform { clock.makeContainer() }
            window.perform { ask() }
            let added = Dependencies { Module { FixedClock(zone: "") as any Clock } }
            added.makeContainer().perform { ask() }
        },
        Cure(
            "add Module { … as any Clock } to the isolated block, or nest the block that has it."
        ) {
            clock.override {
                Dependencies {}.isolate {
                    Dependencies { Module { 1 } }.override { ask() }
                }
            }
        } followed: {
            let added = Dependencies { Module { FixedClock(zone: "") as any Clock } }
            for isolated in [added, Dependencies { clock }] {
                isolated.isolate { Dependencies { Module { 1 } }.override { ask() } }
            }
        },
        Cure("add to your Dependencies block:  Module { … as any Clock }") {
            Dependencies { Module { 1 } }.build()
            let kept = Dependencies { Module { 2 } }.override {
                Dependencies.Container.current
            }
            kept.perform { ask() }
        } followed: {
            Dependencies { Module { FixedClock(zone: "") as any Clock } }.build()
            let kept = Dependencies { Module { 2 } }.override {
                Dependencies.Container.current
            }
            kept.perform { ask() }
        },
        Cure(
            """
            create what asks within the one that has it, or make what asks anew each time; \
            or, for everybody, add to your Dependencies block:  Module { … as any Clock }
            """
        ) {
            Resolver.register(Module(.shared) { ClockReader() as any Session })
            let session = Resolver.resolve((any Session).self)
            clock.override { (session as? ClockReader)?.read() }
        } followed: {
            clock.override { ClockReader().read() }
            Resolver.register { ClockReader() as any Session }
            clock.override {
                (Resolver.resolve((any Session).self) as? ClockReader)?.read()
            }
            Dependencies { Module { FixedClock(zone: "") as any Clock } }.build()
            Resolver.register(Module(.shared) { ClockReader() as any Session })
            let session = Resolver.resolve((any Session).self)
            clock.override { (session as? ClockReader)?.read() }
        },
    ]

    // MARK: Cycles

    private static let ofCycles = [
        Cure("read it after init, not in it.") {
            Dependencies { Module(.shared) { Eager() } }.isolate { _ = Inject<Eager>()() }
        } followed: {
            Dependencies { Module(.shared) { Patient() } }.isolate {
                Inject<Patient>()().read()
            }
        },
        Cure(
            """
            read it after init, not in it, or register the inner one under a name, and ask for that:  \
            Module("inner") { … as any Session }
            """
        ) {
            Dependencies { Module { Wrapping(nil) as any Session } }.isolate { session() }
        } followed: {
            Dependencies {
                Module { Wrapping("inner") as any Session }
                Module("inner") { Counted() as any Session }
            }
            .isolate { session() }
        },
        Cure("ask for it after init, not in it.") {
            Resolver.register { Current(asksInInit: true) }
            _ = Resolver.resolve(Current.self)
        } followed: {
            Resolver.register { Current(asksInInit: false) }
            Resolver.resolve(Current.self).ask()
        },
        Cure(
            "give one of them a property, let other = Inject<…>(), and call other() after init."
        ) {
            Resolver.register { needing(Int.self) { Counted() as any Session } }
            Resolver.register { needing((any Session).self) { 1 } }
            _ = Resolver.resolve(Int.self)
        } followed: {
            Resolver.register { Patient() }
            Resolver.register { needing(Patient.self) { 1 } }
            _ = Resolver.resolve(Int.self)
        },
        Cure(
            "register the parts by another protocol: an array has every registration, whatever its name."
        ) {
            Dependencies {
                Module("part") { Counted() as any Session }
                Module { needing([any Session].self) { Counted() as any Session } }
            }
            .isolate { session() }
        } followed: {
            Dependencies {
                Module("part") { Counted() as any Store }
                Module { needing([any Store].self) { Counted() as any Session } }
            }
            .isolate { session() }
        },
        Cure("let one of them ask for the other later, when both are made.") {
            let scope = Scope()
            @Sendable func one() -> any Session { scope.shared { both(one()) } }
            _ = one()
        } followed: {
            let scope = Scope()
            @Sendable func one() -> any Session { scope.shared { Counted() } }
            _ = both(one())
        },
        // The same for a class that is kept, and for one that is built again.
        Cure("ask for it after init, not in it.") {
            Resolver.register(Module(.shared) { Root(asksInInit: true) })
            _ = Resolver.resolve(Root.self)
        } followed: {
            Resolver.register(Module(.shared) { Root(asksInInit: false) })
            Resolver.resolve(Root.self).ask()
        },
        Cure("ask for it after init, not in it.") {
            roots(asksInInit: true).build()
            _ = Resolver.resolve(Root.self)
        } followed: {
            roots(asksInInit: false).build()
            Resolver.resolve(Root.self).ask()
        },
        // The array's parts are of another type than what needs the array.
        Cure(
            "give one of them a property, let other = Inject<…>(), and call other() after init."
        ) {
            Resolver.register { needing([Int].self) { Counted() as any Session } }
            Resolver.register { needing((any Session).self) { 1 } }
            session()
        } followed: {
            Resolver.register { needing([Patient].self) { Counted() as any Session } }
            Resolver.register { Patient() }
            session()
        },
        // Each level has a scope of its own, or a container of its own.
        Cure(oneGraph) {
            Resolver.register { PairModule() }
            onAnotherThread(stackSize: deepStack) {
                _ = Resolver.resolve(PairModule.self).configured()
            }
        } followed: {
            Resolver.register(Module(.shared) { PairModule() })
            _ = Resolver.resolve(PairModule.self).configured()
        },
        Cure(oneGraph) {
            let scope = Scope()
            onAnotherThread(stackSize: deepStack) {
                _ = draft(of: scope) { body in Dependencies {}.override { body() } }
            }
        } followed: {
            _ = draft(of: Scope()) { body in body() }
        },
        Cure(oneGraph) {
            let scope = Scope()
            let session = Dependencies {}.makeContainer()
            onAnotherThread(stackSize: deepStack) {
                _ = draft(of: scope) { body in session.perform { body() } }
            }
        } followed: {
            let session = Dependencies {}.makeContainer()
            session.perform { _ = draft(of: Scope()) { body in body() } }
        },
        Cure("let one take the other in its configure closure.") {
            _ = Pair().first()
        } followed: {
            _ = Pair().configured()
        },
        Cure("make both in one scope.graph, within the scope.shared.") {
            _ = Pair().kept()
        } followed: {
            _ = Pair().keptTogether()
        },
        Cure("make both in one scope.graph, within the closure of the one that is kept.")
        {
            Resolver.register(
                Module(.shared) { () -> any Session in Pair().needing { session() } })
            session()
        } followed: {
            Resolver.register(
                Module(.shared) { () -> any Session in
                    _ = Pair().configured()
                    return Counted()
                })
            session()
        },
    ]
}

// MARK: - Fixtures

private let clock = Dependencies { Module { utc() } }
@Sendable private func utc() -> any Clock { FixedClock(zone: "UTC") }
private func ask(_ name: String? = nil) {
    _ = Resolver.resolve((any Clock).self, name: name)
}
/// The container of a window, which lies over that of a session.
private func window(over session: Dependencies, _ window: Dependencies)
    -> Dependencies.Container
{
    session.makeContainer().perform { window.makeContainer() }
}
private func session() { _ = Resolver.resolve((any Session).self) }
private func both(_ other: any Session) -> any Session { Counted() }

/// Registers what one of its modules injects, before or after that is made.
private func verifyOrStop(registersFirst: Bool, adding added: Dependencies? = nil) {
    let late = Module("late") { () -> Int in
        Resolver.register { utc() }
        return 1
    }
    do {
        try Dependencies {
            if registersFirst { late }
            Module { ClockReader() }
            if !registersFirst { late }
            if let added { added }
        }
        .verify()
    } catch { fatalError("\(error)") }
}

protocol Catalog<Item> { associatedtype Item }
private struct Numbers: Catalog { typealias Item = Int }
private struct NumberCatalog: Catalog { typealias Item = Int }

protocol Gauge {}
struct FixedGauge: Gauge {}

final class ClockReader: Session {
    private let clock = Inject<any Clock>()
    func read() { _ = clock() }
}

/// Injects its own kind, and reads it in its `init`.
private final class Eager: Sendable {
    private let other = Inject<Eager>()
    init() { _ = other() }
}

/// Reads it later.
private final class Patient: Sendable {
    private let other = Inject<Patient>()
    func read() { _ = other() }
}

private final class Wrapping: Session {
    private let inner: Inject<any Session>

    init(_ name: String?) {
        inner = Inject(name)
        _ = inner()
    }
}

/// Components that refer to each other.
private final class Pair: Sendable {
    private let scope = Scope()

    func first() -> Draft { scope.graph { second() } }
    private func second() -> Draft {
        scope.graph {
            _ = first()
            return Draft()
        }
    }

    func configured() -> Draft {
        scope.graph {
            Draft()
        } configure: { _ in
            _ = self.partner()
        }
    }
    private func partner() -> Draft { scope.graph { configured() } }

    func kept() -> Counted { scope.shared { needing { _ = self.kept() } } }
    func keptTogether() -> Counted {
        scope.shared {
            _ = configured()
            return Counted()
        }
    }

    /// Makes an object of a graph that needs something when it is configured.
    func needing(_ need: @escaping () -> Void) -> Counted {
        _ = scope.graph {
            Draft()
        } configure: { _ in
            need()
        }
        return Counted()
    }
}

/// What needs another one of its own type.
private struct Current {
    init(asksInInit: Bool) { if asksInInit { ask() } }
    func ask() { _ = Resolver.resolve(Current.self) }
}

private final class Root: Sendable {
    private let asksInInit: Bool

    init(asksInInit: Bool) {
        self.asksInInit = asksInInit
        if asksInInit { ask() }
    }

    func ask() {
        if asksInInit { roots(asksInInit: true).build() }
        _ = Resolver.resolve(Root.self)
    }
}

private func roots(asksInInit: Bool) -> Dependencies {
    Dependencies { Module { Root(asksInInit: asksInInit) } }
}

private let oneGraph = """
    make them in one graph: register the modules that hold their scopes as .shared, and \
    don't override, isolate or perform in between.
    """

/// A module whose object takes its like when it is configured.
private struct PairModule: Sendable {
    private let scope = Scope()
    @Inject private var other: PairModule

    func configured() -> Draft {
        scope.graph {
            Draft()
        } configure: { _ in
            _ = other.configured()
        }
    }
}

/// An object that takes its like when it is configured, in what is around that.
private func draft(of scope: Scope, within around: @escaping (() -> Void) -> Void)
    -> Draft
{
    scope.graph {
        Draft()
    } configure: { _ in
        around { _ = draft(of: scope, within: around) }
    }
}
