import Collet
import Foundation
import TestSupport

// MARK: - The table of mistakes

/// A mistake in registrations, and its message.
struct Mistake: Sendable {
    let name: String
    let report: [String]
    private let registered: Dependencies
    private let request: @Sendable () -> Void

    /// A mistake with its whole report.
    ///
    /// Never inlined: with its code in each row, optimising the tables would take four times
    /// as long.
    @inline(never) init(
        _ name: String, registered: Dependencies, report: String,
        request: @escaping @Sendable () -> Void
    ) {
        self.name = name
        self.report = report.components(separatedBy: "\n")
        self.registered = registered
        self.request = request
    }

    /// A request for something that is not registered, on line 42 of the shop's checkout.
    ///
    /// - Parameters:
    ///   - registered: The registrations of the process.
    ///   - neededBy: The text of that row, or `nil` if there is none.
    ///   - near: Registrations that may have been meant, nearest first.
    ///   - elsewhere: Other containers that have it.
    @inline(never) init(
        _ name: String, registered: Dependencies = Dependencies {},
        missing: String = "ColletTests.Clock", neededBy: String? = nil,
        site: String = "resolved",
        near: [String] = [], elsewhere: [String] = [], cure: String = addClock,
        request: @escaping @Sendable () -> Void = needClock
    ) {
        func row(_ label: String, _ lines: [String]) -> String? {
            let text = lines.joined(separator: "\n                ")
            return lines.isEmpty ? nil : "  \(label)\(text)"
        }
        let report = [
            "Collet: nothing is registered for \(missing).",
            row("needed by     ", neededBy.map { [$0] } ?? []),
            "  \(site) at   Shop/Checkout.swift:42",
            row("registered    ", near),
            row("elsewhere     ", elsewhere),
            "To fix, \(cure)",
        ]
        self.init(
            name, registered: registered,
            report: report.compactMap(\.self).joined(separator: "\n"),
            request: request)
    }

    func make() {
        registered.build()
        request()
    }

    static func named(_ name: String) -> Mistake { all.first { $0.name == name }! }

    static let all: [Mistake] =
        ofNames + ofTypes + ofEmptiness + ofNeeds + ofContainers + ofIsolation

    // MARK: Names

