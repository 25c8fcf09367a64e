import Testing

@testable import ColletCheck

/// Whether a test runs, by its conditions and its `setUp`.
struct TestRootTests {
    private let program = SILProgram(declarations: "class Case : XCTestCase {\n}")
        .function("ask", "bb0:\n\(SILProgram.ask("Clock"))\n  return %92")
        .function("yes", "bb0:\n  %1 = integer_literal $Builtin.Int1, -1\n  return %1")
        .function("no", "bb0:\n  %1 = integer_literal $Builtin.Int1, 0\n  return %1")
        .function("maybe", "bb0:\n  return %1")
        .function("fail", "bb0(%0 : $Case):\n  throw %0")

    /// Whether the request of a test, perhaps of a class, is certain, or `nil` if the
    /// test asks for nothing.
    private func asks(
        _ symbol: String, of testCase: String? = nil, _ traits: [Value] = [],
        in program: SILProgram? = nil
    ) -> Bool? {
        let interpreter = (program ?? self.program).interpreter()
        interpreter.run(
            TestRoot(
                name: "test", traits: traits.map { ($0, nil) }, place: nil,
                code: .function(Closure(.symbol(symbol))), testCase: testCase))
        return interpreter.journal.events.lazy.compactMap { event in
            if case .asked = event.kind { event.isCertain } else { nil }
        }.first
    }

    @Test(arguments: [
        (true, "yes", true), (true, "no", nil), (true, "maybe", false),
        (false, "yes", nil), (false, "no", true), (false, "maybe", false),
    ])
    func aConditionDecides(enables: Bool, answer: String, asks isAsked: Bool?) {
        let condition = Value.fields(
            "ConditionTrait",
            [
                "enables": .bool(enables),
                "closure": .function(Closure(.symbol(answer))),
            ])
        #expect(asks("ask", [condition]) == isAsked)
    }

    @Test func aTestWithoutAConditionIsDisabledAltogether() {
        let disabled = Value.fields("ConditionTrait", ["enables": .bool(false)])
        #expect(asks("ask", [disabled]) == nil)
    }

    @Test(arguments: [("yes", nil as Bool?), ("no", true), ("maybe", false)])
    func aTestThatMayBeSkippedMayAsk(answer: String, asks isAsked: Bool?) {
        let program = program.function(
            "skip",
            """
            bb0(%0 : $Case):
              %1 = function_ref @\(answer) : $@convention(thin) () -> Int
              // function_ref XCTSkipIf(_:_:file:line:)
              %2 = function_ref @skipIf : $@convention(thin) () -> ()
              try_apply %2(%1) : $() -> @error any Error, normal bb1, error bb2
            bb1(%3 : $()):
            \(SILProgram.ask("Clock"))
              return %92
            bb2(%4 : $any Error):
              throw %4
            """)
        #expect(asks("skip", of: "Case", in: program) == isAsked)
    }

    /// An error that leaves the test ends it; one that is expected ends only the closure.
    @Test(arguments: [("XCTAssertTrue", true), ("XCTAssertThrowsError", false)])
    func whatMayThrowAsExpectedMayAsk(assertion: String, asks isAsked: Bool) {
        let program = program.function(
            "attempt",
            """
            bb0:
              cond_br %0, bb1, bb2
            bb1:
            \(SILProgram.ask("Clock"))
              return %92
            bb2:
              throw %0
            """
        ).function(
            "assert",
            """
            bb0(%0 : $Case):
              %1 = function_ref @attempt : $@convention(thin) () -> Int
              // function_ref \(assertion)(_:_:file:line:)
              %2 = function_ref @assertion : $@convention(thin) () -> ()
              %3 = apply %2(%1, %0) : $() -> ()
              return %3
            """)
        #expect(asks("assert", of: "Case", in: program) == isAsked)
    }

    @Test func aTestDoesNotRunIfSetUpThrows() {
        let table = """
            sil_vtable Case {
              #XCTest.setUpWithError: (XCTest) -> () throws -> () : @fail
            }
            """
        #expect(asks("ask", of: "Case") == true)
        #expect(asks("ask", of: "Case", in: program.adding(table)) == nil)
    }

    // MARK: Traits

    /// A trait of one's own runs the rest if it calls the function that it gets.
    @Test(arguments: [(true, true as Bool?), (false, nil)])
    func aTraitOfOnesOwnRunsTheTestOrNot(runs: Bool, asks isAsked: Bool?) {
        let table = """
            sil_witness_table hidden Scope: TestScoping module App {
              method #TestScoping.provideScope: (Self) -> () : @provide
            }
            """
        let program = program.adding(table).function(
            "provide",
            """
            @convention(witness_method: TestScoping) (Test, @guaranteed @callee_guaranteed () -> (), \
            Scope) -> ()
            """,
            """
            bb0(%0 : $Test, %1 : $() -> (), %2 : $Scope):
              %3 = tuple ()
              \(runs ? "%4 = apply %1() : $() -> ()" : "")
              return %3
            """)
        #expect(asks("ask", [.fields("Scope", [:])], in: program) == isAsked)
    }

