// ColletTesting, a part of Collet: traits that give tests their own modules
// SPDX-License-Identifier: MIT
// Pasting this file into a test target? Then import the module here that Collet.swift
// is in.

// `public`, as a target may have imports that are internal by default.
public import Collet
import Synchronization
public import Testing

/// A trait that gives tests their own modules.
///
/// You make one with `dependencies` or `overrides`, on a test or on a suite:
///
/// ```swift
/// @MainActor
/// @Suite(
///     .dependencies {
///         Module(.shared) { FakeShop() as any Shop }
///         Module { FixedRate(percent: 0) as any TaxRate }
///     }
/// )
/// struct BasketTests {
///     let model = BasketModel()
///
///     @Test func basketsAreEmptyAtFirst() {
///         #expect(model.items.isEmpty)
///     }
///
///     @Test(arguments: 1...3)
///     func everyItemHasItsPrice(count: Int) {
///         for _ in 1...count { model.add("pear") }
///         #expect(model.total == count * 100)
///     }
///
///     @Test(.overrides { Module { FixedRate(percent: 10) as any TaxRate } })
///     func totalsIncludeTaxes() {
///         model.add("pear")
///         #expect(model.total == 110)
///     }
/// }
/// ```
///
/// Every test has its modules for itself, with shared instances of its own, and so has
/// every case of a parameterized test. Nothing is registered for the process and nothing
/// needs to be reset, so all tests run in parallel. The traits of a suite come first,
/// then those of the suites and the tests within it, each in the order in which they are
/// written: the innermost wins.
///
/// The modules serve while the instance of the suite is made, while the test runs, and in
/// all its child tasks. What is created there keeps them wherever it goes. They do not
/// serve the body of an exit test, which runs in another process.
///
/// ## Unused modules
///
/// A fake that nothing asks for is usually a mistake. It replaces the wrong type, as
/// `as any Shop` is missing, or the wrong name; it stands before the app's block, whose
/// module replaces it; or it is an override that only a `.shared` module of the app or of
/// the suite needs, which doesn't see overrides. When a test ends, each such module of its
/// own traits is reported as a warning, which doesn't fail the test. It points to the
/// test, or to where the trait was made, if that is in another file or above the test. If
/// nothing that a trait registered was asked for, its warnings ask whether Collet is
/// linked twice: then the app asks another copy than the test's.
///
/// A module is asked for as soon as one case of the test asks for it. A property that
/// injects it and is never read doesn't ask. Nothing is said about the modules of a
/// suite's traits and of blocks that are nested in a trait's block, which are for many
/// tests, or about tests that were skipped or cancelled, or that threw. Give a trait
/// `reportsUnused: false` to switch its warnings off. Before Swift 6.3 there are no
/// warnings, and nothing is reported.
nonisolated public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
    private let kind: Kind
    private let reportsUnused: Bool
    private let sourceLocation: Testing.SourceLocation
    private let modules: @Sendable () async throws -> [Module]
    private let identity = Identity()

    fileprivate enum Kind: String {
        case dependencies
        case overrides
    }

    /// Tells traits apart, wherever they are copied to.
    private final class Identity: Sendable {}

    /// The uses of the modules of the traits that apply to this task, in its whole suite
    /// or test.
    @TaskLocal private static var uses: [ObjectIdentifier: _Use_] = [:]

    fileprivate init(
        _ kind: Kind,
        reportsUnused: Bool,
        _ sourceLocation: Testing.SourceLocation,
        _ modules: @escaping @Sendable () async throws -> [Module]
    ) {
        self.kind = kind
        self.reportsUnused = reportsUnused
        self.sourceLocation = sourceLocation
        self.modules = modules
    }

    /// Whether a suite passes this trait on to all of its tests, which is always so.
    ///
    /// Only so can every test, and every case of a test, have shared instances of its
    /// own.
    public var isRecursive: Bool { true }

    /// Returns this trait, as it has something to do for suites, for tests and for their
    /// cases.
    public func scopeProvider(
        for test: Testing.Test,
        testCase: Testing.Test.Case?
    ) -> Self? {
        self
    }

    /// Runs a case of a test with this trait's modules.
    ///
    /// Around all cases of a test, it finds out what none of them asked for.
    public func provideScope(
        for test: Testing.Test,
        testCase: Testing.Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        // `@concurrent`, as the protocol has it: a pasted copy may stand where that isn't
        // the default.
        let id = ObjectIdentifier(identity)
        if testCase != nil {
            try await withModules(addingTo: Self.uses[id], function)
        } else if Self.uses[id] != nil {
            // It came from the suite, and it is the suite's use.
            try await function()
        } else {
            let use = _Use_(isReported: reportsUnused && !test.isSuite)
            var uses = Self.uses
            uses[id] = use
            defer { warn(about: use, in: test) }
            try await Self.$uses.withValue(uses, operation: function)
        }
    }

    private func withModules(
        addingTo use: _Use_?,
        _ function: @Sendable () async throws -> Void
    ) async throws {
        // The block is evaluated anew, so that not even its local variables are shared.
        let modules = try await modules()
        let dependencies = Dependencies { return modules }
        let body = { @Sendable () async throws -> Void in
            do { try await function() } catch {
                use?.addCutShortCase()
                throw error
            }
            use?.addCase(of: modules.count)
        }
        switch kind {
        case .dependencies: try await dependencies.isolate(body)
        case .overrides: try await dependencies.override(body)
        }
    }

    private func warn(about use: _Use_, in test: Testing.Test) {
        #if compiler(>=6.3)
            // In an attribute, `#_sourceLocation` stands for the end of what it is
            // attached to.
            let isInAttribute =
                sourceLocation.fileID == test.sourceLocation.fileID
                && sourceLocation.line >= test.sourceLocation.line
            let (unused, isAllUnused) = use.result
            let doubt = isAllUnused ? " (or is Collet linked twice?)" : ""
            let cause = """
                A .shared module of the app or of the suite doesn't see overrides. If it needs \
                this one, use .dependencies, with that module's block in it.\n
                """
            for module in unused {
                let problem = """
                    Collet: nothing asked for \(module).
                    \(kind == .overrides ? cause : "")\
                    To fix, create in the test what asks for it, correct its type (is `as any P` \
                    missing?) or name, write it after what replaces it (of two, the later wins), \
                    remove its Module, or allow it: \
                    .\(kind.rawValue)(reportsUnused: false) { … }\(doubt)
                    """
                Testing.Issue.record(
                    Testing.Comment(rawValue: problem),
                    severity: .warning,
                    sourceLocation: isInAttribute ? test.sourceLocation : sourceLocation
                )
            }
        #endif
    }
}

