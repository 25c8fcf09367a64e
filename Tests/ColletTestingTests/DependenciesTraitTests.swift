import Collet
import ColletTesting
import Testing

/// The modules that traits give to tests, their cases and their suites.
struct DependenciesTraitTests {
    // MARK: One test

    /// The trait before it gives a module, which the empty block must hide.
    @Test(.dependencies(reportsUnused: false) { Module { 1 } }, .dependencies {})
    func anEmptyBlockIsolatesToo() { #expect(Resolver.resolve(Int?.self) == nil) }

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

    // MARK: Containers

    private static let container = Dependencies {
        Module { 1 }
        Module { "container" }
    }
    .makeContainer()

    @Test(.within(container), .overrides { Module { 2 } })
    func overridesLieOverAContainer() {
        #expect(Resolver.resolve(Int.self) == 2)
        #expect(Resolver.resolve(String.self) == "container")
    }

    @Test(.within(container), .dependencies { Module { 2 } })
    func dependenciesHideAContainer() {
        #expect(Resolver.resolve(Int.self) == 2)
        #expect(Resolver.resolve(String?.self) == nil)
    }

    @Test(
        .reportsUnused("Swift.Double", isAll: false),
        .dependencies {
            Module { 1 }
            Module { 1.5 }
        }
    )
    func aContainerLiesOverTheTestInWhichItIsMade() {
        let container = Dependencies { Module { "container" } }.makeContainer()
        #expect(container.perform { Resolver.resolve(Int.self) } == 1)
        #expect(container.perform { Resolver.resolve(String.self) } == "container")
    }

    // MARK: Code that builds the app

    @Test(
        .reportsUnused("Swift.Double", isAll: false),
        .dependencies {
            Module { FixedRate(percent: 5) as any TaxRate }
            Module { 1.5 }
        }
    )
    func fakesOfATestStay() {
        app.build()
        #expect(Resolver.resolve((any TaxRate).self).percent == 5)
        #expect(Resolver.resolve((any Shop)?.self) != nil)
    }

    @Test(
        .dependencies { Module { FixedRate(percent: 5) as any TaxRate } },
        .overrides { Module { 1 } }
    )
    func fakesOfTheTraitsAroundStay() {
        app.build()
        #expect(Resolver.resolve((any TaxRate).self).percent == 5)
        #expect(Resolver.resolve((any Shop)?.self) != nil)
        #expect(Resolver.resolve(Int.self) == 1)
    }

    @Test(
        .dependencies {
            app
            Module { FixedRate(percent: 5) as any TaxRate }
        }
    )
    func aFakeBesideTheAppStays() {
        app.build()
        #expect(Resolver.resolve((any TaxRate).self).percent == 5)
        #expect(Resolver.resolve((any Shop)?.self) != nil)
    }

    // MARK: Blocks

    @Test(.reportsUnused(), .dependencies(app))
    func aBlockThatExistsIsolates() {
        #expect(Resolver.resolve((any TaxRate).self).percent == 20)
        #expect(Resolver.resolve(Int?.self) == nil)
    }

    @Test(.dependencies(app), .reportsUnused(), .overrides(Self.fakes))
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

    /// A function with an asynchronous twin is synchronous in a block that doesn't wait.
    @Test(
        .dependencies {
            let number = Dependencies { Module { 1 } }.isolate {
                Resolver.resolve(Int.self)
            }
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
    func blocksMayBeOnAnActor() { #expect(Resolver.resolve(String.self) == "title") }

    @Test(
        .issues { issues in
            #expect(issues.map { $0.error is OutOfStock } == [true, true])
        },
        .overrides { if try parsed("") != nil { Module { 1 } } },
        arguments: 1...2
    )
    func aBlockThatThrowsFailsEachCase(number: Int) { Issue.record("The test runs.") }

    @MainActor
    @Test(.dependencies { Module.mainActor { BasketModel() } }, arguments: 1...10)
    func casesOnTheMainActorStayThere(number: Int) async {
        for _ in 1...10 {
            MainActor.assertIsolated()
            #expect(Resolver.resolve(BasketModel.self).items.isEmpty)
            await Task.yield()
        }
    }

    // MARK: Instances

    private static let ofCases = Collector<WeakSession>()

    @Test(
        .afterwards { #expect(ofCases.values.allSatisfy { $0.session == nil }) },
        .dependencies { Module(.shared) { Notepad() as any Session } },
        arguments: 1...100
    )
    func everyCaseHasItsOwnInstancesWhichEndWithIt(number: Int) async {
        let session: any Session = Resolver.resolve()
        Self.ofCases.add(WeakSession(session: session))
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
            #expect(!tests.isEmpty, "The tests of the suite run.")
            #expect(Set(tests.map(ObjectIdentifier.init)).count == tests.count)
        },
        .dependencies { Module(.shared) { Notepad() as any Session } }
    )
    struct EveryTestHasItsOwnInstances {
        init() { ofTests.add(Resolver.resolve()) }

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

    // MARK: Suites

    @Suite(
        .dependencies {
            Module { "outer" }
            Module { 1 }
            Module { 1.5 }
        }
    )
    final class Suites {
        /// A property of the suite, made before the test runs.
        private let text: String = Resolver.resolve()
        private let number = Inject<Int>()

        deinit { #expect(Resolver.resolve(String.self) == text) }

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
}

// MARK: - Fixtures

private func later(_ number: Int) async -> Int {
    await Task.yield()
    return number
}

private func parsed(_ text: String) throws -> String? {
    if text.isEmpty { throw OutOfStock() }
    return text
}

/// Knows a session without keeping it.
struct WeakSession: Sendable { weak let session: (any Session)? }