    /// Unless its trait says otherwise, a suite's scope is for the cases of its tests.
    @Test(arguments: [
        ("return %0", [String]()),
        ("%1 = integer_literal $Builtin.Int1, -1\n  return %1", []),
        ("%1 = integer_literal $Builtin.Int1, 0\n  return %1", ["Scope"]),
    ])
    func aTraitThatIsNotRecursiveIsForTheSuite(body: String, types: [String]) {
        let tables = """
            sil_witness_table hidden Scope: TestScoping module App {
              method #TestScoping.provideScope: (Self) -> () : @provide
            }

            sil_witness_table hidden Scope: SuiteTrait module App {
              method #SuiteTrait.isRecursive!getter: (Self) -> () -> Bool : @recursive
            }
            """
        let interpreter = program.adding(tables)
            .function("provide", "bb0(%0 : $Scope):\n  return %0")
            .function("recursive", "bb0(%0 : $Scope):\n  \(body)").interpreter()
        interpreter.suites = ["Outer": [(.fields("Scope", [:]), nil)]]
        let closure = Value.function(Closure(.symbol("ask")))
        interpreter.run(
            TestRoot(name: "test", suite: "Outer", place: nil, code: closure))
        #expect(interpreter.journal.traitsOfSuites == types)
    }

    @Test func anotherTraitLeavesTheTestAsItIs() {
        let traits = [
            Value.fields("Testing.Trait", [:]), .fields("Scope", [:]), .unknown,
        ]
        #expect(traits.map { asks("ask", [$0]) } == [true, true, true])
    }

    @Test(arguments: [(0, true), (1, false)])
    func aTeardownBlockIsAsCertainAsWhatAddsIt(branches: Int, isCertain: Bool) {
        let interpreter = program.interpreter()
        interpreter.teardownBlocks = [(.function(Closure(.symbol("ask"))), branches)]
        interpreter.run(
            TestRoot(
                name: "test", place: nil, code: .function(Closure(.symbol("yes"))),
                testCase: "Case"))
        let asked = interpreter.journal.events.filter { $0.request != nil }
        #expect(asked.map(\.isCertain) == [isCertain])
    }

    @Test(arguments: [
        ("Outer", nil as Bool?), ("Outer.Inner", nil), ("Other", true),
        ("Other.Outer", true),
    ])
    func aSuitesTraitsAreThoseOfItsTests(suite: String, asks isAsked: Bool?) {
        let interpreter = program.interpreter()
        let disabled = Value.fields("ConditionTrait", ["enables": .bool(false)])
        interpreter.suites = ["Outer": [(disabled, nil)]]
        let closure = Value.function(Closure(.symbol("ask")))
        interpreter.run(
            TestRoot(name: "test", suite: suite, place: nil, code: closure))
        let asked = interpreter.journal.events.compactMap(\.request)
        #expect(asked.isEmpty == (isAsked == nil))
    }

    @Test func aTestCaseIsSetUpAndTornDownInOrder() {
        let members = [
            "setUp: (XCTest) -> () async throws -> ()",
            "setUpWithError: (XCTest) -> () throws -> ()", "setUp: (XCTest) -> () -> ()",
            "tearDown: (XCTest) -> () -> ()",
            "tearDownWithError: (XCTest) -> () throws -> ()",
            "tearDown: (XCTest) -> () async throws -> ()",
        ]
        let ofClass = "  #XCTestCase.setUp: (XCTestCase.Type) -> () -> () : @inherited"
        let entries =
            [ofClass] + members.enumerated().map { "  #XCTest.\($1) : @ask\($0)" }
        var program = program.adding(
            "sil_vtable Case {\n\(entries.joined(separator: "\n"))\n}")
        for number in members.indices {
            let ask = "bb0(%0 : $Case):\n\(SILProgram.ask("Step\(number)"))\n  return %92"
            program = program.function("ask\(number)", ask)
        }
        let interpreter = program.interpreter()
        interpreter.run(
            TestRoot(
                name: "test", place: nil, code: .function(Closure(.symbol("ask"))),
                testCase: "Case"))
        let types = interpreter.journal.events.compactMap { $0.request?.key.type }
        #expect(types == ["Step0", "Step1", "Step2", "Clock", "Step3", "Step4", "Step5"])
    }
}
