import Collet
import ColletTesting
import TestSupport
import Testing

/// What tests, their cases and their suites get from traits.
struct DependenciesTraitTests {
    // MARK: One test

    @Test(.dependencies { Module { 1 } })
    func testsGetTheModulesOfTheirTrait() {
        #expect(Resolver.resolve(Int.self) == 1)
    }

    @Test(.overrides { Module { 1 } })
    func overridesNeedNothingAroundThem() {
        #expect(Resolver.resolve(Int.self) == 1)
    }

    /// The trait before it gives what the empty block must hide.
    @Test(.dependencies(reportsUnused: false) { Module { 1 } }, .dependencies {})
    func anEmptyBlockIsolatesToo() {
        #expect(Resolver.resolve(Int?.self) == nil)
    }

    @Test(
        .dependencies { Module { 1 } },
        .overrides { Module { "inner" } },
        .overrides { Module("two") { 2 } }
    )
    func traitsOfOneTestAreLayeredAsWritten() {
        #expect(Resolver.resolve(Int.self) == 1)
        #expect(Resolver.resolve(Int.self, name: "two") == 2)
        #expect(Resolver.resolve(String.self) == "inner")
    }

    @Test(
        .overrides(reportsUnused: false) {
            Module { 1 }
            Module { "outer" }
        },
        .dependencies { Module { 2 } }
    )
    func dependenciesHideTheTraitsBeforeThem() {
        #expect(Resolver.resolve(Int.self) == 2)
        #expect(Resolver.resolve(String?.self) == nil)
    }

    /// How one module of the app is replaced for one test.
    @Test(
        .dependencies {
            App.dependencies
            Module { FixedRate(percent: 5) as any TaxRate }
        }
    )
    func aModuleAfterTheAppsBlockWins() {
        #expect(Resolver.resolve((any TaxRate).self).percent == 5)
        #expect(Resolver.resolve((any Shop)?.self) != nil)
    }

    @Test(.dependencies { Module { 1 } })
    func overridesInTheTestLayerOverItsTrait() async {
        await Dependencies { Module { "body" } }.override {
            await Task.yield()
            #expect(Resolver.resolve(Int.self) == 1)
            #expect(Resolver.resolve(String.self) == "body")
        }
        #expect(Resolver.resolve(String?.self) == nil)
    }

    // MARK: Blocks

    @Test(.reportsUnused(), .dependencies(App.dependencies))
    func aBlockThatExistsIsolates() {
        #expect(Resolver.resolve((any TaxRate).self).percent == 20)
        #expect(Resolver.resolve(Int?.self) == nil)
    }

    @Test(.dependencies(App.dependencies), .reportsUnused(), .overrides(Self.fakes))
    func aBlockThatExistsOverrides() {
        #expect(Resolver.resolve((any TaxRate).self).percent == 5)
        #expect(Resolver.resolve((any Shop)?.self) != nil)
    }

    private static let fakes = Dependencies {
        Module { FixedRate(percent: 5) as any TaxRate }
        Module { "nobody asks for it" }
    }

    @Test(
        .dependencies {
            let number = await later(1)
            Module { number }
            if let text = try parsed("text") { Module { text } }
        },
        .overrides { for number in await [later(2)] { Module("two") { number } } }
    )
    func blocksMayThrowAndWait() {
        #expect(Resolver.resolve(Int.self) == 1)
        #expect(Resolver.resolve(Int.self, name: "two") == 2)
        #expect(Resolver.resolve(String.self) == "text")
    }

    /// What has an asynchronous twin is synchronous in a block that doesn't wait.
    @Test(
        .dependencies {
            let number = Dependencies { Module { 1 } }.isolate { Resolver.resolve(Int.self) }
            let text = Scope().shared { "text" }
            Module { "\(text) \(number)" }
        }
    )
    func blocksThatDoNotWaitAreSynchronous() {
        #expect(Resolver.resolve(String.self) == "text 1")
    }

    @MainActor private static let title = "title"

    @Test(
        .dependencies { @MainActor in
            let text = title
            Module { text }
        }
    )
    func blocksMayBeOnAnActor() {
        #expect(Resolver.resolve(String.self) == "title")
    }