/// What the cases of a test leave unused of the modules that one trait gives them.
nonisolated private final class _Use_: Sendable {
    private let isReported: Bool
    private let cases = Synchronization.Mutex<(unused: [String]?, isAllUnused: Bool)>(
        (nil, true))

    init(isReported: Bool) {
        self.isReported = isReported
    }

    /// What no case asked for, and whether that is all that the trait registered.
    var result: (unused: [String], isAllUnused: Bool) {
        cases.withLock { ($0.unused ?? [], $0.isAllUnused) }
    }

    /// Adds a case that ended early: it might have asked for anything.
    func addCutShortCase() { cases.withLock { $0 = ([], false) } }

    /// Adds a case, from within its container.
    ///
    /// - Parameter count: How many modules the case has. Those of nested blocks are never
    ///   among the unused ones, so with such blocks nobody can tell whether all are
    ///   unused.
    func addCase(of count: Int) {
        guard isReported else { return }
        if Swift.Task.isCancelled { return addCutShortCase() }
        let unused = Dependencies.unused
        cases.withLock { cases in
            cases.isAllUnused = cases.isAllUnused && unused.count == count
            // Two modules with one key read the same: each stands for one of the others.
            var others = unused
            cases.unused =
                cases.unused?.filter { module in
                    others.firstIndex(of: module).map { others.remove(at: $0) } != nil
                } ?? unused
        }
    }
}

