import Foundation
import TestSupport
import Testing

/// The file in the world: pasted into targets of all kinds, beside an app that uses every
/// public function.
struct WorldTests {
    private static let expected = try! String(
        contentsOf: World.app.deletingPathExtension().appendingPathExtension("txt"),
        encoding: .utf8
    )

    @Test(.enabled(if: runsSlowTests), arguments: World.all)
    func theAppDoesTheSame(in world: World) async throws {
        let app = try await Run(world.program)

        #expect(app.output == Self.expected)
        #expect(app.error == "")
        #expect(app.status == 0)
    }

    /// Nothing needs the file with the hints.
    @Test(.enabled(if: runsSlowTests), arguments: Mode.allCases)
    func theAppDoesTheSameWithoutTheHints(_ mode: Mode) async throws {
        let app = try await Run(World(mode: mode).build([Package.library, World.app]))

        #expect(app.output == Self.expected)
        #expect(app.error == "")
        #expect(app.status == 0)
    }

    /// Blocks call the builder's functions, and the app has blocks of every kind.
    @Test func theAppUsesEveryPublicFunction() throws {
        let app = try String(contentsOf: World.app, encoding: .utf8)
        let list = Package.root.appending(
            path: "Tests/CompileTimeTests/PublicAPI/Collet.txt")
        let lines = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
        let names = lines.map { line in line.prefixMatch(of: /[\w.]+/)!.output }
        let paths = names.map { name in name.split(separator: ".") }
        // Without the closure's type the compiler needs two seconds.
        let functions = paths.filter { (parts: [Substring]) -> Bool in
            parts.count > 1 && parts[0] != "DependenciesBuilder"
                && parts.last != "Lifetime"
        }

        #expect(functions.count > 20)
        for function in functions {
            let (type, name) = (function[0], function.last!)
            // Without this type the compiler needs three seconds.
            let uses: [String] =
                switch name {
                case "init":
                    type == "Inject" ? ["@Inject ", "Inject(value:"] : ["\(type)"]
                case "callAsFunction": ["buoys()"]
                case "wrappedValue": ["captain.radio"]
                default: [".\(name)"]
                }
            for use in uses { #expect(app.contains(use), "\(type).\(name)") }
        }
    }

    // MARK: - Names

    /// Types that an app may have: the file's private ones, `_Box_`, spelt `Box` and
    /// `_Box`, and names that apps often use.
    private static func names(in file: URL) throws -> [String] {
        let text = try String(contentsOf: file, encoding: .utf8)
        let declaration = /(nonisolated )?(file)?private (\w+ )+(?<name>\w+)/
        let own = text.split(separator: "\n").compactMap { line in
            line.prefixMatch(of: declaration).map { String($0.name) }
        }
        try #require(!own.isEmpty)
        let plain = try own.map { name in
            try String(#require(name.wholeMatch(of: /_([A-Za-z]+)_/)).1)
        }
        return Set(plain + plain.map { "_" + $0 } + usualNames).sorted()
    }

    private static let usualNames = """
        Actor AppError Atomic Cache Client Color Configuration Date Dependency Entry Error Event Failure Graph \
        Identity Image Item Key Kind Lifetime Lock Log Logger Message Model Mutex Network Node \
        Operation Place Problem Queue Result Service Session Set Source State Store Table Tag Task \
        Thread Timer Token URL User Value View
        """.split(separator: " ").map(String.init)

    /// Writes a file with types of an app's own.
    private static func declare(_ names: [String]) throws -> URL {
        let file = try Package.temporaryDirectory().appending(path: "Names.swift")
        let types = names.map { "nonisolated struct \($0) { var own = 1 }\n" }
        try types.joined().write(to: file, atomically: true, encoding: .utf8)
        return file
    }

    @Test(.enabled(if: runsSlowTests), arguments: [Mode.swift5, .swift6])
    func theAppHasTypesOfAnyName(_ mode: Mode) async throws {
        let names = try Self.declare(Self.names(in: Package.library))

        let app = try await Run(World(mode: mode).build(with: [names]))

        #expect(app.output == Self.expected)
    }

    /// With the names of members that the file itself adds to these types.
    @Test(.enabled(if: runsSlowTests), arguments: [Mode.swift5, .swift6])
    func theAppExtendsWhatTheFileExtends(_ mode: Mode) async throws {
        let file = try Package.temporaryDirectory().appending(path: "Extensions.swift")
        try """
        nonisolated extension Optional {
            var absent: Bool { self == nil }
            static func box(_ value: Wrapped) -> Self { value }
            mutating func take() -> Wrapped? {
                defer { self = nil }
                return self
            }
        }

        nonisolated extension Array {
            var absent: Bool { isEmpty }
            static func box(_ value: Element) -> Self { [value] }
        }
        """.write(to: file, atomically: true, encoding: .utf8)

        let app = try await Run(World(mode: mode).build(with: [file]))

        #expect(app.output == Self.expected)
    }

    /// As the guide says for a pasted file. A target of its own has `isFramework`.
    @Test(.enabled(if: runsSlowTests)) func publicNamesAreRefused() async throws {
        let names = ["Module", "Scope", "Inject", "Resolver", "Dependencies"]
        let file = try Self.declare(names)

        let found = try await Mode.swift6.diagnose(
            World.library + [file], ["-parse-as-library"])

        for name in names {
            let message = "invalid redeclaration of '\(name)'"
            #expect(found.contains { $0.message == message }, "\(name)")
        }
    }

    @Test(.enabled(if: runsSlowTests), arguments: [Mode.swift5, .swift6])
    func theTestsHaveTypesOfAnyName(_ mode: Mode) async throws {
        let traits = Package.root.appending(
            path: "Sources/ColletTesting/ColletTesting.swift")
        let pasted = try Package.temporaryDirectory().appending(
            path: "ColletTesting.swift")
        try String(contentsOf: traits, encoding: .utf8).replacing(
            "public import Collet\n", with: ""
        )
        .write(to: pasted, atomically: true, encoding: .utf8)
        let ofTesting = ["Comment", "Issue", "SourceLocation", "Suite", "Test", "Trait"]
        let names =
            try Self.names(in: Package.library) + Self.names(in: traits) + ofTesting
        let tests = World.app.deletingLastPathComponent().appending(path: "Tests.swift")
        let others = [pasted, tests, try Self.declare(Set(names).sorted())]

        let program = try await World(mode: mode).build(World.library + others)

        // A Mac runs tests in a bundle that its own tools make.
        #if os(Linux)
            let run = try await Run(program, ["--testing-library", "swift-testing"])
            let output = run.output + run.error
            #expect(output.contains("Test run with 3 tests in 1 suite passed"))
            #expect(output.contains("nothing asked for Swift.Int"))
            #expect(run.status == 0)
        #endif
    }

    // MARK: - Reflection metadata

    /// With reflection metadata, without names in it, and without any.
    @Test(
        .enabled(if: runsSlowTests),
        arguments: [[], World.withoutReflectionNames, World.withoutReflectionMetadata]
    )
    func messagesNeedNoReflectionMetadata(_ options: [String]) async throws {
        let program = try await World(options: options).program

        for (mistake, message) in Self.messages {
            // The runtime's own backtrace would follow the message.
            let app = try await Run("SWIFT_BACKTRACE=enable=no", [program, mistake])
            #expect((app.output + app.error).contains(message), "\(mistake)")
            #expect((app.status == 0) == (mistake == "verify"))
        }
    }

    /// The app's output for each mistake that it can make.
    private static let messages = [
        "missing": """
        Collet: nothing is registered for App.Radio.
          needed by     App.Harbour -> App.Berth
          injected at   App/App.swift:21
          registered    App.ShipRadio at App/App.swift:225
                        App.Harbour at App/App.swift:223
                        App.Berth at App/App.swift:224
                        Swift.Int named "spare" at App/App.swift:226
        To fix, add Module { … as any Radio } to your Dependencies block, or, if App.ShipRadio is meant, \
        write it there as any Radio.

        """,
        "cycle": """
        Collet: App.Bridge -> App.Tower -> App.Bridge is a cycle: \
        App.Bridge needs itself to be made.
          resolved at   App/App.swift:234
        To fix, give one of them a property, let other = Inject<…>(), and call other() after init.

        """,
        "weak": """
        Collet: App.Radio can't be weak: App.ShipRadio is not a class.
          resolved at   App/App.swift:241
        To fix, make it shared, or an instance of a class.

        """,
        "verify": """
        Collet: nothing is registered for App.Radio.
          needed by     App.Harbour
          injected at   App/App.swift:21
          registered    App.Radio named "spare" at App/App.swift:248
                        App.Harbour at App/App.swift:246
                        App.Tide at App/App.swift:247
        To fix, ask for "spare", or add to your Dependencies block:  Module { … as any Radio }

        Collet: App.Tide can't be weak: App.Tide is not a class.
          verified at   App/App.swift:251
        To fix, make it shared, or an instance of a class.

        """,
    ]
}