    @Test(
        .issues { issues in
            #expect(issues.map { $0.error is OutOfStock } == [true, true])
        },
        .overrides { if try parsed("") != nil { Module { 1 } } },
        arguments: 1...2
    )
    func aBlockThatThrowsFailsEachCase(number: Int) {
        Issue.record("The test runs.")
    }

    // MARK: Tasks and threads

    @Test(.dependencies { Module { 1 } })
    func childTasksAreInTheTest() async {
        async let child = Resolver.resolve(Int.self)
        #expect(await child == 1)
        await withTaskGroup { group in
            for _ in 1...10 { group.addTask { Resolver.resolve(Int.self) } }
            for await value in group { #expect(value == 1) }
        }
        #expect(await Task { Resolver.resolve(Int.self) }.value == 1)
    }

    @Test(.dependencies { Module { 1 } })
    func whatTheTestCreatesKeepsItsModulesElsewhere() async {
        let injected = Inject<Int>()
        let (detached, threaded) = (Inject<Int>(), Inject<Int>())
        #expect(injected() == 1)
        #expect(await Task.detached { detached() }.value == 1)
        #expect(onAnotherThread { threaded() } == 1)
    }

    @MainActor @Test(.dependencies { Module.mainActor { BasketModel() } })
    func testsOnTheMainActorStayThere() async {
        MainActor.assertIsolated()
        let model: BasketModel = Resolver.resolve()
        await Task.yield()
        MainActor.assertIsolated()
        #expect(model.items.isEmpty)
        #expect(Resolver.resolve(BasketModel.self) !== model)
    }

    @MainActor @Test(.dependencies { Module { 1 } }, arguments: 1...10)
    func casesOnTheMainActorStayThere(number: Int) async {
        for _ in 1...10 {
            MainActor.assertIsolated()
            #expect(Resolver.resolve(Int.self) == 1)
            await Task.yield()
        }
    }

    // MARK: Instances

    private static let ofCases = Collector<any Session>()

    @Test(
        .afterwards {
            let cases = ofCases.values
            #expect(Set(cases.map(ObjectIdentifier.init)).count == cases.count)
        },
        .dependencies { Module(.shared) { Notepad() as any Session } },
        arguments: 1...100
    )
    func everyCaseHasItsOwnInstances(number: Int) async {
        let session: any Session = Resolver.resolve()
        Self.ofCases.add(session)
        session.note = number
        for _ in 1...10 {
            await Task.yield()
            #expect(Resolver.resolve((any Session).self).note == number)
        }
    }

    private static let ofTests = Collector<any Session>()

    @Suite(
        .afterwards {
            let tests = ofTests.values
            #expect(Set(tests.map(ObjectIdentifier.init)).count == tests.count)
        },
        .dependencies { Module(.shared) { Notepad() as any Session } }
    )
    struct EveryTestHasItsOwnInstances {
        init() {
            ofTests.add(Resolver.resolve())
        }

        @Test func one() { checkInstance() }

        @Test func another() { checkInstance() }

        @Test(arguments: 1...10)
        func cases(number: Int) { checkInstance() }

        @Test(.overrides { Module { 1 } })
        func aTestWithATrait() {
            #expect(Resolver.resolve(Int.self) == 1)
            checkInstance()
        }

        private func checkInstance() {
            let session: any Session = Resolver.resolve()
            #expect(session === Resolver.resolve((any Session).self))
            #expect(ofTests.values.contains { $0 === session })
        }
    }

    private static let ofLocals = Collector<Notepad>()

    @Test(
        .afterwards {
            let cases = ofLocals.values
            #expect(Set(cases.map(ObjectIdentifier.init)).count == cases.count)
        },
        .dependencies {
            let notepad = Notepad()
            Module { notepad }
            Module { notepad as any Session }
        },
        arguments: 1...10
    )
    func localVariablesOfTheBlockAreNewForEveryCase(number: Int) {
        let notepad: Notepad = Resolver.resolve()
        #expect(Resolver.resolve((any Session).self) === notepad)
        Self.ofLocals.add(notepad)
    }

    private static let ofEnded = Collector<WeakSession>()

    @Test(
        .afterwards { #expect(ofEnded.values.allSatisfy { $0.session == nil }) },
        .dependencies { Module(.shared) { Notepad() as any Session } },
        arguments: 1...10
    )
    func instancesAreReleasedWhenTheCaseEnds(number: Int) {
        let session = WeakSession(session: Resolver.resolve((any Session).self))
        #expect(session.session != nil)
        Self.ofEnded.add(session)
    }

    // MARK: Suites

    @Suite(
        .dependencies {
            Module { "outer" }
            Module { 1 }
            Module { 1.5 }
        }
    )
    final class Suites {
        /// A property of the suite, which is made before the test runs.
        private let text: String = Resolver.resolve()
        private let number = Inject<Int>()

        deinit {
            #expect(Resolver.resolve(String.self) == text)
        }

        @Test func theModulesOfASuiteServeItsTests() {
            #expect(text == "outer")
            #expect(number() == 1)
            #expect(Resolver.resolve(Int.self) == 1)
        }

        @Test(.overrides { Module { 2 } })
        func overridesOfATestLayerOverTheSuite() {
            #expect(number() == 2)
            #expect(Resolver.resolve(Int.self) == 2)
            #expect(Resolver.resolve(String.self) == "outer")
        }

        @Test(
            .dependencies {
                Module { "inner" }
                Module { 2 }
            }
        )
        func dependenciesOfATestHideTheSuite() {
            #expect(text == "inner")
            #expect(number() == 2)
            #expect(Resolver.resolve(Double?.self) == nil)
        }

        @Suite(.overrides { Module { 2 } })
        struct Nested {
            @Test func innerSuitesWin() {
                #expect(Resolver.resolve(Int.self) == 2)
                #expect(Resolver.resolve(String.self) == "outer")
            }

            @Test(.overrides { Module { 3 } }, arguments: 1...3)
            func innerTestsWin(number: Int) {
                #expect(Resolver.resolve(Int.self) == 3)
                #expect(Resolver.resolve(String.self) == "outer")
            }
        }

        struct NestedWithoutTraits {
            @Test func suitesReachSuitesWithoutTraits() {
                #expect(Resolver.resolve(String.self) == "outer")
            }
        }

        @Suite(.dependencies { Module { "exactly" } })
        struct Isolated {
            @Test func innerDependenciesHideOuterSuites() {
                #expect(Resolver.resolve(String.self) == "exactly")
                #expect(Resolver.resolve(Int?.self) == nil)
            }
        }
    }

    // MARK: Errors and cancellation

    @Test(
        .issues { issues in
            #expect(issues.map { $0.error is OutOfStock } == [true])
        },
        .overrides { Module { 1 } }
    )
    func errorsPassThrough() async throws {
        await Task.yield()
        if Resolver.resolve(Int.self) == 1 { throw OutOfStock() }
    }

    @Test(.dependencies { Module { 1 } })
    func cancellationReachesTheTest() async {
        #expect(!Task.isCancelled)
        withUnsafeCurrentTask { unsafe $0?.cancel() }
        #expect(Task.isCancelled)
        #expect(Resolver.resolve(Int.self) == 1)
    }

    // MARK: Messages

    /// What an isolated test is told about a module of the app that it was not given.
    @Test func aModuleOfTheProcessThatAnIsolatedTestLacksIsToldFromOneThatNobodyHas() async throws {
        let result = await #expect(processExitsWith: .failure, observing: .messages) {
            Resolver.register { FakeShop() as any Shop }
            Dependencies { Module { FixedRate(percent: 10) as any TaxRate } }.isolate {
                _ = Inject<any Shop>(fileID: "Shop/BasketTests.swift", line: 42)()
            }
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let report = """
            Collet: nothing is registered for ColletTestingTests.Shop.
              injected at   Shop/BasketTests.swift:42
            To fix, add Module { … as any ColletTestingTests.Shop } to the isolated block \
            (a fake, in a test), or nest the app's block in it: isolated code doesn't see what is \
            registered for the process.
            """
        #expect(output.contains(report), "\(output)")
    }
}

// MARK: - Fixtures

private struct OutOfStock: Error {}

private func later(_ number: Int) async -> Int {
    await Task.yield()
    return number
}

private func parsed(_ text: String) throws -> String? {
    if text.isEmpty { throw OutOfStock() }
    return text
}

/// Knows a session without keeping it.
struct WeakSession: Sendable {
    weak let session: (any Session)?
}
