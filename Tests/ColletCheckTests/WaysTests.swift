import TestSupport
import Testing

@testable import ColletCheck

/// What is known behind branches and loops, and what is certain.
struct WaysTests {
    private let program = SILProgram().function(
        "make", "bb0:\n  %1 = integer_literal $Builtin.Int64, 1\n  return %1")

    private func run(_ body: String, prepare: (Interpreter) -> Void = { _ in }) throws
        -> SILRun
    {
        try program.function("test", body).run(prepare: prepare)
    }

    // MARK: Branches

    @Test func aBranchOnAnUnknownGoesBothWays() throws {
        let run = try run(
            """
            bb0:
              %1 = integer_literal $Builtin.Int64, 1
              %2 = integer_literal $Builtin.Int64, 2
              cond_br %0, bb1, bb2
            bb1:
              br bb3(%1)
            bb2:
              br bb3(%2)
            bb3(%3 : $Int):
              return %3
            """)
        #expect(run.value == .oneOf([.int(1), .int(2)]))
    }

    @Test func aDecidedBranchGoesOneWay() throws {
        let run = try run(
            """
            bb0:
              %1 = integer_literal $Builtin.Int1, -1
              %2 = integer_literal $Builtin.Int64, 2
              cond_br %1, bb1, bb2
            bb1:
              return %2
            bb2:
            \(SILProgram.ask("Clock"))
              return %1
            """)
        #expect(run.value == .int(2))
        #expect(run.requests.isEmpty)
    }

    @Test func aSwitchTakesThePayloadOfItsCase() throws {
        let run = try run(
            """
            bb0:
              %1 = integer_literal $Builtin.Int64, 1
              %2 = enum $Optional<Int>, #Optional.some!enumelt, %1
              switch_enum %2, case #Optional.some!enumelt: bb1, case #Optional.none!enumelt: bb2
            bb1(%3 : $Int):
              return %3
            bb2:
              unreachable
            """)
        #expect(run.value == .int(1))
    }

    @Test(arguments: [
        ("Model", true), ("Other", false), ("any P", false), ("any Q & R", true),
        ("any Q & P", false), ("any Model & R", true), ("any Other & R", false),
        ("any R & Sendable", true), ("Base", true), ("Base<Int>", nil), ("Base<A>", nil),
        ("any AnyObject", nil), ("any R<Int>", nil),
    ])
    func aCastIsDecidedByTheTypeOfTheObject(target: String, succeeds: Bool?) throws {
        let declarations = """
            class Model : Base<Int>, Q, R {
            }

            class Base<T> : @unchecked Sendable {
            }

            class Other {
            }
            """
        let tables = """
            sil_witness_table hidden Model: Q module App {
            }

            sil_witness_table hidden Model: R module App {
            }
            """
        let program = SILProgram(declarations: declarations).adding(tables)
        let run = try program.function(
            "test",
            """
            bb0:
              %1 = alloc_ref $Model
              checked_cast_br AnyObject in %1 to \(target), bb1, bb2
            bb1(%2 : $Model):
              %3 = integer_literal $Builtin.Int1, -1
              return %3
            bb2(%4 : $AnyObject):
              %5 = integer_literal $Builtin.Int1, 0
              return %5
            """
        ).run()
        let either = Value.oneOf([.bool(true), .bool(false)])
        #expect(run.value == succeeds.map(Value.bool) ?? either)
    }

