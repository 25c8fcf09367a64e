import Collet
import ColletTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// The modules that are reported as unused when a test ends.
struct UnusedTests {
    // MARK: Reported modules

    @Test(
        .reportsUnused(
            "Swift.Int", "Swift.Double", "ColletTestingTests.FakeShop", isAll: false),
        .dependencies {
            Module { 1 }
            Module("one") { 2 }
            Module { 1.5 }
            Module(.shared) { FakeShop() }
        }
    )
    func theTwinAndAFakeUnderTheWrongTypeAreReportedAtTheTest() {
        #expect(Resolver.resolve(Int.self, name: "one") == 2)
        #expect(Resolver.resolve((any Shop)?.self) == nil)
    }

    private static let line = #line + 1
    private static let elsewhere: DependenciesTrait = .dependencies { Module { 1.5 } }

    @Test(.reportsUnused("Swift.Double", at: line), elsewhere)
    func aTraitThatIsMadeElsewhereIsReportedThere() {}

    @Test(.reportsUnused("Swift.Double", at: lineOfATrait), traitOfThisFile)
    func aTraitThatIsMadeInAnotherFileIsReportedThere() {}

    /// Its place can't be told from that of a trait in the test's attribute, which is the
    /// end of the test.
    @Test(.reportsUnused("Swift.Double"), madeFurtherDown)
    func aTraitThatIsMadeFurtherDownIsReportedAtTheTest() {}

    private static let madeFurtherDown: DependenciesTrait = .dependencies {
        Module { 1.5 }
    }

    @Test(.reportsUnused("Swift.Int"), .dependencies { Module { 1 } })
    func aTestOnOneLine() {}

    /// The app's module comes later and wins, although the test was meant to use its own.
    @Test(
        .reportsUnused("ColletTestingTests.TaxRate", isAll: false),
        .dependencies {
            Module { FixedRate(percent: 5) as any TaxRate }
            app
        }
    )
    func aModuleBeforeTheAppsBlockIsReported() {
        #expect(Resolver.resolve((any TaxRate).self).percent == 20)
    }

    @Test(
        .reportsUnused("Swift.Int", isAll: false),
        .dependencies {
            Module { 1 }
            Module { 1.5 }
        },
        .overrides { Module { 2 } }
    )
    func everyTraitKnowsWhatWasAskedOfIt() {
        #expect(Resolver.resolve(Int.self) == 2)
        #expect(Resolver.resolve(Double.self) == 1.5)
    }

    @Test(
        .issues { issues in
            #expect(issues.map(\.error).allSatisfy { $0 is OutOfStock })
            #expect(issues.count == 1)
        },
        .dependencies { Module { 1 } }
    )
    func aTestThatThrowsIsSilent() throws { throw OutOfStock() }

    @Test(
        .issues { issues in
            #expect(issues.map(\.error).allSatisfy { $0 is OutOfStock })
            #expect(issues.count == 1)
        },
        .dependencies { Module { 1 } },
        arguments: 1...2
    )
    func aTestIsSilentOfWhichOneCaseThrows(number: Int) throws {
        if number == 1 { throw OutOfStock() }
    }

    @Test(
        .issues { issues in
            #expect(issues.map(\.error).allSatisfy { $0 is OutOfStock })
            #expect(issues.count == 1)
        },
        .dependencies { try moduleExceptOnce() },
        arguments: 1...2
    )
    func aTestIsSilentOfWhichOneCaseHasABlockThatThrows(number: Int) {}

    private static let hasThrown = Atomic(false)

    private static func moduleExceptOnce() throws -> Module {
        if !hasThrown.exchange(true, ordering: .relaxed) { throw OutOfStock() }
        return Module { 1 }
    }

    @Test(
        .expectsError(OutOfStock.self),
        .reportsUnused("Swift.Int"),
        .dependencies { Module { 1 } },
        .throwsAfterwards(OutOfStock())
    )
    func aTestWithATraitThatThrowsIsToldToo() {}