    private static let ofNames = [
        // A name that shares few letters with the missing one is no hint.
        Mistake(
            "a name that is spelt alike goes before a short one",
            registered: Dependencies {
                module("api") { "" }
                module("pictures", line: 13) { "" }
            },
            missing: #"Swift.String named "images""#,
            near: [
                #"Swift.String named "pictures" at Shop/App.swift:13"#,
                #"Swift.String named "api" at Shop/App.swift:12"#,
            ],
            cure:
                #"ask for "pictures", or \#(add(#"Module("images") { … as Swift.String }"#))"#
        ) { need(String.self, name: "images") },
        Mistake(
            "no name is spelt alike",
            registered: Dependencies { module("api") { "" } },
            missing: #"Swift.String named "images""#,
            near: [#"Swift.String named "api" at Shop/App.swift:12"#],
            cure: add(#"Module("images") { … as Swift.String }"#)
        ) { need(String.self, name: "images") },
        Mistake(
            "registered under other names",
            registered: Dependencies {
                module { utc() }
                module("local", line: 13) { utc() }
            },
            report: """
                Collet: nothing is registered for ColletTests.Clock named "utc".
                  injected at   Shop/Checkout.swift:42
                  registered    ColletTests.Clock named "local" at Shop/App.swift:13
                                ColletTests.Clock at Shop/App.swift:12
                To fix, ask for "local", or add to your Dependencies block:  \
                Module("utc") { … as any ColletTests.Clock }
                """
        ) { inject((any Clock).self, name: "utc") },
        // The letters themselves count, not only their number.
        Mistake(
            "of names of one length the one that is spelt most alike is the nearest",
            registered: Dependencies {
                module("home") { utc() }
                module("rest", line: 13) { utc() }
            },
            missing: #"ColletTests.Clock named "best""#,
            near: [
                #"ColletTests.Clock named "rest" at Shop/App.swift:13"#,
                #"ColletTests.Clock named "home" at Shop/App.swift:12"#,
            ],
            cure: #"ask for "rest", or \#(addClock(named: "best"))"#
        ) { need((any Clock).self, name: "best") },
        Mistake(
            "registered under a name only",
            registered: Dependencies { module("utc") { utc() } },
            near: [#"ColletTests.Clock named "utc" at Shop/App.swift:12"#],
            cure: #"ask for "utc", or \#(addClock)"#
        ),
        Mistake(
            "the name is registered for another type",
            registered: Dependencies {
                Module { 1 }
                module("abc") { 1 }
            },
            missing: #"ColletTests.Clock named "abc""#, site: "injected",
            near: [#"Swift.Int named "abc" at Shop/App.swift:12"#],
            cure: addClock(named: "abc")
        ) { inject((any Clock).self, name: "abc") },
        Mistake(
            "names with quotes and backslashes",
            registered: Dependencies { module(#"a"\b"#) { utc() } },
            missing: #"ColletTests.Clock named "c\"\\d""#,
            near: [#"ColletTests.Clock named "a\"\\b" at Shop/App.swift:12"#],
            cure: #"ask for "a\"\\b", or \#(addClock(named: #"c"\d"#))"#
        ) { need((any Clock).self, name: #"c"\d"#) },
        Mistake(
            "the name of the protocol's registration",
            registered: Dependencies { module(#"a"b"#) { utc() } },
            missing: #"ColletTests.FixedClock named "c""#,
            near: [#"ColletTests.Clock named "a\"b" at Shop/App.swift:12"#],
            cure: #"""
                add Module("c") { … as ColletTests.FixedClock } to your Dependencies block, \#
                or, if any ColletTests.Clock named "a\"b" is meant, inject that.
                """#
        ) { need(FixedClock.self, name: "c") },
        Mistake(
            "the name of the concrete type's registration",
            registered: Dependencies { module(#"a"b"#) { FixedClock(zone: "UTC") } },
            missing: #"ColletTests.Clock named "c""#,
            near: [#"ColletTests.FixedClock named "a\"b" at Shop/App.swift:12"#],
            cure: #"""
                add Module("c") { … as any ColletTests.Clock } to your Dependencies block, \#
                or, if ColletTests.FixedClock named "a\"b" is meant, write it there \#
                as any ColletTests.Clock named "c".
                """#
        ) { need((any Clock).self, name: "c") },
        Mistake(
            "a collection with a name",
            registered: Dependencies { module("hosts") { "example.com" } },
            missing: #"Swift.Array<Swift.String> named "hosts""#,
            near: [#"Swift.String named "hosts" at Shop/App.swift:12"#],
            cure: add(#"Module("hosts") { … as Swift.Array<Swift.String> }"#)
        ) { need([String].self, name: "hosts") },
        Mistake(
            "two containers have one key",
            registered: Dependencies { Module("utc") { utc() } },
            near: [#"ColletTests.Clock named "utc" at Shop/App.swift:12"#],
            cure: #"ask for "utc", or \#(addClock)"#
        ) { Dependencies { module("utc") { utc() } }.override(needClock) },
        Mistake(
            "the registrations of the outermost container are listed first",
            missing: "Swift.Int",
            near: [
                #"Swift.Int named "outer" at Shop/App.swift:12"#,
                #"Swift.Int named "inner" at Shop/App.swift:13"#,
            ],
            cure:
                #"ask for "outer", or add to the isolated block:  Module { … as Swift.Int }"#
        ) {
            Dependencies { module("outer") { 1 } }.isolate {
                Dependencies { module("inner", line: 13) { 2 } }.override {
                    need(Int.self)
                }
            }
        },
        Mistake(
            "the nearest are listed first",
            registered: Dependencies {
                module("eu") { 1 }
                module(line: 13) { Search.LiveAPI() as any Search.API }
                module(line: 14) { Billing.LiveAPI() }
                module(line: 15) { Billing.LiveAPI() as any Billing.API }
            },
            missing: #"ColletTests.Billing.API named "eu""#,
            near: [
                "ColletTests.Billing.API at Shop/App.swift:15",
                "ColletTests.Billing.LiveAPI at Shop/App.swift:14",
                "ColletTests.Search.API at Shop/App.swift:13",
                #"Swift.Int named "eu" at Shop/App.swift:12"#,
            ],
            cure: """
                ask for it without a name, or add to your Dependencies block:  \
                Module("eu") { … as any ColletTests.Billing.API }
                """
        ) { need((any Billing.API).self, name: "eu") },
        Mistake(
            "what is not near is left out",
            registered: Dependencies {
                for name in ["a", "b"] { Module(name) { 1 } }
                module { FixedClock(zone: "UTC") }
            },
            near: ["ColletTests.FixedClock at Shop/App.swift:12"],
            cure: addOrWriteTheFixedClock
        ),
        Mistake(
            "at most five are listed",
            registered: Dependencies {
                Module { FixedClock(zone: "UTC") }
                for name in ["a", "b", "c", "d", "e", "f"] { module(name) { utc() } }
            },
            near: ["a", "b", "c", "d", "e"].map {
                #"ColletTests.Clock named "\#($0)" at Shop/App.swift:12"#
            },
            cure: #"ask for "a", or \#(addClock)"#
        ),
    ]

    // MARK: Types

    private static let ofTypes = [
        Mistake(
            "registered as the concrete type",
            registered: Dependencies { module { FixedClock(zone: "UTC") } },
            near: ["ColletTests.FixedClock at Shop/App.swift:12"],
            cure: addOrWriteTheFixedClock
        ),
        Mistake(
            "registered as the protocol", registered: clock,
            missing: "ColletTests.FixedClock", site: "injected",
            near: ["ColletTests.Clock at Shop/App.swift:12"],
            cure: addOrInject("ColletTests.FixedClock", "any ColletTests.Clock")
        ) { inject(FixedClock.self) },
        Mistake(
            "an acronym is a word of its own",
            registered: Dependencies { module { UTCClock() } },
            near: ["ColletTests.UTCClock at Shop/App.swift:12"],
            cure: addOrWrite("any ColletTests.Clock", "ColletTests.UTCClock")
        ),
        Mistake(
            "an optional goes before another name",
            registered: Dependencies {
                module { Optional(utc()) }
                module("local", line: 13) { utc() }
            },
            near: [
                "Swift.Optional<ColletTests.Clock> at Shop/App.swift:12",
                #"ColletTests.Clock named "local" at Shop/App.swift:13"#,
            ],
            cure: "unwrap it where it is registered, at Shop/App.swift:12."
        ),
        Mistake(
            "an optional with another name",
            registered: Dependencies { Module("local") { Optional(utc()) } }
        ),
        Mistake(
            "a type of which only one word is the same",
            registered: Dependencies { Module { FixedClock(zone: "UTC") } },
            missing: "ColletTests.ClockTower",
            cure: add("Module { … as any ColletTests.ClockTower }")
        ) { need((any ClockTower).self) },
        Mistake(
            "the longest common part of the name is the nearest",
            registered: Dependencies {
                module { DefaultSystem() as any System }
                module(line: 13) { DefaultFileSystem() as any FileSystem }
            },
            missing: "ColletTests.DefaultFileSystem",
            near: [
                "ColletTests.FileSystem at Shop/App.swift:13",
                "ColletTests.System at Shop/App.swift:12",
            ],
            cure: addOrInject(
                "ColletTests.DefaultFileSystem", "any ColletTests.FileSystem")
        ) { need(DefaultFileSystem.self) },
        // `AI` has letters of `API`, but not its word.
        Mistake(
            "letters are no words",
            registered: Dependencies { Module { AI() } },
            missing: "ColletTests.Search.API",
            cure: add("Module { … as any ColletTests.Search.API }")
        ) { need((any Search.API).self) },
        Mistake(
            "a namesake is registered",
            registered: Dependencies { module { Search.LiveAPI() as any Search.API } },
            missing: "ColletTests.Billing.API",
            near: ["ColletTests.Search.API at Shop/App.swift:12"],
            cure: add("Module { … as any ColletTests.Billing.API }")
        ) { need((any Billing.API).self) },
        Mistake(
            "the concrete type goes before a namesake",
            registered: Dependencies {
                module { Search.LiveAPI() as any Search.API }
                module(line: 13) { Billing.LiveAPI() }
            },
            missing: "ColletTests.Billing.API",
            near: [
                "ColletTests.Billing.LiveAPI at Shop/App.swift:13",
                "ColletTests.Search.API at Shop/App.swift:12",
            ],
            cure: addOrWrite("any ColletTests.Billing.API", "ColletTests.Billing.LiveAPI")
        ) { need((any Billing.API).self) },
        Mistake(
            "a closure that makes it",
            registered: clock,
            missing: "() -> ColletTests.Clock",
            near: ["ColletTests.Clock at Shop/App.swift:12"],
            cure: """
                add Module { { … } as () -> ColletTests.Clock } to your Dependencies block, \
                or, if any ColletTests.Clock is meant, inject that.
                """
        ) { need((() -> any Clock).self) },
        Mistake(
            "an asynchronous closure of the main actor that may throw",
            registered: Dependencies { Module { "text" } },
            missing: "@Swift.MainActor @Sendable (Swift.Int) async throws -> ()",
            cure: add(
                "Module { { … } as @Swift.MainActor @Sendable (Swift.Int) async throws -> () }"
            )
        ) { need((@MainActor (Int) async throws -> Void).self) },
        Mistake(
            "a pair of closures is no closure",
            registered: Dependencies { Module { 1 } },
            missing: "(() -> Swift.Int, Swift.Int)",
            cure: add("Module { … as (() -> Swift.Int, Swift.Int) }")
        ) { need((() -> Int, Int).self) },
        Mistake(
            "a container", registered: Dependencies { Module { 1 } },
            missing: "Collet.Dependencies.Container", site: "injected",
            cure: "read Dependencies.Container.current: no container is injected."
        ) { inject(Dependencies.Container.self) },
        // `String(reflecting:)` doesn't say that one of the closures escapes.
        Mistake(
            "a type that prints alike is registered",
            registered: Dependencies {
                module {
                    { @Sendable (_: () -> Int) in } as @Sendable (() -> Int) -> Void
                }
                module("abc") {
                    { @Sendable _ in } as @Sendable (@escaping () -> Int) -> Void
                }
            },
            missing: #"@Sendable (() -> Swift.Int) -> () named "abc""#,
            near: [
                "@Sendable (() -> Swift.Int) -> () at Shop/App.swift:12",
                #"@Sendable (() -> Swift.Int) -> () named "abc" (another type) "#
                    + "at Shop/App.swift:12",
            ],
            cure: """
                ask for it without a name, or add to your Dependencies block:  \
                Module("abc") { { … } as @Sendable (() -> Swift.Int) -> () }
                """
        ) { need((@Sendable (() -> Int) -> Void).self, name: "abc") },
        Mistake(
            "a protocol composition", registered: Dependencies { Module { 1 } },
            missing: "ColletTests.Session & ColletTests.Store",
            cure: add("Module { … as any ColletTests.Session & ColletTests.Store }")
        ) { need((any Session & Store).self) },
        Mistake(
            "a generic type", registered: Dependencies { Module { "text" } },
            missing: "ColletTests.Box<Swift.Int>",
            cure: add("Module { … as ColletTests.Box<Swift.Int> }")
        ) { need(Box<Int>.self) },
        Mistake(
            "generic types of types that are generic",
            registered: Dependencies { module { Box<[Int]>(label: "") } },
            missing: #"ColletTests.Box<ColletTests.Box<Swift.String>> named "a""#,
            near: ["ColletTests.Box<Swift.Array<Swift.Int>> at Shop/App.swift:12"],
            cure: add(
                #"Module("a") { … as ColletTests.Box<ColletTests.Box<Swift.String>> }"#)
        ) { need(Box<Box<String>>.self, name: "a") },
        Mistake(
            "the protocol has arguments",
            registered: Dependencies { module { LiveFeed() } },
            missing: feedOfNumbers, near: ["ColletTests.LiveFeed at Shop/App.swift:12"],
            cure: addOrWrite("any ColletTests.Feed<Swift.Int>", "ColletTests.LiveFeed")
        ) { need((any Feed<Int>).self) },
        // The runtime doesn't tell their order in the source.
        Mistake(
            "the protocol has two arguments", registered: Dependencies { module { 1 } },
            missing:
                "any ColletTests.Exchange<Self.ColletTests.Exchange.Input == Swift.Int, "
                + "Self.ColletTests.Exchange.Output == Swift.String>",
            near: ["Swift.Int at Shop/App.swift:12"], cure: add("Module { … }")
        ) { need((any Exchange<String, Int>).self) },
        // Nor which protocol they belong to.
        Mistake(
            "one of two protocols has an argument",
            registered: Dependencies { module { 1 } },
            missing: "any ColletTests.Feed & ColletTests.System"
                + "<Self.ColletTests.Feed.Item == Swift.Int>",
            near: ["Swift.Int at Shop/App.swift:12"], cure: add("Module { … }")
        ) { need((any Feed<Int> & System).self) },
        Mistake(
            "the protocol is registered with its arguments",
            registered: Dependencies { module { LiveFeed() as any Feed<Int> } },
            missing: "ColletTests.LiveFeed",
            near: ["\(feedOfNumbers) at Shop/App.swift:12"],
            cure: addOrInject("ColletTests.LiveFeed", "any ColletTests.Feed<Swift.Int>")
        ) { need(LiveFeed.self) },
        // The runtime's spelling of these isn't Swift.
        Mistake(
            "a type of an extension", registered: Dependencies { Module { 1 } },
            missing: "(extension in ColletTests):Swift.String.Row",
            cure: add("Module { … }")
        ) { need(String.Row.self) },
        Mistake(
            "a type with any number of arguments",
            registered: Dependencies { Module { 1 } },
            missing: "ColletTests.Parcel<Pack{Swift.Int, Swift.String}>",
            cure: add("Module { … }")
        ) { need(Parcel<Int, String>.self) },
        // Factory's scope tests
        Mistake(
            "a weak value that is no instance of a class",
            registered: Dependencies { Module(.weak) { FixedClock(zone: "UTC") } },
            report: """
                Collet: ColletTests.FixedClock can't be weak: ColletTests.FixedClock is not a class.
                  injected at   Shop/Checkout.swift:42
                To fix, make it shared, or an instance of a class.
                """
        ) { inject(FixedClock.self) },
        Mistake(
            "a weak struct behind a protocol",
            registered: Dependencies { Module(.weak) { utc() } },
            report: """
                Collet: ColletTests.Clock can't be weak: ColletTests.FixedClock is not a class.
                  resolved at   Shop/Checkout.swift:42
                To fix, make it shared, or an instance of a class.
                """,
            request: needClock
        ),
        // The cast to an object boxes every error, even one that isn't a
        // class instance. Weak values are `Sendable`, so none of them is an
        // `Any`.
        Mistake(
            "a weak value of any type",
            registered: Dependencies { Module(.weak) { 1 as any Sendable } },
            report: """
                Collet: any Sendable can't be weak: Swift.Int is not a class.
                  resolved at   Shop/Checkout.swift:42
                To fix, make it shared, or an instance of a class.
                """
        ) { need((any Sendable).self) },
        Mistake(
            "a weak error that is a struct",
            registered: Dependencies { Module(.weak) { OutOfStock() } },
            report: """
                Collet: ColletTests.OutOfStock can't be weak: ColletTests.OutOfStock is not a class.
                  injected at   Shop/Checkout.swift:42
                To fix, make it shared, or an instance of a class.
                """
        ) { inject(OutOfStock.self) },
    ]

    // MARK: Next to nothing

    private static let ofEmptiness = [
        // The module's type may have another name.
        Mistake(
            "at most five are registered, and none is near",
            registered: Dependencies {
                module { 1 }
                module(line: 13) { "" }
                module("b", line: 14) { 2 }
                module("c", line: 15) { 3 }
                module(line: 16) { FixedClock(zone: "UTC") }
            },
            near: [
                "ColletTests.FixedClock at Shop/App.swift:16",
                "Swift.Int at Shop/App.swift:12",
                "Swift.String at Shop/App.swift:13",
                #"Swift.Int named "b" at Shop/App.swift:14"#,
                #"Swift.Int named "c" at Shop/App.swift:15"#,
            ],
            cure: addOrWrite("any ColletTests.Clock", "ColletTests.FixedClock")
        ),
        Mistake(
            "more than five are registered, and none is near",
            registered: Dependencies {
                for line in 12...17 { module("\(line)", line: UInt(line)) { 1 } }
            }
        ),
        Mistake(
            "nothing is registered but in a container that is held",
            site: "injected", near: ["nothing at all"],
            elsewhere: [clock(in: "a container's perform")],
            cure: createWithinOr(addClock)
        ) {
            let session = clock.makeContainer()
            let latecomer = Latecomer()
            session.perform { latecomer.readClock() }
        },
        Mistake(
            "nothing near is registered", registered: Dependencies { Module("abc") { 1 } }
        ),
        Mistake(
            "nothing at all is registered",
            missing: #"ColletTests.Clock named "utc""#, site: "injected",
            near: ["nothing at all"],
            cure: callBuild
        ) { inject((any Clock).self, name: "utc") },
        Mistake(
            "an override goes on elsewhere, and nothing is registered for the process",
            near: ["nothing at all"],
            cure: createWithin
        ) { overridingTheClock { onAnotherThread { needClock() } } },
        Mistake(
            "an override that had it has ended", near: ["nothing at all"], cure: callBuild
        ) {
            overridingTheClock {}
            needClock()
        },
        // The object is within the override, wherever it is read.
        Mistake(
            "an object of an empty override is read elsewhere",
            site: "injected", near: ["nothing at all"], cure: callBuild
        ) {
            Dependencies {}.override {
                let latecomer = Latecomer()
                onAnotherThread { latecomer.readClock() }
            }
        },
        Mistake(
            "a component is being made, and nothing is registered for the process",
            neededBy: "Swift.String", site: "injected", near: ["nothing at all"],
            cure: callBuild
        ) {
            let clock = Inject<any Clock>(fileID: "Shop/Checkout.swift", line: 42)
            _ = Scope().shared { clock().zone }
        },
        // The container under the override has something.
        Mistake(
            "an empty override of registrations",
            registered: Dependencies { Module { 1 } }
        ) {
            Dependencies {}.override(needClock)
        },
        // The process doesn't have it either.
        Mistake(
            "an empty isolation", near: ["nothing at all"],
            cure: addToIsolated
        ) { Dependencies {}.isolate(needClock) },
    ]

    // MARK: Modules that need it

    private static let ofNeeds = [
        Mistake(
            "needed by closures that are running",
            registered: Dependencies {
                Module(.shared) {
                    needing((any Store).self, name: "disk") { Counted() as any Session }
                }
                Module("disk") { needing((any Clock).self) { Counted() as any Store } }
            },
            neededBy: #"ColletTests.Session -> ColletTests.Store named "disk""#
        ) { _ = Resolver.resolve((any Session).self) },
        Mistake(
            "needed by an object that a module made",
            registered: Dependencies { Module(.shared) { Latecomer() } },
            neededBy: "ColletTests.Latecomer", site: "injected"
        ) { Resolver.resolve(Latecomer.self).readClock() },
        Mistake(
            "needed by what an object of a module reads",
            registered: Dependencies {
                Module(.shared) { Latecomer() }
                Module { needing(Int.self) { utc() } }
            },
            missing: "Swift.Int", neededBy: "ColletTests.Latecomer -> ColletTests.Clock",
            cure: add("Module { … as Swift.Int }")
        ) { Resolver.resolve(Latecomer.self).readClock() },
        Mistake(
            "needed by what an object of a module reads within an override",
            registered: Dependencies { Module { 1.5 } },
            missing: "Swift.Int", neededBy: "ColletTests.Latecomer -> ColletTests.Clock",
            cure: add("Module { … as Swift.Int }")
        ) {
            Dependencies {
                Module(.shared) { Latecomer() }
                Module { needing(Int.self) { utc() } }
            }
            .override { Resolver.resolve(Latecomer.self).readClock() }
        },
        // Its scope was made with it.
        Mistake(
            "needed by a component of a module that is made",
            registered: Dependencies { Module(.shared) { Clockmaker() } },
            neededBy: "ColletTests.Clockmaker -> ColletTests.Assistant"
        ) { _ = Resolver.resolve(Clockmaker.self).component() },
        Mistake(
            "needed by a weak component of a module that is made",
            registered: Dependencies { Module(.weak) { Clockmaker() } },
            neededBy: "ColletTests.Clockmaker -> ColletTests.Assistant"
        ) { _ = Resolver.resolve(Clockmaker.self).weakComponent() },
        Mistake(
            "needed by an asynchronous component of a module that is made",
            registered: Dependencies { Module(.shared) { Clockmaker() } },
            neededBy: "ColletTests.Clockmaker -> ColletTests.Assistant"
        ) {
            let clockmaker = Resolver.resolve(Clockmaker.self)
            Task { _ = await clockmaker.laterComponent() }.waitForEnd()
        },
        Mistake(
            "needed by an object that such a component made",
            registered: Dependencies {
                Module(.shared) { Clockmaker() }
                Module { 1 }
            },
            neededBy: "ColletTests.Clockmaker -> ColletTests.Latecomer", site: "injected"
        ) { Resolver.resolve(Clockmaker.self).latecomer().readClock() },
        // The code being made needs it, not the code that made the reader.
        Mistake(
            "needed by what reads another one's property while it is made",
            registered: Dependencies {
                Module(.shared) { Latecomer() }
                Module(.shared) { () -> any Session in
                    Resolver.resolve(Latecomer.self).readClock()
                    return Counted()
                }
            },
            neededBy: "ColletTests.Session", site: "injected"
        ) {
            _ = Resolver.resolve(Latecomer.self)
            _ = Resolver.resolve((any Session).self)
        },
        // The module that made the asking object's maker is done.
        Mistake(
            "needed by an object of an object of an object",
            registered: Dependencies {
                Module(.shared, "a", fileID: "Shop/App.swift", line: 12) {
                    Follower(of: "b")
                }
                module("b") { Follower(of: "c") }
                module("c") { Follower(of: "d") }
            },
            missing: #"ColletTests.Follower named "d""#,
            neededBy:
                #"ColletTests.Follower named "b" -> ColletTests.Follower named "c""#,
            site: "injected",
            near: ["a", "b", "c"].map {
                #"ColletTests.Follower named "\#($0)" at Shop/App.swift:12"#
            },
            cure: add(#"Module("d") { … as ColletTests.Follower }"#)
        ) { _ = Resolver.resolve(Follower.self, name: "a").next().next().next() },
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
            neededBy: "ColletTests.Session -> ColletTests.Assistant"
        ) { _ = Resolver.resolve((any Session).self) },
        // The types wouldn't tell the two apart.
        Mistake(
            "two components of one type are under way",
            registered: Dependencies {
                Module(.shared) { () -> any Session in
                    let scope = Scope()
                    return scope.shared(fileID: "Shop/User.swift", line: 1) {
                        scope.shared(fileID: "Shop/Cart.swift", line: 2) {
                            needing((any Clock).self) { Counted() }
                        }
                    }
                }
            },
            neededBy: """
                ColletTests.Session -> ColletTests.Counted at Shop/User.swift:1 \
                -> ColletTests.Counted at Shop/Cart.swift:2
                """
        ) { _ = Resolver.resolve((any Session).self) },
        Mistake(
            "what a graph or a module has made is not what needs", neededBy: "Swift.Int",
            cure: addToIsolated
        ) {
            Dependencies { Module { "made" } }.isolate {
                let scope = Scope()
                _ = scope.graph {
                    _ = scope.graph { Draft() }
                    _ = Resolver.resolve(String.self)
                    return needing((any Clock).self) { 1 }
                }
            }
        },
        Mistake(
            "an object of a graph injects it", registered: Dependencies { Module { 1 } },
            neededBy: "Collet.Inject<ColletTests.Clock>", site: "injected"
        ) {
            let clock = Scope().graph {
                Inject<any Clock>(fileID: "Shop/Checkout.swift", line: 42)
            }
            _ = clock()
        },
        Mistake(
            "an object of a graph is being configured",
            registered: Dependencies { Module { 1 } },
            neededBy: "ColletTests.Counted -> ColletTests.Draft"
        ) {
            let scope = Scope()
            _ = scope.graph {
                _ = scope.graph {
                    Draft()
                } configure: { _ in
                    needClock()
                }
                return Counted()
            }
        },
    ]

    // MARK: Modules of other containers

    private static let ofContainers = [
        Mistake(
            "an override has it, and what is kept for everybody needs it",
            registered: Dependencies {
                Module(.shared) { needing((any Clock).self) { Counted() as any Session } }
            },
            neededBy: "ColletTests.Session", elsewhere: [clock(in: "an override")],
            cure: createWithinOr(addClock)
        ) { overridingTheClock { _ = Resolver.resolve((any Session).self) } },
        Mistake(
            "an isolation has it, and the object was created outside", site: "injected",
            near: ["nothing at all"], elsewhere: [clock(in: "an isolation")],
            cure: createWithinOr(addClock)
        ) {
            let latecomer = Latecomer()
            isolatingTheClock { latecomer.readClock() }
        },
        Mistake(
            "an isolation has it, and the object was created in another one",
            site: "injected", elsewhere: [clock(in: "an isolation")],
            cure: addToIsolated
        ) {
            let latecomer = Dependencies { Module { 1 } }.isolate { Latecomer() }
            isolatingTheClock { latecomer.readClock() }
        },
        Mistake(
            "an override has it, and the isolation hides that",
            registered: Dependencies { Module { 1 } },
            elsewhere: [clock(in: "an override")],
            cure: addToIsolated
        ) { overridingTheClock { Dependencies { Module { 2 } }.isolate(needClock) } },
        Mistake(
            "an override has it, and the isolation around the override hides that",
            registered: Dependencies { Module { 1 } },
            elsewhere: [clock(in: "an override")],
            cure: addToIsolated
        ) {
            overridingTheClock {
                Dependencies { Module { 2 } }.isolate {
                    Dependencies { Module { 3 } }.override(needClock)
                }
            }
        },
        Mistake(
            "an override has it, and the window is not made there",
            registered: Dependencies { Module { 1 } },
            near: ["Swift.Int at Shop/App.swift:12"],
            elsewhere: [clock(in: "an override")],
            cure: createWithinOr(
                """
                add to the container's block (see Shop/App.swift:12):  \
                Module { … as any ColletTests.Clock }
                """)
        ) {
            let session = Dependencies { Module { 2 } }.makeContainer()
            let window = session.perform { Dependencies { module { 3 } }.makeContainer() }
            overridingTheClock { window.perform(needClock) }
        },
        // The container under the override has a block of its own.
        Mistake(
            "an override within a container lacks it",
            registered: Dependencies { Module { 1 } }
        ) {
            Dependencies { Module { 2 } }.makeContainer().perform {
                Dependencies { Module { 3 } }.override(needClock)
            }
        },
        Mistake(
            "a window has it, and the session that it lies over needs it",
            registered: Dependencies { Module { 1 } },
            near: ["Swift.Int at Shop/App.swift:12"],
            elsewhere: [clock(in: "a container's perform")],
            cure: createWithinOr(
                """
                add to the container's block (see Shop/App.swift:12):  \
                Module { … as any ColletTests.Clock }
                """)
        ) {
            let session = Dependencies { module { 2 } }.makeContainer()
            let window = session.perform { clock.makeContainer() }
            withExtendedLifetime(window) { session.perform(needClock) }
        },
        Mistake(
            "a container that had it has ended", registered: Dependencies { Module { 1 } }
        ) {
            _ = clock.makeContainer()
            needClock()
        },
        Mistake(
            "an object asks in the override that it kept, which has ended",
            registered: Dependencies { Module { 1 } },
            elsewhere: [clock(in: "an override")], cure: createWithinOr(addClock)
        ) {
            let kept = Dependencies { Module { 2 } }.override {
                Dependencies.Container.current
            }
            overridingTheClock { kept.perform(needClock) }
        },
        Mistake(
            "each place is told once, and at most five",
            registered: clock,
            elsewhere: [
                forTheProcess, clock(in: "a container's perform"),
                clock(in: "an isolation"), clock(in: "an override"),
                clock(in: "a container's perform", line: 13),
            ],
            cure: addToIsolated
        ) {
            let containers = [12, 12, 14, 13].map { (line: UInt) in
                Dependencies { module(line: line) { utc() } }.makeContainer()
            }
            withExtendedLifetime(containers) {
                clock.isolate {
                    clock.override { Dependencies { Module { 1 } }.isolate(needClock) }
                }
            }
        },
    ]

    // MARK: Modules hidden by an isolation

    private static let ofIsolation = [
        Mistake(
            "isolated with something near", registered: clock,
            near: [#"ColletTests.Clock named "guest" at Shop/App.swift:12"#],
            elsewhere: [forTheProcess],
            cure: """
                ask for "guest", or add to the isolated block:  \
                Module { … as any ColletTests.Clock }
                """
        ) { Dependencies { module("guest") { utc() } }.isolate(needClock) },
        Mistake(
            "an override within two isolations", registered: clock,
            elsewhere: [forTheProcess],
            cure: addToIsolated
        ) {
            Dependencies {}.isolate {
                Dependencies {}.isolate {
                    Dependencies { Module { 1 } }.override(needClock)
                }
            }
        },
        Mistake(
            "the isolated block has the concrete type, and the process the protocol",
            registered: clock, near: ["ColletTests.FixedClock at Shop/App.swift:12"],
            elsewhere: [forTheProcess],
            cure: """
                add Module { … as any ColletTests.Clock } to the isolated block, \
                or, if ColletTests.FixedClock is meant, write it there as any ColletTests.Clock.
                """
        ) { Dependencies { module { FixedClock(zone: "fake") } }.isolate(needClock) },
    ]
}

// MARK: - Cures

private let addClock = add("Module { … as any ColletTests.Clock }")
private func addClock(named name: String) -> String {
    add("Module(\(name.debugDescription)) { … as any ColletTests.Clock }")
}
private func add(_ module: String) -> String {
    "add to your Dependencies block:  \(module)"
}
private func createWithinOr(_ add: String) -> String {
    """
    create what asks within the one that has it, or make what asks anew each time; or, for \
    everybody, \(add)
    """
}
private let callBuild = """
    call build() on your Dependencies block before this line (or is Collet linked twice?); \
    in a test, create what asks within .dependencies or isolate.
    """
private let createWithin = """
    create it within the override, isolation or perform, if that has it \
    (detached tasks and queues are outside), or call build() on your Dependencies block \
    before that begins.
    """
private func addOrInject(_ missing: String, _ near: String) -> String {
    """
    add Module { … as \(missing) } to your Dependencies block, \
    or, if \(near) is meant, inject that.
    """
}
private func addOrWrite(_ missing: String, _ near: String) -> String {
    """
    add Module { … as \(missing) } to your Dependencies block, \
    or, if \(near) is meant, write it there as \(missing).
    """
}
private let addOrWriteTheFixedClock =
    addOrWrite("any ColletTests.Clock", "ColletTests.FixedClock")
private let addToIsolated = """
    add Module { … as any ColletTests.Clock } to the isolated block, or nest the block that has it.
    """

/// The row about other containers with the clock.
private let forTheProcess = "ColletTests.Clock at Shop/App.swift:12, for the process"
private func clock(in container: String, line: Int = 12) -> String {
    "ColletTests.Clock at Shop/App.swift:\(line), in \(container)"
}

// MARK: - Fixtures

/// A registration on a line of the shop's app.
private func module<Value>(
    _ name: String? = nil, line: UInt = 12,
    _ make: @escaping @Sendable () -> sending Value
) -> Module { Module(name, fileID: "Shop/App.swift", line: line, make) }

private let clock = Dependencies { module { utc() } }
@Sendable private func utc() -> any Clock { FixedClock(zone: "UTC") }
private func overridingTheClock(_ body: () -> Void) { clock.override(body) }
private func isolatingTheClock(_ body: () -> Void) { clock.isolate(body) }

protocol ClockTower: Sendable {}
struct UTCClock: Clock { let zone = "UTC" }
private struct AI {}
protocol System {}
protocol Feed<Item> { associatedtype Item }
struct LiveFeed: Feed { typealias Item = Int }
protocol Exchange<Output, Input> {
    associatedtype Input
    associatedtype Output
}
/// The runtime's spelling of `any Feed<Int>`.
private let feedOfNumbers =
    "any ColletTests.Feed<Swift.Int>"

struct Parcel<each Content> {}
extension String { struct Row {} }

protocol FileSystem {}
struct DefaultSystem: System {}
struct DefaultFileSystem: FileSystem {}

/// Asks for its clock when it is told to, as if it had been declared in the shop's
/// checkout.
final class Latecomer: Session {
    private let clock = Inject<any Clock>(fileID: "Shop/Checkout.swift", line: 42)

    func readClock() { _ = clock() }
}

/// A module whose components, except one, need a clock while they are made.
private final class Clockmaker: Sendable {
    private let scope = Scope()

    func component() -> Assistant {
        scope.shared { needing((any Clock).self) { Assistant() } }
    }
    func weakComponent() -> Assistant {
        scope.weak { needing((any Clock).self) { Assistant() } }
    }
    func laterComponent() async -> Assistant {
        await scope.shared { () async in needing((any Clock).self) { Assistant() } }
    }
    func latecomer() -> Latecomer { scope.shared { Latecomer() } }
}

/// Asks for another one of its type when it is told to.
final class Follower: Sendable {
    let next: Inject<Follower>

    init(of name: String) { next = Inject(name, fileID: "Shop/Checkout.swift", line: 42) }
}

// MARK: - Requests

/// Asks for something, as if on line 42 of the shop's checkout.
func need<Value>(_ type: Value.Type, name: String? = nil) {
    _ = Resolver.resolve(type, name: name, fileID: "Shop/Checkout.swift", line: 42)
}

@Sendable private func needClock() { need((any Clock).self) }

/// Reads a wrapper on the same line.
private func inject<Value>(_ type: Value.Type, name: String? = nil) {
    _ = Inject<Value>(name, fileID: "Shop/Checkout.swift", line: 42)()
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

// MARK: - Cycles

/// The headlines for a cycle, wherever the path begins.
func headlines(ofCycle members: [String]) -> [String] {
    members.indices.map { start in
        let path = members[start...] + members[...start]
        return """
            Collet: \(path.joined(separator: " -> ")) is a cycle: \
            \(members[start]) needs itself to be made.
            """
    }
}

/// The headline for a cycle that begins at its first member.
func headline(ofCycle members: String...) -> String { headlines(ofCycle: members)[0] }