    @Test(arguments: [("Foreign", "NSObject"), ("Own", "NSObject"), ("Own", "any P")])
    func whatAnotherLibraryDeclaresMayBeAnything(type: String, target: String) throws {
        let interpreter = SILProgram(declarations: "class Own : Foreign {\n}")
            .interpreter()
        #expect(interpreter.cast(.object(1, type), to: target) == nil)
        #expect(
            interpreter.cast(.enumeration("", "a", nil), to: "A") == nil)
    }

    @Test(arguments: [("NSString", nil as Bool?), ("Int", false), ("String", true)])
    func whatIsBridgedMayHaveAnotherType(target: String, succeeds: Bool?) {
        let interpreter = SILProgram().interpreter()
        #expect(interpreter.cast(.string("a"), to: target) == succeeds)
    }

    @Test func aTypeThatNobodyDeclaresMayConform() throws {
        let run = try run(
            """
            bb0:
              %1 = alloc_ref $Foreign
              checked_cast_br AnyObject in %1 to any P, bb1, bb2
            bb1(%2 : $Foreign):
              return %2
            bb2(%4 : $AnyObject):
              return %0
            """)
        #expect(run.value == .unknown)
    }

    // MARK: Certainty

    private let branch = """
        bb0:
          cond_br %0, bb1, bb2
        bb1:
        FIRST
          br bb3
        bb2:
        SECOND
          br bb3
        bb3:
        THIRD
          return %0
        """

    private func branching(
        _ first: String, _ second: String = "", _ third: String = ""
    ) throws -> SILRun {
        try run(
            branch.replacing("FIRST", with: first).replacing("SECOND", with: second)
                .replacing("THIRD", with: third))
    }

    @Test func whatOneWayAsksForIsPossible() throws {
        let run = try branching(SILProgram.ask("Clock"))
        #expect(run.requests.map(\.event.isCertain) == [false])
    }

    @Test func whatFollowsWhereWaysMeetIsCertain() throws {
        let run = try branching("", "", SILProgram.ask("Clock"))
        #expect(run.requests.map(\.event.isCertain) == [true])
    }

    @Test func theOtherWayOfATrapIsCertain() throws {
        let run = try self.run(
            """
            bb0:
              cond_br %0, bb1, bb2
            bb1:
            \(SILProgram.ask("Clock"))
              return %0
            bb2:
              unreachable
            """)
        #expect(run.requests.map(\.event.isCertain) == [true])
    }

    @Test func whatOneWayRegistersMayAnswer() throws {
        let run = try branching(SILProgram.register("Clock"), "", SILProgram.ask("Clock"))
        let request = try #require(run.requests.first?.request)
        #expect(request.answers.map(\.isCertain) == [false])
        #expect(!request.isAnswered)
    }

    @Test func whatBothWaysRegisterAnswers() throws {
        let run = try branching(
            SILProgram.register("Clock", line: 2), SILProgram.register("Clock", line: 3),
            SILProgram.ask("Clock"))
        let request = try #require(run.requests.first?.request)
        #expect(request.isAnswered)
        #expect(Set(request.answers.map(\.registration.place?.line)) == [2, 3])
    }

    @Test func aWayLeavesNoOtherItsActor() throws {
        let hop = """
              %20 = enum $Optional<Builtin.Executor>, #Optional.none!enumelt
              hop_to_executor %20
            """
        let ask = SILProgram.ask("Clock")
        let body = branch.replacing("FIRST", with: hop + "\n" + ask)
            .replacing("SECOND", with: ask).replacing("THIRD", with: ask)
        var actors: [Bool?] = []
        _ = try run(body) { interpreter in
            interpreter.journal.observer = { event in
                if case .asked = event.kind { actors.append(interpreter.isOnMainActor) }
            }
        }
        #expect(actors == [false, true, nil])
    }

    // MARK: Errors

    private let attempt = """
        bb0:
          %1 = function_ref @parse : $@convention(thin) () -> @error any Error
          try_apply %1() : $@convention(thin) () -> @error any Error, normal bb1, error bb2
        bb1(%2 : $()):
        NORMAL
          return %0
        bb2(%3 : $any Error):
        ERROR
        """

    private func attempting(
        _ normal: String, _ error: String = "  throw %3", errorsEnd: Bool
    ) throws -> SILRun {
        let parse = "sil @parse : $@convention(thin) () -> @error any Error"
        let body = attempt.replacing("NORMAL", with: normal).replacing(
            "ERROR", with: error)
        return try program.adding(parse).function("test", body).run {
            $0.errorsEnd = errorsEnd
        }
    }

    @Test func anErrorThatLeavesTheRootEndsIt() throws {
        let run = try attempting(SILProgram.ask("Clock"), errorsEnd: true)
        #expect(run.requests.map(\.event.isCertain) == [true])
    }

    @Test func anErrorThatSomebodyMayCatchIsAWay() throws {
        let run = try attempting(SILProgram.ask("Clock"), errorsEnd: false)
        #expect(run.requests.map(\.event.isCertain) == [false])
        #expect(run.outcome.thrown != nil)
    }

    @Test func anErrorThatIsCaughtIsAWay() throws {
        let run = try attempting(SILProgram.ask("Clock"), "  return %3", errorsEnd: true)
        #expect(run.requests.map(\.event.isCertain) == [false])
    }

    // MARK: Loops

    /// Counts in a cell while a condition holds.
    private func loop(_ condition: String, _ body: String, _ end: String = "") -> String {
        """
        bb0:
          %1 = alloc_stack $Int
          %2 = integer_literal $Builtin.Int64, 0
          %3 = integer_literal $Builtin.Int64, 1
          store %2 to %1
          br bb1
        bb1:
          %4 = load %1
        \(condition)
          cond_br %5, bb2, bb3
        bb2:
        \(body)
          %6 = load %1
          %7 = builtin "sadd_with_overflow_Int64"(%6, %3) : $(Builtin.Int64, Builtin.Int1)
          %8 = tuple_extract %7, 0
          store %8 to %1
          br bb1
        bb3:
        \(end)
          %9 = load %1
          return %9
        """
    }

    private func limit(_ count: Int) -> String {
        """
          %10 = integer_literal $Builtin.Int64, \(count)
          %5 = builtin "cmp_slt_Int64"(%4, %10) : $Builtin.Int1
        """
    }

    private let unknownCondition = "  %5 = upcast %0 to $Builtin.Int1"

    @Test func aLoopThatCountsRunsAsOftenAsItCounts() throws {
        let run = try run(loop(limit(5), SILProgram.ask("Clock")))
        #expect(run.value == .int(5))
        #expect(run.requests.count == 5)
        #expect(run.cuts.isEmpty)
    }

    @Test func whatAnUndecidedLoopCountsIsUnknown() throws {
        let run = try run(loop(unknownCondition, ""))
        #expect(run.value == .unknown)
        #expect(run.cuts.isEmpty)
    }

    @Test func aLateStateOfAnUndecidedLoopIsReached() throws {
        let state = """
              %20 = integer_literal $Builtin.Int64, 5
              %21 = builtin "cmp_eq_Int64"(%4, %20) : $Builtin.Int1
              cond_br %21, bb4, bb5
            bb4:
            \(SILProgram.ask("Clock"))
              br bb5
            bb5:
            """
        let run = try run(loop(unknownCondition, state))
        #expect(!run.requests.isEmpty)
        #expect(run.requests.allSatisfy { !$0.event.isCertain })
    }

    @Test func whatAnUndecidedLoopRegistersIsPossible() throws {
        let run = try run(
            loop(unknownCondition, SILProgram.register("Clock"), SILProgram.ask("Clock")))
        let request = try #require(run.requests.last)
        #expect(request.event.isCertain)
        #expect(request.request.answers.map(\.isCertain) == [false])
    }

    /// How many objects it makes can't be told: all but the first count as one.
    @Test func whatAnUndecidedLoopMakesHasAType() throws {
        let run = try run(
            """
            bb0:
              %1 = alloc_stack $Model
              %2 = alloc_ref $Model
              store %2 to %1
              br bb1
            bb1:
            \(unknownCondition)
              cond_br %5, bb2, bb3
            bb2:
              %3 = alloc_ref $Model
              store %3 to %1
              br bb1
            bb3:
              %4 = load %1
              return %4
            """)
        #expect(run.value?.alternatives.map(\.dynamicType) == ["Model", "Model"])
    }

    @Test func whatALoopOfManyTurnsCountsIsUnknown() throws {
        let run = try run(loop(limit(1000), "", SILProgram.ask("Clock")))
        #expect(run.value == .unknown)
        #expect(run.requests.map(\.event.isCertain) == [true])
        #expect(run.cuts.isEmpty)
    }

    @Test func aLoopThatNeverEndsIsCut() throws {
        let condition = "  %5 = integer_literal $Builtin.Int1, -1"
        let run = try run(loop(condition, "", SILProgram.register("Clock")))
        #expect(run.cuts == [.repetition])
        #expect(run.value == nil)
    }

    // MARK: Recursion

    /// The interpreter calls itself where the program does: a test's own stack may be too
    /// small for it.
    @Test func recursionWithoutAnEndIsCut() {
        let cuts = onAnotherThread(stackSize: 64 << 20) {
            let run = try? WaysTests().run(
                """
                bb0:
                  %1 = function_ref @test : $@convention(thin) () -> Int
                  %2 = apply %1() : $@convention(thin) () -> Int
                \(SILProgram.register("Clock"))
                  return %2
                """)
            return run?.cuts
        }
        #expect(cuts == [.repetition])
    }

    /// Calls a component again on one of two ways.
    private func recursion(_ body: String) -> (cuts: Int, cycles: Int)? {
        onAnotherThread(stackSize: 64 << 20) {
            let run = try? WaysTests().run(
                """
                bb0:
                  cond_br %0, bb1, bb2
                bb1:
                  // function_ref Tree.component()
                  %1 = function_ref @test : $@convention(thin) () -> Int
                  %2 = apply %1() : $@convention(thin) () -> Int
                  br bb2
                bb2:
                \(body)
                  return %0
                """)
            guard let run else { return nil }
            let cycles = run.events.count {
                if case .cycle = $0.kind { true } else { false }
            }
            return (run.cuts.count, cycles)
        }
    }

    @Test func recursionThatMayEndIsNoCycle() throws {
        let found = try #require(recursion(SILProgram.register("Clock")))
        #expect(found == (cuts: 1, cycles: 0))
    }

    @Test func recursionThatRegistersNothingIsNoCut() throws {
        let found = try #require(recursion(SILProgram.ask("Clock")))
        #expect(found == (cuts: 0, cycles: 0))
    }
}
