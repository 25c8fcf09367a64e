import TestSupport
import Testing

@testable import ColletCheck

/// The effects of a function that is known only by its type.
struct CallsTests {
    private func program(_ foreign: String) -> SILProgram {
        SILProgram(declarations: "class Model {\n}").adding(foreign)
            .function(
                "load",
                """
                bb0(%0 : $Model):
                \(SILProgram.ask("Clock"))
                  %1 = function_ref @foreign : $@convention(thin) (Model) -> ()
                  %2 = apply %1(%0) : $@convention(thin) (Model) -> ()
                  return %0
                """)
    }

    private func call(_ argument: String) -> String {
        """
        bb0:
        \(argument)
          %11 = function_ref @foreign : $@convention(thin) () -> ()
          %12 = apply %11(%10) : $@convention(thin) () -> ()
          return %12
        """
    }

    private let closure = "  %10 = function_ref @load : $@convention(thin) (Model) -> ()"

    @Test func aClosureThatMayEscapeMayRunLater() throws {
        let foreign =
            "sil @foreign : $@convention(thin) (@guaranteed @callee_guaranteed () -> ()) -> ()"
        let run = try program(foreign).function("test", call(closure)).run()
        let event = try #require(run.requests.first?.event)
        #expect(event.isLater)
        #expect(run.interpreter.keptClosures.count == 1)
    }

    @Test func aClosureThatIsHandedOverTwiceIsKeptOnce() throws {
        let foreign =
            "sil @foreign : $@convention(thin) (@guaranteed @callee_guaranteed () -> ()) -> ()"
        let again = "  %13 = apply %11(%10) : $@convention(thin) () -> ()\n  return %13"
        let twice = call(closure).replacing("  return %12", with: again)
        let run = try program(foreign).function("test", twice).run()
        #expect(run.requests.count > 1)
        #expect(run.interpreter.keptClosures.count == 1)
    }

    /// A function that has a closure may never call it: an observer is removed.
    @Test(arguments: [Interpreter.Purpose.program, .test])
    func whatAnotherModuleKeepsIsNeverCertain(purpose: Interpreter.Purpose) throws {
        let foreign =
            "sil @foreign : $@convention(thin) (@guaranteed @callee_guaranteed () -> ()) -> ()"
        let run = try program(foreign).function("test", call(closure)).run {
            $0.purpose = purpose
        }
        #expect(run.requests.map(\.event.isCertain) == [false])
    }

    @Test(arguments: [
        (Closure.Target.symbol("load"), false), (.symbol("save"), true),
        (.classMethod("#A.load"), true),
    ])
    func aClosureThatMayActComesBack(_ target: Closure.Target, _ acts: Bool) {
        let save = "bb0:\n\(SILProgram.ask("Clock"))\n  return %92"
        let interpreter = SILProgram().function("save", save).interpreter()
        _ = interpreter.callUnknown([.tuple([.function(Closure(target))])])
        #expect(interpreter.lentClosures.isEmpty != acts)
    }

    @Test func aClosureThatCantEscapeMayRunNow() throws {
        let foreign =
            "sil @foreign : $@convention(thin) (@noescape @callee_guaranteed () -> ()) -> ()"
        let run = try program(foreign).function("test", call(closure)).run()
        let event = try #require(run.requests.first?.event)
        #expect(!event.isLater)
        #expect(!event.isCertain)
        #expect(run.interpreter.keptClosures.isEmpty)
    }

    @Test func aClosureThatMayEscapeMayRunInTheCurrentContainer() throws {
        let foreign =
            "sil @foreign : $@convention(thin) (@guaranteed @callee_guaranteed () -> ()) -> ()"
        let run = try program(foreign).function("test", call(closure)).run {
            $0.container = $0.open(.isolation, Modules(), of: nil)
        }
        let process = run.interpreter.process
        #expect(run.requests.map { $0.event.container == process } == [false, true])
        #expect(run.requests.map(\.event.isLater) == [true, true])
        #expect(run.requests.map(\.event.isCertain) == [false, false])
    }

    // MARK: Recursion

