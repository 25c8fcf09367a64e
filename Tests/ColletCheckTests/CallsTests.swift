import Testing

@testable import ColletCheck

/// What a function does of which only the type is known.
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

    @Test func aClosureThatCantEscapeMayRunNow() throws {
        let foreign =
            "sil @foreign : $@convention(thin) (@noescape @callee_guaranteed () -> ()) -> ()"
        let run = try program(foreign).function("test", call(closure)).run()
        let event = try #require(run.requests.first?.event)
        #expect(!event.isLater)
        #expect(!event.isCertain)
        #expect(run.interpreter.keptClosures.isEmpty)
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

    @Test func anUnknownFunctionThatIsTriedMayThrow() throws {
        let run = try SILProgram().function(
            "test",
            """
            bb0:
              try_apply %0() : $() -> @error any Error, normal bb1, error bb2
            bb1(%1 : $()):
              return %1
            bb2(%2 : $any Error):
              throw %2
            """
        ).run()
        #expect(run.outcome.returned != nil)
        #expect(run.outcome.thrown != nil)
    }
}
