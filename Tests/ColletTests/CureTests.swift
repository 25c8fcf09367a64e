import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Each cure that a message proposes works if it is followed literally: it compiles here,
/// and runs.
struct CureTests {
    @Test(arguments: Cure.all.indices) func theCureIsTheOneForThisMistake(number: Int)
        async throws
    {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [number] in
            Cure.all[number].mistake()
        }.report
        // `ModuleTests` is about places; those of this file don't matter here.
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

    @Test(arguments: Cure.kinds) func eachCureIsFollowedInThreeSituations(kind: String) {
        #expect(Cure.all.count { $0.words.contains(kind) } >= 3)
    }

    @Test func eachCureIsOfAKind() {
        let others = Cure.all.map(\.words).filter { words in
            !Cure.kinds.contains(where: words.contains)
        }
        #expect(others.isEmpty)
    }

    /// The code that follows a cure has the cure's own words, with a value for the dots.
    @Test func curesAreFollowedLiterally() throws {
        let rows = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
            .components(separatedBy: "\n        Cure(").dropFirst()
        #expect(rows.count == Cure.all.count)
        for (cure, row) in zip(Cure.all, rows) {
            let followed = row.components(separatedBy: "} followed: {").last!
            let missing = cure.code.filter { !followed.contains($0) }
            #expect(missing.isEmpty, "\(cure.words)")
        }
    }
}

/// A mistake, the words of its cure, and code that follows the cure.
private struct Cure: Sendable {
    let words: String
    let mistake: @Sendable () -> Void
    let followed: @Sendable () -> Void

    init(
        _ words: String, mistake: @escaping @Sendable () -> Void,
        followed: @escaping @Sendable () -> Void
    ) { (self.words, self.mistake, self.followed) = (words, mistake, followed) }

    static let all = ofMissing + ofContainers + ofCycles

    /// A phrase from each kind of cure.
    static let kinds = [
        "in a test, isolate its whole body", "or is Collet linked twice?",
        "create it within the override", "it was registered after", "unwrap it",
        "ask for \"", "or, for everybody, add", "write it there", "inject that",
        "add to your Dependencies block:", "nest the block", "the container's block",
        "or an instance of a class", "read Dependencies.Container.current",
        "at the end of its closure", "register the inner one under a name",
        "read it after init", "ask for it after init", "call other() after init",
        "ask for the other later", "by another protocol", "make them in one graph",
        "in its configure closure", "within the scope.shared",
        "within the closure of the one that is kept",
    ]

    /// The source code that the words tell the user to write.
    var code: [String] {
        let modules = words.matches(
            of: /(Module(?:\(".+?"\))? \{ )(?:\{ )?… (?:\} )?(as .+? \})/)
        let names = words.matches(of: /ask for (".+?")/)
        let types = words.matches(of: /if (any \w+)(?: named .+)? is meant, inject that/)
        let casts = words.matches(
            of: /write it there (as .+?)(?: named .+| without a name)?\.$/)
        return modules.flatMap { ["\($0.1)", "\($0.2)"] } + names.map { "(\($0.1))" }
            + types.map { "Inject<\($0.1)>(" } + casts.map { "\($0.1)" }
    }

    // MARK: Missing modules

