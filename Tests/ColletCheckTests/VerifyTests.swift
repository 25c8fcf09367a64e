import Testing

@testable import ColletCheck

/// The instances that `verify()` makes, and their mistakes.
struct VerifyTests {
    private static let kit = """
        public final class Log: Sendable { public init() {} }
        public final class Feed: Sendable { public init() { _ = Resolver.resolve(Log.self) } }
        public struct Page: Sendable { let log = Inject<Log>(); public init() {} }
        @MainActor public final class Screen { public init() {} }
        """

    @Test func testsStopWhereItMakesWhatIsWrong() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": Self.kit,
            "KitTests/KitTests.swift": """
            import Kit
            import Testing
            let app = Dependencies { Module.mainActor { Screen() } }
            @MainActor @Test func onMainActor() throws { try app.verify() }
            @MainActor @Test func laterOnMainActor() async throws { try app.verify() }
            @Test func offMainActor() throws { try app.verify() } //: error: Screen is made on the main actor, but this makes it elsewhere, where the program stops; to fix, call verify() in code that is '@MainActor', such as MainActor.run { … }
            @Test func laterOffMainActor() async throws { try app.verify() } //: error: Screen is made on the main actor, but this makes it elsewhere, where the program stops; to fix, call verify() in code that is '@MainActor', such as MainActor.run { … }
            """,
        ])
        await package.expect(\.requestsOffMainActor)
    }

    @Test func testsNeedWhatItsModulesAskFor() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": Self.kit,
            "KitTests/KitTests.swift": """
            import Kit
            import Testing
            @Test func feed() throws { try Dependencies { Module { Feed() }; Module { Log() } }.verify() }
            @Test func stops() { try? Dependencies { Module { Feed() } }.verify() } //: error: 'stops()' asks for Log, which its block doesn't register; to fix, add to its block (KitTests.swift:5): Module { … as Log }
            let part = Dependencies { Module { Page() } }
            @Test func page() throws { try Dependencies { part; Module { Log() } }.verify() }
            @Test func fails() throws { try part.verify() } //: error: 'fails()' asks for Log, which its block doesn't register; to fix, add to 'part' (KitTests.swift:6): Module { … as Log }
            @Test func expects() throws { #expect(throws: VerificationError.self) { try part.verify() } }
            @Test func catches() { do { try part.verify() } catch {} }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    @Test func whatTestsVerifyIsMendedWhereItIsWritten() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": Self.kit + """

                public let kit = Dependencies { Module { Page() } }
                """,
            "KitTests/KitTests.swift": """
            import Kit
            import Testing
            @Test func fails() throws { try kit.verify() } //: error: 'fails()' asks for Log, which its block doesn't register; to fix, add to 'kit' (Kit.swift:6): Module { … as Log }
            """,
        ])
        await package.expect(\.lacksOfTests)
    }

    // MARK: XCTest

    @Test(arguments: [
        "throws { try part.verify() }", "async throws { try part.verify() }",
        "throws { do { try part.verify() } catch { throw error } }",
        "{ try! part.verify() }", "{ XCTAssertNoThrow(try part.verify()) }",
    ])
    func testsOfXCTestFailWithItsError(_ body: String) async throws {
        try await expectNeeds(
            """
            func testFails() \(body) //: error: 'testFails()' asks for Log, which its block doesn't register; to fix, add to 'part' (KitTests.swift:5): Module { … as Log }
            """)
    }

    @Test(arguments: [
        "{ XCTAssertThrowsError(try part.verify()) }", "{ try? part.verify() }",
        "{ do { try part.verify(); XCTFail() } catch {} }",
    ])
    func testsOfXCTestMayExpectItsError(_ body: String) async throws {
        try await expectNeeds("func testExpects() \(body)")
    }

    @Test func testsOfXCTestFailIfTheirSetUpDoes() async throws {
        try await expectNeeds(
            """
            override func setUpWithError() throws { try part.verify() }
            func testFails() { _ = Resolver.resolve(Int.self) } //: error: 'testFails()' asks for Log, which its block doesn't register; to fix, add to 'part' (KitTests.swift:5): Module { … as Log }
            """)
    }

    /// What comes after a test may have been skipped happens on one way.
    @Test func testsOfXCTestGoOnWhereTheyAreNotSkipped() async throws {
        try await expectNeeds(
            """
            override func setUpWithError() throws {
                try XCTSkipIf(ProcessInfo.processInfo.environment["CI"] == nil)
                Resolver.register(value: 1, name: "limit")
            }
            func testLimit() { _ = Resolver.resolve(Int.self, name: "limit") }
            """)
    }

    /// Expects what the comments in a test case's members say.
    private func expectNeeds(
        _ members: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": Self.kit,
            "KitTests/KitTests.swift": """
            import Foundation
            import Kit
            import XCTest
            let part = Dependencies { Module { Page() } }
            final class KitTests: XCTestCase {
            \(members)
            }
            """,
        ])
        await package.expect(\.lacksOfTests, sourceLocation: sourceLocation)
    }

    // MARK: Programs

    @Test func aProgramStopsWhereItsErrorIsNotExpected() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": Self.kit,
            "App/main.swift": """
            import Kit
            let part = Dependencies { Module { Page() } }
            try! part.verify()
            """,
        ])
        let findings = await package.runs().findings(of: \.missingKeys)
        let errors = findings.filter { $0.severity == .error }
        #expect(errors.map(\.subject) == ["Log"])
    }
}
