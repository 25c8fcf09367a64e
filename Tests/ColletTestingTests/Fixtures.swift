import Collet
import ColletTesting
import Synchronization
import Testing

/// An object that is recognised by its identity.
protocol Session: AnyObject, Sendable { var note: Int { get set } }

/// A session that keeps one number.
final class Notepad: Session {
    private let content = Mutex(0)

    var note: Int {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}

/// An error of a test or a block.
struct OutOfStock: Error {}

/// Collects values from tests that run in parallel.
final class Collector<Value: Sendable>: Sendable {
    private let collected = Mutex<[Value]>([])

    var values: [Value] { collected.withLock { $0 } }

    func add(_ value: Value) { collected.withLock { $0.append(value) } }
}

/// A trait that acts once for a whole test or suite, not for each case or test in it.
protocol OnceTrait: TestTrait, SuiteTrait, TestScoping {}

extension OnceTrait {
    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil ? self : nil
    }
}

/// Does something around all cases of a test or all tests of a suite.
struct AroundTrait: OnceTrait {
    let scope:
        @Sendable (_ function: @Sendable () async throws -> Void) async throws -> Void

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await scope(function)
    }
}

extension Trait where Self == AroundTrait {
    /// Checks something after all cases of a test or all tests of a suite.
    static func afterwards(_ check: @escaping @Sendable () -> Void) -> Self {
        AroundTrait { function in
            try await function()
            check()
        }
    }

    /// Runs all cases of a test or all tests of a suite in a container.
    static func within(_ container: Dependencies.Container) -> Self {
        AroundTrait { function in try await container.perform(function) }
    }

    /// Throws before anything runs.
    static func throwsBeforehand(_ error: any Error) -> Self {
        AroundTrait { _ in throw error }
    }

    /// Throws when all has run.
    static func throwsAfterwards(_ error: any Error) -> Self {
        AroundTrait { function in
            try await function()
            throw error
        }
    }

    /// Catches the error that a trait after this one throws.
    static func expectsError(_ type: (some Error).Type) -> Self {
        AroundTrait { function in
            await #expect(throws: type) { try await function() }
        }
    }
}

/// Catches the issues of a whole test or suite, and checks them.
///
/// This comes before the trait that records them, because the first trait is outermost.
struct IssuesTrait: OnceTrait {
    let check: @Sendable ([Issue], Test) -> Void

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let issues = Collector<Issue>()
        defer { check(issues.values, test) }
        let collecting: IssueHandlingTrait = .compactMapIssues { issue in
            issues.add(issue)
            return nil
        }
        try await collecting.provideScope(for: test, testCase: nil, performing: function)
    }
}

extension Trait where Self == IssuesTrait {
    /// Catches the issues of a whole test or suite, and checks them.
    static func issues(_ check: @escaping @Sendable ([Issue]) -> Void) -> Self {
        IssuesTrait { issues, _ in check(issues) }
    }

    /// Expects these modules, and no others, to be reported as unused.
    ///
    /// - Parameters:
    ///   - modules: The modules in order, described as in messages.
    ///   - trait: The name of the trait that gives them.
    ///   - line: Where the trait is, or `nil` if it is in the attribute of the test.
    ///   - isAll: Whether they are all that the trait registers.
    static func reportsUnused(
        _ modules: String...,
        by trait: String = "dependencies",
        at line: Int? = nil,
        isAll: Bool = true
    ) -> Self {
        IssuesTrait { issues, test in
            #if compiler(>=6.3)
                let cause = """
                    A .shared module of the app or of the suite doesn't see overrides. If it needs \
                    this one, use .dependencies, with that module's block in it.

                    """
                let expected = modules.map { module in
                    """
                    Collet: nothing asked for \(module).
                    \(trait == "overrides" ? cause : "")\
                    To fix, create in the test what asks for it, correct its type (is `as any P` \
                    missing?) or name, write it after what replaces it (of two, the later wins), \
                    remove its Module, or allow it: \
                    .\(trait)(reportsUnused: false) { … }\
                    \(isAll ? " (or is Collet linked twice?)" : "")
                    """
                }
                #expect(issues.map(\.text) == expected)
                #expect(issues.allSatisfy { $0.severity == .warning && !$0.isFailure })
                for issue in issues {
                    let location = issue.sourceLocation
                    if let line {
                        #expect(location?.line == line)
                    } else {
                        #expect(location == test.sourceLocation)
                    }
                }
            #else
                #expect(issues.map(\.text) == [])
            #endif
        }
    }
}

extension Issue {
    /// The text that was recorded with the issue.
    var text: String { comments.map(\.rawValue).joined() }
}

/// A trait for tests of other files, on a line further down than theirs.
let traitOfThisFile: DependenciesTrait = .dependencies { Module { 1.5 } }
let lineOfATrait = #line - 1