    /// The events of a function that asks, and calls itself. The interpreter does so as
    /// well, and a test's own stack may be too small for it.
    private func calls(itself name: String, isDecided: Bool) -> [Event.Kind] {
        nonisolated(unsafe) var kinds: [Event.Kind] = []
        onAnotherThread(stackSize: 64 << 20) {
            let run = try? callingItself(name, isDecided: isDecided)
            kinds = run?.events.map(\.kind) ?? []
        }
        return kinds
    }

    private func callingItself(_ name: String, isDecided: Bool) throws -> SILRun {
        try SILProgram().function(
            "test",
            """
            bb0(%0 : $Int):
            \(SILProgram.ask("Clock"))
              cond_br \(isDecided ? "%1" : "%0"), bb1, bb2
            bb1:
              // function_ref \(name)
              %2 = function_ref @test : $@convention(thin) (Int) -> Int
              %3 = apply %2(%0) : $@convention(thin) (Int) -> Int
              return %3
            bb2:
              return %0
            """.replacing(
                "bb0(%0 : $Int):",
                with: "bb0(%0 : $Int):\n  %1 = integer_literal $Builtin.Int1, -1")
        ).run([.unknown])
    }

    @Test(arguments: [(true, 64), (false, 2)])
    func aFunctionCallsItselfSoOften(isDecided: Bool, count: Int) {
        let requests = calls(itself: "test()", isDecided: isDecided).count {
            if case .asked = $0 { true } else { false }
        }
        #expect(requests == count)
    }

    /// A recursion that asks nothing of its arguments has no end; others have.
    @Test func componentsThatMakeEachOtherAreACycle() {
        func cycles(_ name: String, isDecided: Bool) -> Int {
            calls(itself: name, isDecided: isDecided).count {
                if case .cycle([name], isCertain: true) = $0 { true } else { false }
            }
        }
        #expect(cycles("Feed.component()", isDecided: true) == 1)
        #expect(cycles("Feed.component()", isDecided: false) == 0)
        #expect(cycles("Feed.load()", isDecided: true) == 0)
    }

    // MARK: Members

    /// Calls a requirement on an unknown value, with a number of conforming types.
    private func calling(_ declaration: String, conformers: Int) throws -> SILRun {
        let tables = (0..<conformers).map { number in
            """
            sil_witness_table hidden Model\(number): Delegate module App {
              method #Delegate.load: (Self) -> () : @load\(number)
            }
            """
        }.joined(separator: "\n\n")
        var program = SILProgram(declarations: declaration).adding(tables)
        for number in 0..<conformers {
            let ask = "bb0(%0 : $Model):\n\(SILProgram.ask("Clock"))\n  return %0"
            program = program.function("load\(number)", ask)
        }
        return try program.function(
            "test",
            """
            bb0(%0 : $any Delegate):
              %1 = witness_method $@opened("1", any Delegate) Self, #Delegate.load : (Self) -> (), %0 : $Delegate
              %2 = apply %1(%0) : $@convention(witness_method: Delegate) () -> ()
              return %0
            """
        ).run([.unknown])
    }

    @Test func theOnlyOwnConformerIsTheOne() throws {
        let run = try calling("protocol Delegate {\n}", conformers: 1)
        #expect(run.requests.map(\.event.isCertain) == [true])
    }

    @Test func anotherLibrarysProtocolHasConformersThatNobodyKnows() throws {
        let run = try calling("", conformers: 1)
        #expect(run.requests.map(\.event.isCertain) == [false])
    }

    /// Nothing computes a known receiver's result: then a branch on it is a guess.
    @Test(arguments: [(Value.int(1), true), (.unknown, false)])
    func whatNobodyFulfilsComputesSomething(receiver: Value, isGuess: Bool) throws {
        let run = try SILProgram().function(
            "test",
            """
            bb0(%0 : $any Delegate):
              %1 = witness_method $Model, #Delegate.load : (Self) -> () : $@convention(witness_method: Delegate) () -> ()
              %2 = apply %1(%0) : $@convention(witness_method: Delegate) () -> ()
              return %2
            """
        ).run([receiver])
        #expect((run.value == .uncomputed) == isGuess)
    }