nonisolated extension Testing.Trait where Self == DependenciesTrait {
    /// Gives each test these modules only.
    ///
    /// A module that the test needs and that is not in the block stops it with a message
    /// which says so; `collet-check` says so before. To replace a module or two of the app
    /// and keep the others, nest the app's block before them, or use `overrides`.
    ///
    /// ```swift
    /// @Test(.dependencies { Module { FixedRate(percent: 10) as any TaxRate } })
    /// func taxRatesAreGiven() {
    ///     #expect(Resolver.resolve((any TaxRate).self).percent == 10)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - reportsUnused: Whether a module of a test's own trait that the test never asks
    ///     for is reported as a warning.
    ///   - sourceLocation: Where the trait is written.
    ///   - modules: The modules. The block is evaluated for every test and every case of
    ///     a test. It may throw, which fails the test, and wait.
    public static func dependencies(
        reportsUnused: Bool = true,
        sourceLocation: Testing.SourceLocation = #_sourceLocation,
        @DependenciesBuilder _ modules: @escaping @Sendable () async throws -> [Module]
    ) -> Self {
        DependenciesTrait(
            .dependencies, reportsUnused: reportsUnused, sourceLocation, modules)
    }

    /// Gives each test the modules of a block that exists, and no others.
    ///
    /// Nothing is said about those that a test doesn't use, as such a block is for many
    /// tests.
    public static func dependencies(_ dependencies: Dependencies) -> Self {
        .dependencies { dependencies }
    }

    /// Gives each test these modules on top of the current ones.
    ///
    /// The current ones are the modules of the suite's traits, or those of the process.
    ///
    /// ```swift
    /// @Test(.overrides { Module { FixedRate(percent: 0) as any TaxRate } })
    /// func taxRatesAreReplaced() {
    ///     #expect(Resolver.resolve((any TaxRate).self).percent == 0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - reportsUnused: Whether a module of a test's own trait that the test never asks
    ///     for is reported as a warning.
    ///   - sourceLocation: Where the trait is written.
    ///   - modules: The modules. The block is evaluated for every test and every case of
    ///     a test. It may throw, which fails the test, and wait.
    public static func overrides(
        reportsUnused: Bool = true,
        sourceLocation: Testing.SourceLocation = #_sourceLocation,
        @DependenciesBuilder _ modules: @escaping @Sendable () async throws -> [Module]
    ) -> Self {
        DependenciesTrait(
            .overrides, reportsUnused: reportsUnused, sourceLocation, modules)
    }

    /// Gives each test the modules of a block that exists, on top of the current ones.
    ///
    /// Nothing is said about those that a test doesn't use, as such a block is for many
    /// tests.
    public static func overrides(_ dependencies: Dependencies) -> Self {
        .overrides { dependencies }
    }
}

// What one writes by habit, with what to write instead.
nonisolated extension Testing.Trait where Self == DependenciesTrait {
    @available(*, unavailable, message: "write .overrides { … }")
    public static func override(@DependenciesBuilder _ modules: () -> [Module]) -> Self {
        fatalError()
    }
    @available(*, unavailable, message: "write .overrides(block)")
    public static func override(_ dependencies: Dependencies) -> Self { fatalError() }

    @available(*, unavailable, message: "write .dependencies { … }")
    public static func isolate(@DependenciesBuilder _ modules: () -> [Module]) -> Self {
        fatalError()
    }
    @available(*, unavailable, message: "write .dependencies(block)")
    public static func isolate(_ dependencies: Dependencies) -> Self { fatalError() }

    @available(*, unavailable, message: "write .dependencies { a; b }")
    public static func dependencies(_ a: Dependencies, _ b: Dependencies...) -> Self {
        fatalError()
    }
    @available(*, unavailable, message: "write .dependencies { block; Module { … } }")
    public static func dependencies(
        _ block: Dependencies, @DependenciesBuilder _ modules: () -> [Module]
    ) -> Self { fatalError() }
}
