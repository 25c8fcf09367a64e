import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

// MARK: - The table of missing modules

/// A request for something that is not registered, and what is said about it.
struct Mistake: Sendable {
    let name: String
    let registered: Dependencies
    let request: @Sendable () -> Void
    let report: [String]

    init(
        _ name: String,
        registered: Dependencies,
        request: @escaping @Sendable () -> Void,
        report: String
    ) {
        self.name = name
        self.registered = registered
        self.request = request
        self.report = report.components(separatedBy: "\n")
    }

    func make() {
        registered.build()
        request()
    }

    static func named(_ name: String) throws -> Mistake {
        try #require(all.first { $0.name == name })
    }

    static let all = [
        Mistake(
            "registered under other names",
            registered: Dependencies {
                Module { FixedClock(zone: "UTC") as any Clock }
                Module("local") { FixedClock(zone: "CET") as any Clock }
            },
            request: { _ = Inject<any Clock>("utc", fileID: "Shop/Checkout.swift", line: 42)() },
            report: """
                Collet: nothing is registered for ColletTests.Clock named "utc".
                  injected at   Shop/Checkout.swift:42
                  registered    ColletTests.Clock, ColletTests.Clock named "local"
                To fix, ask for "local", or add to your Dependencies block:  \
                Module("utc") { … as any ColletTests.Clock }
                """
        ),
        Mistake(
            "registered under a name only",
            registered: Dependencies { Module("utc") { FixedClock(zone: "UTC") as any Clock } },
            request: {
                _ = Resolver.resolve((any Clock).self, fileID: "Shop/Checkout.swift", line: 42)
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  resolved at   Shop/Checkout.swift:42
                  registered    ColletTests.Clock named "utc"
                To fix, ask for "utc", or add to your Dependencies block:  \
                Module { … as any ColletTests.Clock }
                """
        ),
        Mistake(
            "registered as the concrete type",
            registered: Dependencies { Module { FixedClock(zone: "UTC") } },
            request: { _ = Inject<any Clock>(fileID: "Shop/Checkout.swift", line: 42)() },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  injected at   Shop/Checkout.swift:42
                  registered    ColletTests.FixedClock
                To fix, write where ColletTests.FixedClock is registered:  \
                Module { … as any ColletTests.Clock }
                """
        ),
        Mistake(
            "registered as the protocol",
            registered: Dependencies { Module { FixedClock(zone: "UTC") as any Clock } },
            request: { _ = Inject<FixedClock>(fileID: "Shop/Checkout.swift", line: 42)() },
            report: """
                Collet: nothing is registered for ColletTests.FixedClock.
                  injected at   Shop/Checkout.swift:42
                  registered    ColletTests.Clock
                To fix, inject any ColletTests.Clock.
                """
        ),
        Mistake(
            "a namesake is registered",
            registered: Dependencies { Module { Search.LiveAPI() as any Search.API } },
            request: { _ = Inject<any Billing.API>(fileID: "Shop/Checkout.swift", line: 42)() },
            report: """
                Collet: nothing is registered for ColletTests.Billing.API.
                  injected at   Shop/Checkout.swift:42
                  registered    ColletTests.Search.API
                To fix, add to your Dependencies block:  Module { … as any ColletTests.Billing.API }
                """
        ),
        // `String(reflecting:)` leaves out that one of the closures escapes.
        Mistake(
            "a type that prints alike is registered",
            registered: Dependencies {
                Module { { @Sendable (_: () -> Int) in } as @Sendable (() -> Int) -> Void }
                Module("abc") { { @Sendable _ in } as @Sendable (@escaping () -> Int) -> Void }
            },
            request: {
                _ = Resolver.resolve(
                    (@Sendable (() -> Int) -> Void).self,
                    name: "abc",
                    fileID: "Shop/Checkout.swift",
                    line: 42
                )
            },
            report: """
                Collet: nothing is registered for @Sendable (() -> Swift.Int) -> () named "abc".
                  resolved at   Shop/Checkout.swift:42
                  registered    @Sendable (() -> Swift.Int) -> (), \
                @Sendable (() -> Swift.Int) -> () named "abc" (another type)
                To fix, ask for it without a name, or add to your Dependencies block:  \
                Module("abc") { … as @Sendable (() -> Swift.Int) -> () }
                """
        ),
        Mistake(
            "the name is registered for another type",
            registered: Dependencies { Module("abc") { 1 } },
            request: { _ = Inject<any Clock>("abc", fileID: "Shop/Checkout.swift", line: 42)() },
            report: """
                Collet: nothing is registered for ColletTests.Clock named "abc".
                  injected at   Shop/Checkout.swift:42
                  registered    Swift.Int named "abc"
                To fix, add to your Dependencies block:  Module("abc") { … as any ColletTests.Clock }
                """
        ),
        Mistake(
            "nothing near is registered",
            registered: Dependencies { Module("abc") { 1 } },
            request: { _ = Inject<any Clock>(fileID: "Shop/Checkout.swift", line: 42)() },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  injected at   Shop/Checkout.swift:42
                To fix, add to your Dependencies block:  Module { … as any ColletTests.Clock }
                """
        ),
        Mistake(
            "the nearest are listed first",
            registered: Dependencies {
                Module("eu") { 1 }
                Module { Search.LiveAPI() as any Search.API }
                Module { Billing.LiveAPI() }
                Module { Billing.LiveAPI() as any Billing.API }
            },
            request: {
                _ = Inject<any Billing.API>("eu", fileID: "Shop/Checkout.swift", line: 42)()
            },
            report: """
                Collet: nothing is registered for ColletTests.Billing.API named "eu".
                  injected at   Shop/Checkout.swift:42
                  registered    ColletTests.Billing.API, ColletTests.Billing.LiveAPI, \
                ColletTests.Search.API, Swift.Int named "eu"
                To fix, ask for it without a name, or add to your Dependencies block:  \
                Module("eu") { … as any ColletTests.Billing.API }
                """
        ),
        Mistake(
            "at most five are listed",
            registered: Dependencies {
                Module { FixedClock(zone: "UTC") }
                for zone in ["a", "b", "c", "d", "e", "f"] {
                    Module(zone) { FixedClock(zone: zone) as any Clock }
                }
            },
            request: { _ = Inject<any Clock>(fileID: "Shop/Checkout.swift", line: 42)() },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  injected at   Shop/Checkout.swift:42
                  registered    ColletTests.Clock named "a", ColletTests.Clock named "b", \
                ColletTests.Clock named "c", ColletTests.Clock named "d", \
                ColletTests.Clock named "e"
                To fix, ask for "a", or add to your Dependencies block:  \
                Module { … as any ColletTests.Clock }
                """
        ),
        Mistake(
            "nothing at all is registered",
            registered: Dependencies {},
            request: { _ = Inject<any Clock>("utc", fileID: "Shop/Checkout.swift", line: 42)() },
            report: """
                Collet: nothing is registered for ColletTests.Clock named "utc".
                  injected at   Shop/Checkout.swift:42
                  registered    nothing at all
                To fix, call build() on your Dependencies block before this line \
                (or is Collet linked twice?).
                """
        ),
        Mistake(
            "a protocol composition",
            registered: Dependencies { Module { 1 } },
            request: {
                _ = Inject<any Session & Store>(fileID: "Shop/Checkout.swift", line: 42)()
            },
            report: """
                Collet: nothing is registered for ColletTests.Session & ColletTests.Store.
                  injected at   Shop/Checkout.swift:42
                To fix, add to your Dependencies block:  \
                Module { … as any ColletTests.Session & ColletTests.Store }
                """
        ),
        Mistake(
            "a generic type",
            registered: Dependencies { Module { "text" } },
            request: {
                _ = Resolver.resolve(Box<Int>.self, fileID: "Shop/Checkout.swift", line: 42)
            },
            report: """
                Collet: nothing is registered for ColletTests.Box<Swift.Int>.
                  resolved at   Shop/Checkout.swift:42
                To fix, add to your Dependencies block:  Module { … as ColletTests.Box<Swift.Int> }
                """
        ),
        Mistake(
            "needed by closures that are running",
            registered: Dependencies {
                Module(.shared) { () -> any Session in
                    _ = Resolver.resolve((any Store).self, name: "disk")
                    return Counted()
                }
                Module("disk") { () -> any Store in
                    _ = Resolver.resolve((any Clock).self, fileID: "Shop/Checkout.swift", line: 42)
                    return Counted()
                }
            },
            request: { _ = Resolver.resolve((any Session).self) },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  needed by     ColletTests.Session -> ColletTests.Store named "disk"
                  resolved at   Shop/Checkout.swift:42
                To fix, add to your Dependencies block:  Module { … as any ColletTests.Clock }
                """
        ),
        Mistake(
            "needed by an object that a module made",
            registered: Dependencies {
                Module(.shared) { Latecomer() as any Session }
            },
            request: { (Resolver.resolve((any Session).self) as? Latecomer)?.readClock() },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  needed by     ColletTests.Session
                  injected at   Shop/Checkout.swift:42
                To fix, add to your Dependencies block:  Module { … as any ColletTests.Clock }
                """
        ),
        Mistake(
            "the longest common part of the name is the nearest",
            registered: Dependencies {
                Module { DefaultSystem() as any System }
                Module { DefaultFileSystem() as any FileSystem }
            },
            request: { _ = Inject<DefaultFileSystem>(fileID: "Shop/Checkout.swift", line: 42)() },
            report: """
                Collet: nothing is registered for ColletTests.DefaultFileSystem.
                  injected at   Shop/Checkout.swift:42
                  registered    ColletTests.FileSystem, ColletTests.System
                To fix, inject any ColletTests.FileSystem.
                """
        ),
        Mistake(
            "the protocol has arguments",
            registered: Dependencies { Module { LiveFeed() } },
            request: { need((any Feed<Int>).self) },
            report: """
                Collet: nothing is registered for \(feedOfNumbers).
                  resolved at   Shop/Checkout.swift:42
                  registered    ColletTests.LiveFeed
                To fix, write where ColletTests.LiveFeed is registered:  Module { … }
                """
        ),
        Mistake(
            "the protocol is registered with its arguments",
            registered: Dependencies { Module { LiveFeed() as any Feed<Int> } },
            request: { need(LiveFeed.self) },
            report: """
                Collet: nothing is registered for ColletTests.LiveFeed.
                  resolved at   Shop/Checkout.swift:42
                  registered    \(feedOfNumbers)
                To fix, add to your Dependencies block:  Module { … as ColletTests.LiveFeed }
                """
        ),
        Mistake(
            "two containers have one key",
            registered: Dependencies { Module("utc") { FixedClock(zone: "UTC") as any Clock } },
            request: {
                Dependencies { Module("utc") { FixedClock(zone: "fake") as any Clock } }
                    .override { need((any Clock).self) }
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  resolved at   Shop/Checkout.swift:42
                  registered    ColletTests.Clock named "utc"
                To fix, ask for "utc", or add to your Dependencies block:  \
                Module { … as any ColletTests.Clock }
                """
        ),
        Mistake(
            "an override goes on elsewhere, and nothing is registered for the process",
            registered: Dependencies {},
            request: {
                Dependencies { Module { FixedClock(zone: "fake") as any Clock } }.override {
                    onAnotherThread { need((any Clock).self) }
                }
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  resolved at   Shop/Checkout.swift:42
                  registered    nothing at all
                To fix, create it within the override, if one has it, \
                or call build() on your Dependencies block before this line.
                """
        ),
        Mistake(
            "a component is being made, and nothing is registered for the process",
            registered: Dependencies {},
            request: {
                let clock = Inject<any Clock>(fileID: "Shop/Checkout.swift", line: 42)
                _ = Scope().shared { clock().zone }
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  needed by     Swift.String
                  injected at   Shop/Checkout.swift:42
                  registered    nothing at all
                To fix, call build() on your Dependencies block before this line \
                (or is Collet linked twice?).
                """
        ),
        Mistake(
            "a kept module needs what only the override has",
            registered: Dependencies {
                Module(.shared) { needing((any Clock).self) { Counted() as any Session } }
            },
            request: { overridingTheClock { _ = Resolver.resolve((any Session).self) } },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  needed by     ColletTests.Session
                  resolved at   Shop/Checkout.swift:42
                To fix, \(keptForEverybody)
                """
        ),
        Mistake(
            "a weak module needs what only the inner override has",
            registered: Dependencies {
                Module(.weak) { needing((any Clock).self) { Counted() as any Session } }
            },
            request: {
                Dependencies { Module { 1 } }.override {
                    overridingTheClock { _ = Resolver.resolve((any Session).self) }
                }
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  needed by     ColletTests.Session
                  resolved at   Shop/Checkout.swift:42
                To fix, \(keptForEverybody)
                """
        ),
        Mistake(
            "a kept component needs what only the override has",
            registered: Dependencies { Module { 1 } },
            request: {
                let scope = Scope()
                overridingTheClock {
                    _ = scope.shared { needing((any Clock).self) { Counted() } }
                }
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  needed by     ColletTests.Counted
                  resolved at   Shop/Checkout.swift:42
                To fix, make ColletTests.Counted without a scope, or ask for the value at each use: \
                it is kept for everybody, so it doesn't see the override.
                """
        ),
        Mistake(
            "an object of a kept module reads what only the override has",
            registered: Dependencies { Module(.shared) { Latecomer() as any Session } },
            request: {
                overridingTheClock {
                    (Resolver.resolve((any Session).self) as? Latecomer)?.readClock()
                }
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  needed by     ColletTests.Session
                  injected at   Shop/Checkout.swift:42
                To fix, \(keptForEverybody)
                """
        ),
        Mistake(
            "an object that was created outside is read in an override",
            registered: Dependencies { Module { 1 } },
            request: {
                let latecomer = Latecomer()
                overridingTheClock { latecomer.readClock() }
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  injected at   Shop/Checkout.swift:42
                To fix, \(createdOutside)
                """
        ),
        Mistake(
            "an object that was created outside is read in an isolation",
            registered: Dependencies {},
            request: {
                let latecomer = Latecomer()
                isolatingTheClock { latecomer.readClock() }
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  injected at   Shop/Checkout.swift:42
                  registered    nothing at all
                To fix, \(createdOutside)
                """
        ),
        Mistake(
            "an object that was created in another isolation is read in one",
            registered: Dependencies {},
            request: {
                let latecomer = Dependencies { Module { 1 } }.isolate { Latecomer() }
                isolatingTheClock { latecomer.readClock() }
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  injected at   Shop/Checkout.swift:42
                To fix, \(createdOutside)
                """
        ),
        Mistake(
            "the isolated block has the concrete type, and the process the protocol",
            registered: Dependencies { Module { FixedClock(zone: "UTC") as any Clock } },
            request: {
                Dependencies { Module { FixedClock(zone: "fake") } }
                    .isolate { need((any Clock).self) }
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  resolved at   Shop/Checkout.swift:42
                  registered    ColletTests.FixedClock
                To fix, write where ColletTests.FixedClock is registered:  \
                Module { … as any ColletTests.Clock }
                """
        ),
        Mistake(
            "an override around the isolation has it",
            registered: Dependencies { Module { 1 } },
            request: {
                overridingTheClock {
                    Dependencies { Module { 2 } }.isolate { need((any Clock).self) }
                }
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  resolved at   Shop/Checkout.swift:42
                To fix, \(hasOneAround)
                """
        ),
        Mistake(
            "an isolation around the isolation has it",
            registered: Dependencies { Module { 1 } },
            request: {
                isolatingTheClock {
                    Dependencies { Module { 2 } }.isolate { need((any Clock).self) }
                }
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock.
                  resolved at   Shop/Checkout.swift:42
                To fix, \(hasOneAround)
                """
        ),
        Mistake(
            "a collection with a name",
            registered: Dependencies { Module("hosts") { "example.com" } },
            request: { need([String].self, name: "hosts") },
            report: """
                Collet: nothing is registered for Swift.Array<Swift.String> named "hosts".
                  resolved at   Shop/Checkout.swift:42
                  registered    Swift.String named "hosts"
                To fix, add to your Dependencies block:  \
                Module("hosts") { … as Swift.Array<Swift.String> }
                """
        ),
        Mistake(
            "names with quotes and backslashes",
            registered: Dependencies { Module(#"a"\b"#) { FixedClock(zone: "UTC") as any Clock } },
            request: { need((any Clock).self, name: #"c"\d"#) },
            report: #"""
                Collet: nothing is registered for ColletTests.Clock named "c\"\\d".
                  resolved at   Shop/Checkout.swift:42
                  registered    ColletTests.Clock named "a\"\\b"
                To fix, ask for "a\"\\b", or add to your Dependencies block:  \#
                Module("c\"\\d") { … as any ColletTests.Clock }
                """#
        ),
        Mistake(
            "the name of the protocol's registration",
            registered: Dependencies { Module(#"a"b"#) { FixedClock(zone: "UTC") as any Clock } },
            request: { need(FixedClock.self, name: "c") },
            report: #"""
                Collet: nothing is registered for ColletTests.FixedClock named "c".
                  resolved at   Shop/Checkout.swift:42
                  registered    ColletTests.Clock named "a\"b"
                To fix, inject any ColletTests.Clock named "a\"b".
                """#
        ),
        Mistake(
            "the name of the concrete type's registration",
            registered: Dependencies { Module(#"a"b"#) { FixedClock(zone: "UTC") } },
            request: { need((any Clock).self, name: "c") },
            report: #"""
                Collet: nothing is registered for ColletTests.Clock named "c".
                  resolved at   Shop/Checkout.swift:42
                  registered    ColletTests.FixedClock named "a\"b"
                To fix, write where ColletTests.FixedClock named "a\"b" is registered:  \#
                Module("c") { … as any ColletTests.Clock }
                """#
        ),
        Mistake(
            "generic types of types that are generic",
            registered: Dependencies { Module { Box<[Int]>(label: "") } },
            request: { need(Box<Box<String>>.self, name: "a") },
            report: """
                Collet: nothing is registered for \
                ColletTests.Box<ColletTests.Box<Swift.String>> named "a".
                  resolved at   Shop/Checkout.swift:42
                  registered    ColletTests.Box<Swift.Array<Swift.Int>>
                To fix, add to your Dependencies block:  \
                Module("a") { … as ColletTests.Box<ColletTests.Box<Swift.String>> }
                """
        ),
        Mistake(
            "a module and a component are under way",
            registered: Dependencies {
                Module(.shared) { () -> any Session in
                    _ = Scope().shared(for: #"a"b"#) {
                        needing((any Clock).self) { Assistant() }
                    }
                    return Counted()
                }
            },
            request: { _ = Resolver.resolve((any Session).self) },
            report: #"""
                Collet: nothing is registered for ColletTests.Clock.
                  needed by     ColletTests.Session -> ColletTests.Assistant
                  resolved at   Shop/Checkout.swift:42
                To fix, add to your Dependencies block:  Module { … as any ColletTests.Clock }
                """#
        ),
    ]
}

/// Cures that several have.
private let keptForEverybody = """
    register ColletTests.Session with Module { … }, or ask for the value at each use: \
    it is kept for everybody, so it doesn't see the override.
    """
private let createdOutside =
    "create it within the override: what is created outside doesn't see that."
private let hasOneAround = """
    use override for the inner one, or add to the isolated block:  \
    Module { … as any ColletTests.Clock }
    """

private let clock = Dependencies { Module { FixedClock(zone: "fake") as any Clock } }
private func overridingTheClock(_ body: () -> Void) { clock.override(body) }
private func isolatingTheClock(_ body: () -> Void) { clock.isolate(body) }

// MARK: - The table of isolated code

/// A place where a session is asked for that only the process has, and what is said about it.
struct Isolation: Sendable {
    let name: String
    let run: @Sendable (() -> Void) -> Void
    let report: [String]

    init(_ name: String, report: String, run: @escaping @Sendable (() -> Void) -> Void) {
        self.name = name
        self.report = report.components(separatedBy: "\n")
        self.run = run
    }

    static func named(_ name: String) throws -> Isolation {
        try #require(all.first { $0.name == name })
    }

    private static let cure = """
        To fix, add Module { … as any ColletTests.Session } to the isolated block \
        (a fake, in a test), or nest the app's block in it: isolated code doesn't see what is \
        registered for the process.
        """

    static let all = [
        Isolation(
            "isolated with something near",
            report: """
                Collet: nothing is registered for ColletTests.Session.
                  resolved at   Shop/Checkout.swift:42
                  registered    ColletTests.Session named "guest"
                \(cure)
                """
        ) { request in
            Dependencies { Module("guest") { Counted() as any Session } }.isolate { request() }
        },
        Isolation(
            "isolated with nothing near",
            report: """
                Collet: nothing is registered for ColletTests.Session.
                  resolved at   Shop/Checkout.swift:42
                \(cure)
                """
        ) { request in
            Dependencies { Module { 1 } }.isolate { request() }
        },
        Isolation(
            "isolated with nothing",
            report: """
                Collet: nothing is registered for ColletTests.Session.
                  resolved at   Shop/Checkout.swift:42
                  registered    nothing at all
                \(cure)
                """
        ) { request in
            Dependencies {}.isolate { request() }
        },
        Isolation(
            "an override within isolated code",
            report: """
                Collet: nothing is registered for ColletTests.Session.
                  resolved at   Shop/Checkout.swift:42
                \(cure)
                """
        ) { request in
            Dependencies {}.isolate { Dependencies { Module { 1 } }.override { request() } }
        },
        Isolation(
            "the closure of an isolated module",
            report: """
                Collet: nothing is registered for ColletTests.Session.
                  needed by     ColletTests.Store
                  resolved at   Shop/Checkout.swift:42
                \(cure)
                """
        ) { _ in
            Dependencies {
                Module { needing((any Session).self) { Counted() as any Store } }
            }
            .isolate {
                _ = Resolver.resolve((any Store).self)
            }
        },
    ]
}

// MARK: - Cycles

/// The headlines for a cycle, wherever the way round begins.
func headlines(ofCycle members: [String]) -> [String] {
    members.indices.map { start in
        let path = members[start...] + members[...start]
        return """
            Collet: \(path.joined(separator: " -> ")) is a cycle: \
            \(members[start]) needs itself to be made.
            """
    }
}

// MARK: - Fixtures

protocol System {}
protocol Feed<Item> { associatedtype Item }
struct LiveFeed: Feed { typealias Item = Int }
/// As the runtime prints `any Feed<Int>`.
private let feedOfNumbers = "any ColletTests.Feed<Self.ColletTests.Feed.Item == Swift.Int>"

protocol FileSystem {}
struct DefaultSystem: System {}
struct DefaultFileSystem: FileSystem {}

// MARK: - Requests

/// Asks for something, as if on line 42 of the shop's checkout.
func need<Value>(_ type: Value.Type, name: String? = nil) {
    _ = Resolver.resolve(type, name: name, fileID: "Shop/Checkout.swift", line: 42)
}

/// Makes a value after it has asked for something else.
func needing<Other, Value>(
    _ other: Other.Type,
    name: String? = nil,
    make: () -> sending Value
) -> sending Value {
    need(other, name: name)
    return make()
}
