import Testing

@testable import ColletCheck

/// Blocks that nothing builds, and functions that nothing calls.
struct UnbuiltTests {
    @Test func somebodyBuildsABlock() async throws {
        let package = try await RulePackage([
            "App/App.swift": """
            struct Log: Sendable {}
            let app = Dependencies {
                nested
                module
                for block in [listed] { block }
                Module { Log() }
            }
            let nested = Dependencies { Module("nested") { Log() } }
            let listed = Dependencies { Module("listed") { Log() } }
            let module = Module("module") { Log() }
            let lost = Dependencies { Module("lost") { Log() } } //: warning: nothing builds this, so nothing that it registers is found; to fix, call build() on it, or nest it in a block that is built
            let outer = Dependencies { inner } //: warning: nothing builds this, so nothing that it registers is found; to fix, call build() on it, or nest it in a block that is built
            let inner = Dependencies { Module("inner") { Log() } }
            let verified = Dependencies { Module("verified") { Log() } } //: warning: nothing builds this, so nothing that it registers is found; to fix, call build() on it, or nest it in a block that is built
            let dropped = [Module("dropped") { Log() }] //: warning: nothing builds this, so nothing that it registers is found; to fix, nest it in a block that is built
            let mocks = Dependencies { Module { Log() } }
            let empty = Dependencies {}
            struct Screen { let block = Dependencies { Module("held") { Log() } } } //: warning: nothing builds this, so nothing that it registers is found; to fix, call build() on it, or nest it in a block that is built
            #if NEVER
                func start() { others.build() }
            #endif
            let others = Dependencies { Module("others") { Log() } }
            @main struct Main {
                static func main() throws {
                    app.build()
                    try verified.verify()
                    Dependencies { Module("made") { Log() } }.override { print(Screen(), mocks) }
                    _ = lost
                    let block = Dependencies { Module("kept") { Log() } }
                    print(block.makeContainer())
                }
            }
            """
        ])
        await package.expect(\.unbuiltCode)
    }

    /// Its caller might give it any block, but nothing calls it.
    @Test func nothingGivesABlockToAFunctionThatNothingCalls() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            func serve(with block: Dependencies) {
                block.override { print(Resolver.resolve(Log.self)) }
            }
            let lost = Dependencies { Module { Log() } } //: warning: nothing builds this, so nothing that it registers is found; to fix, call build() on it, or nest it in a block that is built
            Dependencies { Module("a") { 1 } }.build()
            """
        ])
        await package.expect(\.unbuiltCode)
    }

    /// A module that a block gets from its caller may be any.
    @Test func aBlockOfUnknownModulesMayHaveAny() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            struct Plugin { var module: Module }
            let logs = Plugin(module: Module { Log() })
            func app(_ plugin: Plugin) -> Dependencies { Dependencies { plugin.module } }
            """
        ])
        await package.expect(\.unbuiltCode)
    }

    @Test func anotherConfigurationBuildsABlock() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            enum Flags { static let isOld = false }
            let old = Dependencies { Module("old") { Log() } }
            let new = Dependencies { Module { Log() } }
            let lost = Dependencies { Module("lost") { Log() } } //: warning: nothing builds this, so nothing that it registers is found; to fix, call build() on it, or nest it in a block that is built
            (Flags.isOld ? old : new).build()
            if !Flags.isOld { _ = lost }
            """
        ])
        await package.expect(\.unbuiltCode)
    }

    @Test func somebodyCallsAFunction() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public struct Kit: Sendable {}
            struct Part: Sendable {}
            public func registerKit() { Resolver.register { Kit() } }
            extension Kit { public static func register() { Resolver.register(name: "own") { Kit() } } }
            func registerPart() { Resolver.register { Part() } } //: warning: nothing that runs calls 'registerPart()', so what it registers or builds is not found; to fix, call it when the program starts
            """,
            "App/App.swift": """
            import Kit
            struct Log: Sendable {}
            struct Setup {
                let name: String
                func start() { Resolver.register(name: "start") { Log() } } //: warning: nothing that runs calls 'Setup.start()', so what it registers or builds is not found; to fix, call it when the program starts
                private func end() { Resolver.register(name: "end") { Log() } } //: warning: nothing that runs calls 'Setup.end()', so what it registers or builds is not found; to fix, call it when the program starts
                func finish() { Resolver.register(name: "finish") { Log() } }
                func helper(_ name: String) { Resolver.register(name: name) { Log() } }
            }
            func later() { Resolver.register(name: "later") { Log() } }
            func again() { Resolver.register { Log() } }
            @main struct Main {
                static func main() {
                    Setup(name: "").finish()
                    Resolver.register { Log() }
                    let table = ["later": later]
                    print(table.count)
                }
            }
            """,
        ])
        await package.expect(\.unbuiltCode)
    }

    /// The finding about the missing module names it.
    @Test func oneMistakeIsToldOnce() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            struct Clock: Sendable {}
            func register() { Resolver.register { Log() } }
            struct Blocks { static let lost = Dependencies { Module { Clock() } } }
            _ = (Resolver.resolve(Log.self), Resolver.resolve(Clock.self))
            """
        ])
        await package.expect(\.unbuiltCode)
        await package.expect(\.unbuiltCode)
    }

    /// A program that checks the wiring builds nothing.
    @Test func whatIsOnlyVerifiedNeedNotBeBuilt() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            let app = Dependencies { Module { Log() } }
            try app.verify()
            """
        ])
        #expect(await package.runs().findings.isEmpty)
    }

    @Test func whatIsVerifiedStopsWhereItAsks() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            final class Feed: Sendable { init() { _ = Resolver.resolve(Log.self) } } //: error: nothing is registered for Log; to fix, add to 'app' (main.swift:4): Module { … as Log }
            let app = Dependencies { Module { Feed() } }
            try app.verify()
            """
        ])
        await package.expect(\.missingKeys)
    }

    /// The program uses other blocks, if only in an override.
    @Test func verifyingABlockBesideOthersIsNotUsingIt() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            let fakes = Dependencies { Module { Log() } }
            let lost = Dependencies { Module("lost") { Log() } } //: warning: nothing builds this, so nothing that it registers is found; to fix, call build() on it, or nest it in a block that is built
            try lost.verify()
            fakes.override { print(Resolver.resolve(Log.self)) }
            """
        ])
        await package.expect(\.unbuiltCode)
    }

    /// It would register what it is given, but nothing gives it anything.
    @Test func aFunctionThatNothingCallsRegistersNothingElse() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            Dependencies { Module("a") { 1 } }.build()
            func lost() { Resolver.register(Module { Log() }) } //: warning: nothing that runs calls 'lost()', so what it registers or builds is not found; to fix, call it when the program starts
            func install(_ module: Module) { Resolver.register(module) }
            """
        ])
        await package.expect(\.unbuiltCode)
    }

    /// The other build may use another one.
    @Test func eachBlockOfAnArrayMayBeChosen() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            let all = [
                Dependencies { Module { Log() } },
                Dependencies { Module("other") { Log() } },
            ]
            all[0].build()
            """
        ])
        await package.expect(\.unbuiltCode)
    }

    /// Each type that conforms has its own.
    @Test func aDefaultThatNothingCallsIsNoMistake() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            protocol Feature { static func register() }
            extension Feature {
                static func register() { Resolver.register(Module { Log() }) }
            }
            struct Page: Feature {
                static func register() { Resolver.register(Module { 1 }) }
            }
            Page.register()
            """
        ])
        await package.expect(\.unbuiltCode)
    }
}
