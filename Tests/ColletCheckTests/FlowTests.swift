import Testing

@testable import ColletCheck

struct FlowTests {
    private func flow(_ body: String, withErrors: Bool = true) -> Flow {
        Flow(Code(SILText(copying: "\n" + body)), withErrors: withErrors)
    }

    private let diamond = """
        bb0:
          cond_br %0, bb1, bb2
        bb1:
          br bb3
        bb2:
          br bb3
        bb3:
          return %0
        """

    @Test func waysMeetBehindABranch() {
        let flow = flow(diamond)
        #expect(flow.meetingPoint(of: 0) == 3)
        #expect(flow.meetingPoint(of: 3) == nil)
    }

    @Test func aWayThatTrapsIsNone() {
        let flow = flow(diamond.replacing("br bb3\nbb2", with: "unreachable\nbb2"))
        #expect(!flow.reachesExit(1))
        #expect(flow.reachesExit(2))
    }

    @Test func aCallThatNeverReturnsEndsItsBlock() {
        // Raw SIL goes on after it.
        let call = "%1 = apply %0() : $@convention(thin) () -> Never, loc \"a.swift\":1:1"
        let flow = flow(diamond.replacing("br bb3\nbb2", with: "\(call)\n  br bb3\nbb2"))
        #expect(!flow.reachesExit(1))
        #expect(flow.reachesExit(2))
    }

    @Test func anErrorMayBeAWayOrNone() {
        let body = diamond.replacing("br bb3\nbb2", with: "throw %0\nbb2")
        #expect(flow(body).reachesExit(1))
        #expect(!flow(body, withErrors: false).reachesExit(1))
    }

    @Test func anErrorThatLeavesMainEndsTheProgram() {
        let error = """
            %1 = builtin "errorInMain"(%0) : $()
              br bb3
            bb2
            """
        let body = diamond.replacing("br bb3\nbb2", with: error)
        #expect(flow(body).reachesExit(1))
        #expect(!flow(body, withErrors: false).reachesExit(1))
    }

    @Test func anotherBuiltinLeavesNothing() {
        let builtin = "%1 = builtin \"unexpectedError\"(%0) : $()\n  br bb3\nbb2"
        let body = diamond.replacing("br bb3\nbb2", with: builtin)
        #expect(flow(body, withErrors: false).reachesExit(1))
    }

    /// Asynchronous top-level code has no return, and its block for errors is its last.
    @Test func anErrorThatLeavesAsynchronousMainEndsTheProgram() {
        let body =
            diamond.replacing("return %0", with: "unreachable")
                + """

                bb4:
                  %1 = builtin "errorInMain"(%0) : $()
                  br bb3
                """
        let flow = flow(
            body.replacing("br bb3\nbb2", with: "br bb4\nbb2"), withErrors: false)
        #expect(!flow.reachesExit(1))
        #expect(flow.reachesExit(2))
    }

    @Test func codeThatNeverReturnsEndsWhereItsTextDoes() {
        let body = diamond.replacing("return %0", with: "unreachable")
            .replacing("bb3\nbb2", with: "bb4\nbb2").replacing(
                "bb3:", with: "bb3:\n  %1 = apply %0() : $() -> Never, loc \"a\":9:1")
        let flow = flow(
            body + """

                bb4:
                  %2 = apply %0() : $() -> Never, loc "a":2:1
                  unreachable
                """)
        #expect(flow.reachesExit(2))
        #expect(!flow.reachesExit(1))
    }

    @Test func codeThatNeverEndsEndsWithATurn() {
        let flow = flow(diamond.replacing("return %0", with: "br bb3"))
        #expect(flow.meetingPoint(of: 0) == 3)
    }

    @Test func branchesInLoopsAreKnown() {
        #expect(!flow(diamond).isInLoop(0))
        let loop = diamond.replacing("br bb3\nbb2", with: "br bb0\nbb2")
        #expect(flow(loop).isInLoop(0))
    }

    @Test func loopsMeetBehindTheirHead() {
        let flow = flow(
            """
            bb0:
              br bb1
            bb1:
              cond_br %0, bb2, bb3
            bb2:
              br bb1
            bb3:
              return %0
            """)
        #expect(flow.meetingPoint(of: 1) == 3)
        #expect(flow.meetingPoint(of: 2) == 1)
    }

    @Test func waysLeadForwards() {
        let flow = flow(diamond)
        #expect(Set(flow.blocks(after: 0)).isSuperset(of: [1, 2, 3]))
        #expect(!flow.blocks(after: 3).contains(0))
        #expect(!flow.blocks(after: 1).contains(2))
    }
}