    @Test func whatRunsTooLongIsCutIfItCanReachCollet() throws {
        let short = SILProgram().function("ask", "bb0:\n  return %0").function(
            "test",
            """
            bb0:
              %1 = function_ref @ask : $@convention(thin) () -> ()
              %2 = apply %1() : $@convention(thin) () -> ()
              %3 = apply %1() : $@convention(thin) () -> ()
              br bb1
            bb1:
              return %3
            """)
        let asking = "bb0:\n" + SILProgram.ask("Clock") + "\n  return %92"
        let program = short.function("other", asking)
        #expect(try program.run { $0.limit = 4 }.cuts == [.steps])
        #expect(try short.run { $0.limit = 4 }.cuts.isEmpty)
        #expect(try program.run { $0.limit = 40 }.cuts.isEmpty)
    }

    /// Roots share what they know of functions that can't reach Collet, but no steps.
    @Test func severalRootsMayRunTooLong() {
        var program = SILProgram().function("f0", "bb0(%0 : $Int):\n  return %0")
        for number in 1...5 {
            let calls = (1...10).map { _ in
                "  %2 = apply %1(%0) : $@convention(thin) (Int) -> Int"
            }
            program = program.function(
                "f\(number)",
                """
                bb0(%0 : $Int):
                  %1 = function_ref @f\(number - 1) : $@convention(thin) (Int) -> Int
                \(calls.joined(separator: "\n"))
                  return %0
                """)
        }
        let interpreter = program.interpreter()
        interpreter.limit = 10_500
        for _ in 1...3 {
            interpreter.steps = 0
            // A closure that may reach Collet.
            _ = interpreter.call("f5", "f5", [], [.function(Closure(.model("f")))])
            #expect(interpreter.steps > interpreter.limit)
        }
    }

    @Test func tooManyConformersAreCut() throws {
        #expect(try calling("", conformers: 8).cuts.isEmpty)
        let run = try calling("", conformers: 9)
        #expect(run.requests.count == 8)
        #expect(run.cuts == [.choices])
    }

    @Test func typesAreCalledBackByTheirWholeNames() throws {
        let foreign = """
            sil @foreign : $@convention(thin) <T> (@thick T.Type) -> ()

            sil_witness_table hidden Model: Delegate module App {
              method #Delegate.load: (Self) -> () : @load
            }
            """
        for (type, count) in [("Model", 1), ("Array<Model>", 1), ("ModelBase", 0)] {
            let run = try program(foreign).function(
                "test", call("  %10 = metatype $@thick \(type).Type")
            ).run()
            #expect(run.requests.count == count, "\(type)")
        }
    }

    @Test func aClosureInAValueMayComeBack() throws {
        let run = try program("sil @foreign : $@convention(thin) (@guaranteed Box) -> ()")
            .function(
                "test",
                """
                bb0:
                  %10 = function_ref @load : $@convention(thin) (Model) -> ()
                  %11 = tuple (%10, %10)
                  %12 = function_ref @foreign : $@convention(thin) () -> ()
                  %13 = apply %12(%11) : $@convention(thin) () -> ()
                  %14 = apply %0() : $() -> ()
                  return %14
                """
            ).run()
        #expect(run.requests.map(\.event.isCertain) == [false])
    }

    @Test func whatOthersCallIsNotCalledBackWhileItRuns() throws {
        let foreign = """
            sil @foreign : $@convention(thin) (@guaranteed Model) -> ()

            sil_witness_table hidden Model: Delegate module App {
              method #Delegate.load: (Self) -> () : @load
            }
            """
        let run = try program(foreign)
            .function("test", call("  %10 = alloc_ref $Model")).run()
        #expect(run.requests.count == 1)
    }

    @Test(arguments: [
        Value.unknown,
        .oneOf(["Feed.load", "Feed.save"].map { .function(Closure(.classMethod($0))) }),
    ])
    func anUnknownFunctionThatIsTriedMayThrow(_ callee: Value) throws {
        let run = try SILProgram().function(
            "test",
            """
            bb0(%0 : $() -> ()):
              try_apply %0() : $() -> @error any Error, normal bb1, error bb2
            bb1(%1 : $()):
              return %1
            bb2(%2 : $any Error):
              throw %2
            """
        ).run([callee])
        #expect(run.outcome.returned != nil)
        #expect(run.outcome.thrown != nil)
    }
}
