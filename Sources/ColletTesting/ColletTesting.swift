// Pasting this file into a test target? Then import the module that Collet.swift is in.

// `public`, as imports are internal by default in some targets.
public import Collet
import Synchronization
public import Testing

/// A trait that gives tests their own modules.
///
/// Make one with `dependencies` or `overrides`, for a test or a suite:
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
/// Every test has its own modules and shared instances, and so has every case of a
/// parameterized test. Nothing is registered for the process and nothing needs to be
/// reset, so all tests run in parallel. But a block in a global variable or a
/// `static let` is evaluated once: a fake that it makes outside of its modules' closures
/// is one for all tests that use it.
///
/// The traits of a suite come first, then those of the suites and the tests within it,
/// each in the order in which they are written: the innermost wins.
///
/// The modules serve while the instance of the suite is made, while the test runs, and in
/// all its child tasks. Objects that are created there keep the modules wherever they go.
/// The modules don't serve the body of an exit test, which runs in another process.
///
/// ## Unused modules
///
/// A fake that nothing asks for is usually a mistake:
/// - its type is wrong (is `as any Shop` missing?), or its name;
/// - it stands before the app's block, whose module replaces it;
/// - it is an override that only a `.shared` module of the app or of the suite needs,
///   which doesn't see overrides.
///
/// When a test ends, each such module of its own traits, unless the suite has the same
/// trait, is reported as a warning, which doesn't fail the test. The warning points to
/// the test, or to the trait if that was made in another file or above the test. If
/// nothing asked for any of a trait's modules, and none is nested, the warnings ask
/// whether Collet is linked twice: then the app asks another copy than the test's.
///
/// A module is used as soon as one case of the test asks for it. A property that injects
/// it and is never read doesn't ask. Modules of a suite's traits, and of blocks that are
/// nested in a trait's block, are for many tests, and never reported. Neither are those
/// of tests that were skipped or cancelled, or that threw. To switch a trait's warnings
/// off, write `reportsUnused: false`. Before Swift 6.3 there are no warnings, and nothing
/// is reported.
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

    /// How the modules of each trait are used in this task's suite or test.
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

    /// Whether a suite passes this trait on to all of its tests. Always `true`.
    ///
    /// Otherwise tests, and the cases of a test, would share instances.
    public var isRecursive: Bool { true }

    /// Returns this trait: it acts around suites, tests and their cases.
    public func scopeProvider(
        for test: Testing.Test,
        testCase: Testing.Test.Case?
    ) -> Self? {
        self
    }

    /// Runs a case of a test with this trait's modules.
    ///
    /// Around all cases of a test, finds the modules that none of them asked for.
    public func provideScope(
        for test: Testing.Test,
        testCase: Testing.Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        // `@concurrent`, as the protocol has it: a pasted copy may stand where that isn't
        // the default.
        let id = ObjectIdentifier(identity)
        if testCase != nil {
            let use = Self.uses[id]
            do { try await withModules(addingTo: use, function) } catch {
                use?.addCutShortCase()
                throw error
            }
        } else if Self.uses[id] != nil {
            // The trait came from the suite, which counts its use.
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
            try await function()
            use?.addCase(of: modules.count)
        }
        switch kind {
        case .dependencies: try await dependencies.isolate(body)
        case .overrides: try await dependencies.override(body)
        }
    }

    private func warn(about use: _Use_, in test: Testing.Test) {
        #if compiler(>=6.3)
            // In an attribute, `#_sourceLocation` is the end of the declaration that has
            // the attribute.
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

/// The modules of one trait that the cases of a test leave unused.
nonisolated private final class _Use_: Sendable {
    private let isReported: Bool
    private let cases = Synchronization.Mutex<(unused: [String]?, isAllUnused: Bool)>(
        (nil, true))

    init(isReported: Bool) {
        self.isReported = isReported
    }

    /// The modules that no case asked for, and whether the trait has no others.
    var result: (unused: [String], isAllUnused: Bool) {
        cases.withLock { ($0.unused ?? [], $0.isAllUnused) }
    }

    /// Adds a case that ended early, and might have asked for anything.
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
            // Modules of the same type and name have the same text: each text here is
            // matched with one there.
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
    /// A test that needs another module stops with a message which says so;
    /// `check-dependencies` looks for such tests. To replace a module or two of the
    /// app and keep the others, nest the app's block before them, or use `overrides`.
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
    ///     a test. It may be asynchronous. It may also throw, which fails the test.
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
    /// Unused modules aren't reported, as such a block is for many tests.
    public static func dependencies(_ dependencies: Dependencies) -> Self {
        .dependencies { dependencies }
    }

    /// Gives each test these modules on top of the current ones.
    ///
    /// The current modules are those of the suite's traits, or of the process.
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
    ///     a test. It may be asynchronous. It may also throw, which fails the test.
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
    /// Unused modules aren't reported, as such a block is for many tests.
    public static func overrides(_ dependencies: Dependencies) -> Self {
        .overrides { dependencies }
    }
}

// Overloads for code that people write by habit: the compiler says what to write instead.
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

    @available(*, unavailable, message: "write .dependencies { app }, with modules")
    public static var dependencies: Self { fatalError() }
    @available(*, unavailable, message: "write .dependencies { app }, with modules")
    public static var container: Self { fatalError() }

    @available(*, unavailable, message: "write .dependencies { Module { … } }")
    public static func dependencies(_ module: Module) -> Self { fatalError() }
    @available(*, unavailable, message: "write .overrides { Module { … } }")
    public static func overrides(_ module: Module) -> Self { fatalError() }

    @available(
        *, unavailable,
        message: "no $0: write .dependencies { app; Module { … as any P } }"
    )
    public static func dependencies(_ change: (inout DependenciesTrait.Values) -> Void)
        -> Self
    { fatalError() }
    @available(
        *, unavailable, message: "no $0: write .overrides { Module { … as any P } }"
    )
    public static func overrides(_ change: (inout DependenciesTrait.Values) -> Void)
        -> Self
    { fatalError() }
    @available(
        *, unavailable, message: "write .dependencies { app; Module { … as any P } }"
    )
    public static func container(_ change: (DependenciesTrait.Values) -> Void) -> Self {
        fatalError()
    }

    @available(*, unavailable, message: "write .dependencies { a; b }")
    public static func dependencies(_ a: Dependencies, _ b: Dependencies...) -> Self {
        fatalError()
    }
    @available(*, unavailable, message: "write .dependencies { block; Module { … } }")
    public static func dependencies(
        _ block: Dependencies, @DependenciesBuilder _ modules: () -> [Module]
    ) -> Self { fatalError() }
}

nonisolated extension DependenciesTrait {
    /// The values that a closure of another library's trait changes.
    @available(*, unavailable)
    @dynamicMemberLookup
    public struct Values {
        public subscript(dynamicMember name: String) -> Any {
            get { fatalError() }
            set {}
        }
        public subscript(dynamicMember name: String) -> Values {
            get { self }
            set {}
        }
        public subscript(key: Any.Type) -> Any {
            get { fatalError() }
            set {}
        }
        public func register<T>(_ make: () -> T) {}
    }
}