    @Test(
        .expectsError(OutOfStock.self),
        .issues { #expect($0.isEmpty) },
        .dependencies { Module { 1 } },
        .throwsBeforehand(OutOfStock())
    )
    func aTestThatDoesNotRunIsSilent() { Issue.record("The test runs.") }

    // MARK: Requests

    @Test(
        .reportsUnused(),
        .dependencies {
            Module { 1 }
            Module { "task" }
            Module { 1.5 }
        }
    )
    func otherTasksAndThreadsAsk() async {
        let (detached, threaded) = (Inject<Int>(), Inject<Double>())
        #expect(await Task.detached { detached() }.value == 1)
        #expect(onAnotherThread { threaded() } == 1.5)
        await withTaskGroup { group in
            group.addTask { #expect(Resolver.resolve(String.self) == "task") }
        }
    }

    // MARK: Cases

    @Test(
        .reportsUnused("Swift.Int named \"4\"", isAll: false),
        .dependencies {
            for number in 1...4 { Module("\(number)") { number } }
        },
        arguments: 1...3
    )
    func aModuleThatNoCaseAsksForIsReportedOnce(number: Int) {
        #expect(Resolver.resolve(Int.self, name: "\(number)") == number)
    }

    @Test(
        .serialized,
        .reportsUnused("Swift.Double", isAll: false),
        .dependencies {
            Module { 1 }
            Module { 1.5 }
        },
        arguments: [true, false]
    )
    func aCaseThatAsksIsEnoughToKnowThatTheModulesAreFound(isAsking: Bool) {
        if isAsking { #expect(Resolver.resolve(Int.self) == 1) }
    }

    /// Of the two modules, one is replaced, and the other is asked for by one case.
    @Test(
        .serialized,
        .reportsUnused("Swift.Int", isAll: false),
        .dependencies {
            Module { 1 }
            Module { 2 }
        },
        arguments: [[], ["asks"], []]
    )
    func ofTwoModulesWithOneKeyEachIsReportedOnce(requests: [String]) {
        for _ in requests { #expect(Resolver.resolve(Int.self) == 2) }
    }

    @Test(
        .reportsUnused("Swift.Int", "Swift.Int"),
        .dependencies {
            Module { 1 }
            Module { 2 }
        },
        arguments: 1...2
    )
    func twoModulesWithOneKeyThatNoCaseAsksForAreReported(number: Int) {}

    @Test(
        .reportsUnused(),
        .dependencies { Module { 1 } },
        arguments: [Int]()
    )
    func aTestWithoutCasesIsSilent(number: Int) {}

    // MARK: Modules that are not reported

    @Test(
        .reportsUnused(),
        .dependencies(reportsUnused: false) { Module { 1 } },
        .overrides(reportsUnused: false) { Module { 2 } }
    )
    func reportsAreSwitchedOffForATrait() {}

    @Test(
        .reportsUnused(),
        .dependencies { Module { 1 } },
        arguments: [true, false]
    )
    func aTestWithACancelledCaseIsSilent(isCancelled: Bool) {
        if isCancelled { withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }

    /// The same cases, none of them cancelled.
    @Test(
        .reportsUnused("Swift.Int"),
        .dependencies { Module { 1 } },
        arguments: [true, false]
    )
    func aTestWithoutACancelledCaseIsNotSilent(isCancelled: Bool) {}

    #if compiler(>=6.3)
        @Test(
            .reportsUnused(),
            .dependencies { Module { 1 } }
        )
        func aTestThatCancelsItselfIsSilent() throws { try Test.cancel() }
    #endif

    @Suite(
        .reportsUnused(),
        .dependencies { Module { 1 } },
        .overrides { Module { 2 } }
    )
    struct SuitesGiveToMany {
        @Test func one() {}

        @Test(arguments: 1...3)
        func many(number: Int) {}

        @Suite(.overrides { Module { 3 } })
        struct Nested {
            @Test func nested() {}
        }
    }

    @Suite(.dependencies { Module { 1 } })
    struct TestsOfSuites {
        @Test(
            .reportsUnused("Swift.Double", by: "overrides"),
            .overrides { Module { 1.5 } }
        )
        func onlyTheirOwnModulesAreReported() {}
    }

    /// The warning about an override, and the cure that it proposes.
    @Suite(.dependencies(till))
    struct SharedModules {
        @Test(
            .reportsUnused("ColletTestingTests.TaxRate", by: "overrides"),
            .overrides { Module { FixedRate(percent: 5) as any TaxRate } }
        )
        func theyDontSeeOverrides() { #expect(Resolver.resolve(Till.self).percent == 20) }

        @Test(
            .reportsUnused(),
            .dependencies {
                till
                Module { FixedRate(percent: 5) as any TaxRate }
            }
        )
        func theySeeWhatIsInOneBlockWithThem() {
            #expect(Resolver.resolve(Till.self).percent == 5)
        }
    }

    // A trait that a suite and its test have in common.
    private static let common: DependenciesTrait = .dependencies { Module { 1 } }

    @Suite(common)
    struct CommonTraits {
        @Test(.reportsUnused(), common)
        func aTraitOfTheSuiteIsNotTheTestsOwn() {}
    }
}

private struct Till: Sendable { let percent: Int }

private let till = Dependencies {
    app
    Module(.shared) { Till(percent: Resolver.resolve((any TaxRate).self).percent) }
}