    private static let ofMissing = [
        Cure(isolateOrBuild) {
            ask()
        } followed: {
            clock.isolate { ask() }
            clock.build()
            ask()
        },
        Cure(isolateOrBuild) {
            ClockReader().read()
        } followed: {
            clock.isolate { ClockReader().read() }
            clock.build()
            ClockReader().read()
        },
        Cure(isolateOrBuild) {
            _ = Scope().shared { ClockReader().reading() }
        } followed: {
            clock.isolate { _ = Scope().shared { ClockReader().reading() } }
            clock.build()
            _ = Scope().shared { ClockReader().reading() }
        },
        Cure(buildFirst) {
            need((any Clock).self)
        } followed: {
            clock.isolate { need((any Clock).self) }
            clock.build()
            need((any Clock).self)
        },
        Cure(buildFirst) {
            need((any Clock).self, name: "utc")
        } followed: {
            let clock = Dependencies { Module("utc") { utc() } }
            clock.isolate { need((any Clock).self, name: "utc") }
            clock.build()
            need((any Clock).self, name: "utc")
        },
        Cure(buildFirst) {
            _ = Inject<any Clock>(fileID: "Shop/Checkout.swift")()
        } followed: {
            clock.isolate { _ = Inject<any Clock>(fileID: "Shop/Checkout.swift")() }
            clock.build()
            _ = Inject<any Clock>(fileID: "Shop/Checkout.swift")()
        },
        Cure(createWithin) {
            clock.override { onAnotherThread { ask() } }
        } followed: {
            clock.override { _ = Inject<any Clock>() }
            clock.build()
            Dependencies {}.override { onAnotherThread { ask() } }
        },
        Cure(createWithin) {
            let reader = ClockReader()
            Dependencies { Module { 1 } }.override { reader.read() }
        } followed: {
            clock.override { ClockReader().read() }
            clock.build()
            let reader = ClockReader()
            Dependencies { Module { 1 } }.override { reader.read() }
        },
        Cure(createWithin) {
            Dependencies { Module { 1 } }.makeContainer().perform {
                onAnotherThread { ask() }
            }
        } followed: {
            clock.makeContainer().perform { ask() }
            clock.build()
            Dependencies { Module { 1 } }.makeContainer().perform {
                onAnotherThread { ask() }
            }
        },
        Cure(registeredAfter) {
            verifyOrStop(registersFirst: false)
        } followed: {
            verifyOrStop(registersFirst: true)
            verifyOrStop(registersFirst: false, adding: clock)
        },
        Cure(registeredAfter) {
            verifyOrStop(registersFirst: false) { clock.build() }
        } followed: {
            verifyOrStop(registersFirst: true) { clock.build() }
            verifyOrStop(registersFirst: false, adding: clock) { clock.build() }
        },
        Cure(registeredAfter) {
            verifyOrStop("utc", registersFirst: false) {
                Resolver.register(name: "utc") { utc() }
            }
        } followed: {
            verifyOrStop("utc", registersFirst: true) {
                Resolver.register(name: "utc") { utc() }
            }
            let added = Dependencies { Module("utc") { utc() } }
            verifyOrStop("utc", registersFirst: false, adding: added) {
                Resolver.register(name: "utc") { utc() }
            }
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
            #"ask for "utc", or add to your Dependencies block:  Module("UTC") { … as any Clock }"#
        ) {
            Dependencies {
                clock; Module("utc") { utc() }
            }.build()
            ask("UTC")
        } followed: {
            Dependencies {
                clock; Module("utc") { utc() }
            }.build()
            ask("utc")
            Dependencies { Module("UTC") { FixedClock(zone: "") as any Clock } }.build()
            ask("UTC")
        },
        Cure(
            #"ask for it without a name, or add to your Dependencies block:  Module("utc") { … as any Clock }"#
        ) {
            clock.override { ask("utc") }
        } followed: {
            clock.override { ask() }
            Dependencies { Module("utc") { FixedClock(zone: "") as any Clock } }
                .override { ask("utc") }
        },
        Cure(
            #"ask for "pictures", or add to the container's block (see here):  Module("images") { … as Swift.String }"#
        ) {
            Dependencies { for name in ["api", "pictures"] { Module(name) { "" } } }
                .makeContainer().perform { _ = Inject<String>("images")() }
        } followed: {
            Dependencies { for name in ["api", "pictures"] { Module(name) { "" } } }
                .makeContainer().perform { _ = Inject<String>("pictures")() }
            Dependencies { Module("images") { "" as Swift.String } }
                .makeContainer().perform { _ = Inject<String>("images")() }
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
        Cure(
            "add Module { … as FixedClock } to the isolated block, or, if any Clock is meant, inject that."
        ) {
            clock.isolate { _ = Inject<FixedClock>()() }
        } followed: {
            clock.isolate { _ = Inject<any Clock>()() }
            Dependencies { Module { FixedClock(zone: "") as FixedClock } }
                .isolate { _ = Inject<FixedClock>()() }
        },
        Cure(
            """
            add Module("utc") { … as FixedClock } to your Dependencies block, or, if any Clock named \
            "utc" is meant, inject that.
            """
        ) {
            Dependencies { Module("utc") { utc() } }
                .override { _ = Inject<FixedClock>("utc")() }
        } followed: {
            Dependencies { Module("utc") { utc() } }
                .override { _ = Inject<any Clock>("utc")() }
            Dependencies { Module("utc") { FixedClock(zone: "") as FixedClock } }
                .override { _ = Inject<FixedClock>("utc")() }
        },
        Cure(
            """
            add Module { … as any Clock } to your Dependencies block, or, if ColletTests.FixedClock \
            named "a" is meant, write it there as any Clock without a name.
            """
        ) {
            Dependencies { Module("a") { FixedClock(zone: "") } }.override { ask() }
        } followed: {
            Dependencies { Module { FixedClock(zone: "") as any Clock } }
                .override { ask() }
        },
        // The value is kept, so it is `Sendable`, but its protocol isn't.
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
        // With arguments, the protocols are two types.
        Cure("add to your Dependencies block:  Module { … as any Catalog<Swift.Int> }") {
            Dependencies { Module(.shared) { NumberCatalog() } }
                .override { _ = Inject<any Catalog<Int>>()() }
        } followed: {
            Dependencies { Module { NumberCatalog() as any Catalog<Swift.Int> } }
                .override { _ = Inject<any Catalog<Int>>()() }
        },
        // The cure doesn't propose the module being made: asking for it would be a cycle.
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
        Cure("unwrap it where it is registered, at here.") {
            Dependencies { Module(.shared) { Optional(utc()) } }.override {
                ClockReader().read()
            }
        } followed: {
            Dependencies { Module(.shared) { Optional(utc())! } }.override {
                ClockReader().read()
            }
        },
        Cure("unwrap it where it is registered, at here.") {
            Dependencies { Module("port") { Int("80") } }.build()
            _ = Resolver.resolve(Int.self, name: "port")
        } followed: {
            Dependencies { Module("port") { Int("80")! } }.build()
            _ = Resolver.resolve(Int.self, name: "port")
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
        Cure("read Dependencies.Container.current: no container is injected.") {
            clock.override { _ = Resolver.resolve(Dependencies.Container.self) }
        } followed: {
            clock.override { _ = Dependencies.Container.current }
        },
        Cure("read Dependencies.Container.current: no container is injected.") {
            let container = Inject<Dependencies.Container>()
            clock.makeContainer().perform { _ = container() }
        } followed: {
            let container = Dependencies.Container.current
            clock.makeContainer().perform { _ = container }
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
        Cure(
            "add Module { … as any Clock } to the isolated block, or nest the block that has it."
        ) {
            clock.build()
            Dependencies { Module(.shared) { ClockReader() as any Session } }.isolate {
                (Resolver.resolve((any Session).self) as! ClockReader).read()
            }
        } followed: {
            let added = Dependencies { Module { FixedClock(zone: "") as any Clock } }
            for isolated in [added, clock] {
                Dependencies {
                    Module(.shared) { ClockReader() as any Session }
                    isolated
                }
                .isolate {
                    (Resolver.resolve((any Session).self) as! ClockReader).read()
                }
            }
        },
        Cure("make it shared, or an instance of a class.") {
            Dependencies { Module(.weak) { utc() } }.isolate { ask() }
        } followed: {
            Dependencies { Module(.shared) { utc() } }.isolate { ask() }
            Dependencies { Module(.weak) { Counted() } }.isolate {
                _ = Inject<Counted>()()
            }
        },
        Cure("make it shared, or an instance of a class.") {
            Dependencies { Module(.weak, "zone") { "UTC" } }.build()
            _ = Inject<String>("zone")()
        } followed: {
            Dependencies { Module(.shared, "zone") { "UTC" } }.build()
            _ = Inject<String>("zone")()
            Dependencies { Module(.weak, "zone") { Counted() } }.build()
            _ = Inject<Counted>("zone")()
        },
        Cure("make it shared, or an instance of a class.") {
            _ = Scope().weak { utc() }
        } followed: {
            _ = Scope().shared { utc() }
            _ = Scope().weak { Counted() as any Session }
        },
        Cure("ask at the end of its closure.") {
            clock.override { ask() }
            _ = Dependencies.unused
        } followed: {
            clock.override {
                ask()
                _ = Dependencies.unused
            }
        },
        Cure("ask at the end of its closure.") {
            clock.override { onAnotherThread { _ = Dependencies.unused } }
        } followed: {
            clock.override {
                onAnotherThread {}
                _ = Dependencies.unused
            }
        },
        Cure("ask at the end of its closure.") {
            _ = Dependencies.unused
        } followed: {
            clock.override { _ = Dependencies.unused }
        },
    ]

    // MARK: Two levels

    /// Which container lies over which doesn't change the cure.
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
            "add to the container's block (see makeContainer()):  Module { … as any Clock }"
        ) {
            Dependencies { Module { 1 } }.build()
            Dependencies {}.makeContainer().perform { ClockReader().read() }
        } followed: {
            Dependencies { Module { 1 } }.build()
            let added = Dependencies { Module { FixedClock(zone: "") as any Clock } }
            added.makeContainer().perform { ClockReader().read() }
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
            clock.override { (session as! ClockReader).read() }
        } followed: {
            clock.override { ClockReader().read() }
            Resolver.register { ClockReader() as any Session }
            clock.override {
                (Resolver.resolve((any Session).self) as! ClockReader).read()
            }
            Dependencies { Module { FixedClock(zone: "") as any Clock } }.build()
            Resolver.register(Module(.shared) { ClockReader() as any Session })
            let session = Resolver.resolve((any Session).self)
            clock.override { (session as! ClockReader).read() }
        },
        Cure(
            """
            create what asks within the one that has it, or make what asks anew each time; \
            or, for everybody, add to your Dependencies block:  Module { … as any Clock }
            """
        ) {
            let reader = ClockReader()
            clock.makeContainer().perform { reader.read() }
        } followed: {
            clock.makeContainer().perform { ClockReader().read() }
            let makeReader = { ClockReader() }
            clock.makeContainer().perform { makeReader().read() }
            Dependencies { Module { FixedClock(zone: "") as any Clock } }.build()
            let reader = ClockReader()
            clock.makeContainer().perform { reader.read() }
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
        Cure("read it after init, not in it.") {
            Resolver.register { Eager() }
            onAnotherThread(stackSize: deepStack) { _ = Inject<Eager>()() }
        } followed: {
            Resolver.register { Patient() }
            onAnotherThread(stackSize: deepStack) { Inject<Patient>()().read() }
        },
        Cure("read it after init, not in it.") {
            Resolver.register(Module(.shared) { Early<any Store>() as any Session })
            Resolver.register(Module(.weak) { Early<any Session>() as any Store })
            session()
        } followed: {
            Resolver.register(Module(.shared) { Later<any Store>() as any Session })
            Resolver.register(Module(.weak) { Early<any Session>() as any Store })
            (Resolver.resolve((any Session).self) as! Later<any Store>).other()
        },
        Cure(
            """
            read it after init, not in it, or register the inner one under a name, and ask for that:  \
            Module("inner") { … as any Session }
            """
        ) {
            Dependencies { Module { Wrapping(nil) as any Session } }.isolate { session() }
        } followed: {
            Dependencies { Module { Later<any Session>() as any Session } }.isolate {
                (Inject<any Session>()() as! Later<any Session>).other()
            }
            Dependencies {
                Module { Wrapping("inner") as any Session }
                Module("inner") { Counted() as any Session }
            }
            .isolate { session() }
        },
        Cure(
            """
            read it after init, not in it, or register the inner one under a name, and ask for that:  \
            Module("innermost") { … as any Session }
            """
        ) {
            Dependencies {
                Module { Wrapping("inner") as any Session }
                Module(.shared, "inner") { Wrapping("inner") as any Session }
            }
            .isolate { session() }
        } followed: {
            Dependencies {
                Module { Wrapping("inner") as any Session }
                Module(.shared, "inner") { Later<any Session>("inner") as any Session }
            }
            .isolate {
                session()
                let inner = Inject<any Session>("inner")()
                (inner as! Later<any Session>).other()
            }
            Dependencies {
                Module { Wrapping("inner") as any Session }
                Module(.shared, "inner") { Wrapping("innermost") as any Session }
                Module("innermost") { Counted() as any Session }
            }
            .isolate { session() }
        },
        Cure(
            """
            register the inner one under a name, and ask for that:  \
            Module("inner") { … as any ColletTests.Session }
            """
        ) {
            Resolver.register { needing((any Session).self) { Counted() as any Session } }
            session()
        } followed: {
            Resolver.register {
                needing((any Session).self, name: "inner") { Counted() as any Session }
            }
            Dependencies { Module("inner") { Counted() as any ColletTests.Session } }
                .build()
            session()
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
            Resolver.register { Later<Int>() as any Session }
            Resolver.register { needing((any Session).self) { 1 } }
            _ = Resolver.resolve(Int.self)
            (Resolver.resolve((any Session).self) as! Later<Int>).other()
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
        Cure(
            "register the parts by another protocol: an array has every registration, whatever its name."
        ) {
            Dependencies {
                Module("part") { Counted() as any Session }
                Module(.shared, "all") { Early<[any Session]>() as any Session }
            }
            .isolate { _ = Inject<any Session>("all")() }
        } followed: {
            Dependencies {
                Module("part") { Counted() as any Store }
                Module(.shared, "all") { Early<[any Store]>() as any Session }
            }
            .isolate { _ = Inject<any Session>("all")() }
        },
        // The asking module is the only part.
        Cure(
            "register the parts by another protocol: an array has every registration, whatever its name."
        ) {
            Resolver.register(
                Module(.weak) { needing([any Session].self) { Counted() as any Session } }
            )
            session()
        } followed: {
            Resolver.register { Counted() as any Store }
            Resolver.register(
                Module(.weak) { needing([any Store].self) { Counted() as any Session } })
            session()
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
        Cure("let one of them ask for the other later, when both are made.") {
            _ = Partners(asksInInit: true).first()
        } followed: {
            let partners = Partners(asksInInit: false)
            for partner in [partners.first(), partners.second()] { partner.ask() }
        },
        Cure("let one of them ask for the other later, when both are made.") {
            _ = Partners(asksInInit: true).second()
        } followed: {
            let partners = Partners(asksInInit: false)
            for partner in [partners.second(), partners.first()] { partner.ask() }
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
        // The array's parts are of another type than the module that needs the array.
        Cure(
            "give one of them a property, let other = Inject<…>(), and call other() after init."
        ) {
            Resolver.register { needing([Int].self) { Counted() as any Session } }
            Resolver.register { needing((any Session).self) { 1 } }
            session()
        } followed: {
            Resolver.register { Later<[Int]>() as any Session }
            Resolver.register { needing((any Session).self) { 1 } }
            (Resolver.resolve((any Session).self) as! Later<[Int]>).other()
        },
        // Under another protocol, this part would still be one of the array's.
        Cure(
            "give one of them a property, let other = Inject<…>(), and call other() after init."
        ) {
            Resolver.register(Module(.shared, "part") { partNeedingTheStore() })
            Resolver.register(Module(.shared) { storeNeedingTheParts() })
            _ = Resolver.resolve((any Session).self, name: "part")
        } followed: {
            Resolver.register(Module(.shared, "part") { partNeedingTheStore() })
            Resolver.register(Module(.shared) { Later<[any Session]>() as any Store })
            _ = Resolver.resolve((any Session).self, name: "part")
            (Resolver.resolve((any Store).self) as! Later<[any Session]>).other()
        },
        // Each level has its own scope, or its own container.
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
        Cure("let one take the other in its configure closure.") {
            _ = Circle(1, configures: false).object()
        } followed: {
            _ = Circle(1, configures: true).object()
        },
        Cure("let one take the other in its configure closure.") {
            _ = Circle(3, configures: false).object()
        } followed: {
            _ = Circle(3, configures: true).object()
        },
        Cure("make both in one scope.graph, within the scope.shared.") {
            _ = Pair().kept()
        } followed: {
            _ = Pair().keptTogether()
        },
        Cure("make both in one scope.graph, within the scope.shared.") {
            let scope = Scope()
            @Sendable func kept() -> Counted {
                scope.shared(for: "key") { Pair().needing { _ = kept() } }
            }
            _ = kept()
        } followed: {
            _ = Scope().shared(for: "key") {
                _ = Pair().configured()
                return Counted()
            }
        },
        Cure("make both in one scope.graph, within the scope.shared.") {
            let scope = Scope()
            @Sendable func kept() -> Counted {
                scope.shared { Pair().needing { _ = Pair().needing { _ = kept() } } }
            }
            _ = kept()
        } followed: {
            _ = Scope().shared {
                _ = Circle(2, configures: true).object()
                return Counted()
            }
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
        Cure("make both in one scope.graph, within the closure of the one that is kept.")
        {
            Resolver.register(
                Module(.weak) { () -> any Session in Pair().needing { session() } })
            session()
        } followed: {
            Resolver.register(
                Module(.weak) { () -> any Session in
                    _ = Pair().configured()
                    return Counted()
                })
            session()
        },
        Cure("make both in one scope.graph, within the closure of the one that is kept.")
        {
            Dependencies {
                Module(.shared, "kept") { () -> Counted in
                    Pair().needing { _ = Inject<Counted>("kept")() }
                }
            }
            .isolate { _ = Inject<Counted>("kept")() }
        } followed: {
            Dependencies {
                Module(.shared, "kept") { () -> Counted in
                    _ = Circle(2, configures: true).object()
                    return Counted()
                }
            }
            .isolate { _ = Inject<Counted>("kept")() }
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

/// Registers a module that another one injects, before or after that one is made.
private func verifyOrStop(
    _ name: String? = nil, registersFirst: Bool, adding added: Dependencies? = nil,
    register: @escaping @Sendable () -> Void = { Resolver.register { utc() } }
) {
    let late = Module("late") { () -> Int in
        register()
        return 1
    }
    do {
        try Dependencies {
            if registersFirst { late }
            Module { ClockReader(name) }
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
    private let clock: Inject<any Clock>

    init(_ name: String? = nil) { clock = Inject(name) }
    func read() { _ = clock() }
    func reading() -> Self {
        read()
        return self
    }
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

/// Reads an injection in its `init`.
private final class Early<Other: Sendable>: Session, Store {
    init() { _ = Inject<Other>()() }
}

/// Keeps an injection, and reads it after its `init`.
private final class Later<Other: Sendable>: Session, Store {
    private let injected: Inject<Other>

    init(_ name: String? = nil) { injected = Inject(name) }
    func other() { _ = injected() }
}

private func partNeedingTheStore() -> any Session {
    needing((any Store).self) { Counted() as any Session }
}
private func storeNeedingTheParts() -> any Store {
    needing([any Session].self) { Counted() as any Store }
}

/// Two components that need each other.
private final class Partners: Sendable {
    private let scope = Scope()
    private let asksInInit: Bool

    init(asksInInit: Bool) { self.asksInInit = asksInInit }

    func first() -> Partner {
        scope.shared { Partner(asksInInit) { _ = self.second() } }
    }
    func second() -> Partner { scope.weak { Partner(asksInInit) { _ = self.first() } } }
}

private final class Partner: Sendable {
    let ask: @Sendable () -> Void

    init(_ asksInInit: Bool, ask: @escaping @Sendable () -> Void) {
        self.ask = ask
        if asksInInit { ask() }
    }
}

/// Objects of one graph, each of which needs the next one. The last one needs the first.
private final class Circle: Sendable {
    private let scope = Scope()
    private let count: Int
    private let configures: Bool

    init(_ count: Int, configures: Bool) {
        (self.count, self.configures) = (count, configures)
    }

    func object(_ number: Int = 0) -> Draft {
        let next = (number + 1) % count
        let isTakenLater = configures && next == 0
        return scope.graph(for: number) {
            if !isTakenLater { _ = self.object(next) }
            return Draft()
        } configure: { _ in
            if isTakenLater { _ = self.object(next) }
        }
    }
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

/// A type that needs another value of its own.
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

private let isolateOrBuild = """
    in a test, isolate its whole body: @Test(.dependencies { … }) or block.isolate { … }; \
    else call build() on your Dependencies block before this line.
    """
private let buildFirst = """
    call build() on your Dependencies block before this line (or is Collet linked twice?); \
    in a test, create what asks within .dependencies or isolate.
    """
private let createWithin = """
    create it within the override, isolation or perform, if that has it \
    (detached tasks and queues are outside), or call build() on your Dependencies block \
    before that begins.
    """
private let registeredAfter =
    "call build() before this line, or add it to the block that is verified: it was registered after."
private let oneGraph = """
    give a tree fewer levels; otherwise, make them in one graph: register the modules \
    that hold their scopes as .shared, and don't override, isolate or perform in between.
    """

/// A module whose object takes another of its type when it is configured.
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

/// An object that takes another of its type when it is configured, within something.
private func draft(of scope: Scope, within around: @escaping (() -> Void) -> Void)
    -> Draft
{
    scope.graph {
        Draft()
    } configure: { _ in
        around { _ = draft(of: scope, within: around) }
    }
}
