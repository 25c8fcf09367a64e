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
        #expect(flow.meetings(of: 0, [1, 2]) == [3])
        #expect(flow.meetings(of: 3, [3]).isEmpty)
    }

    /// An error from one way doesn't keep the others from meeting before.
    @Test func waysMeetAsSoonAsTwoOfThemDo() {
        let flow = flow(
            """
            bb0:
              cond_br %0, bb1, bb2
            bb1:
              try_apply %1() : $() -> (), normal bb3, error bb4
            bb2:
              br bb3
            bb3:
              br bb5
            bb4:
              br bb5
            bb5:
              return %0
            """)
        #expect(flow.meetings(of: 0, [1, 2]) == [3, 5])
        #expect(flow.first(of: [5, 3, 1], besides: [1]) == 3)
        #expect(flow.first(of: [5], besides: [5]) == nil)
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
        #expect(flow.meetings(of: 0, [1, 2]) == [3])
        #expect(flow.reachesExit(0))
    }

    @Test func branchesInLoopsAreKnown() {
        #expect(!flow(diamond).isInLoop(0))
        let loop = diamond.replacing("br bb3\nbb2", with: "br bb0\nbb2")
        #expect(flow(loop).isInLoop(0))
    }

    private let loop = """
        bb0:
          br bb1
        bb1:
          cond_br %0, bb2, bb5
        bb2:
          cond_br %1, bb3, bb4
        bb3:
          br bb4
        bb4:
          br bb1
        bb5:
          return %0
        """

    @Test func aBranchThatNeverEndsALoopDoesntLeaveIt() {
        #expect(flow(loop).leavesLoop(1))
        #expect(!flow(loop).leavesLoop(2))
        // `while true` has such an end.
        #expect(!flow(loop.replacing("return %0", with: "unreachable")).leavesLoop(1))
    }

    @Test func loopsMeetBehindTheirHead() {
        let flow = flow(loop)
        #expect(flow.meetings(of: 1, [2, 5]) == [5])
        #expect(flow.innermost[2]?.blocks == [1, 2, 3, 4])
        #expect(flow.innermost[5] == nil)
    }

    /// What leaves the loop is behind it, whichever branch decides that.
    @Test func branchesInALoopMeetInItAndBehindIt() {
        #expect(flow(loop).meetings(of: 2, [3, 4]) == [4, 5])
        let flow = flow(loop.replacing("br bb4\nbb4", with: "br bb5\nbb4"))
        #expect(flow.innermost[2]?.exits == [3, 5])
        #expect(flow.meetings(of: 2, [3, 4]) == [3, 5])
    }

    /// A loop with two turns is one loop, and an inner loop isn't the outer one.
    @Test func aLoopHasAllTurnsOfItsHead() {
        let twice = flow(loop.replacing("br bb4\nbb4", with: "br bb1\nbb4"))
        #expect(twice.innermost[3]?.blocks == [1, 2, 3, 4])
        let inner = flow(loop.replacing("br bb4\nbb4", with: "br bb2\nbb4"))
        #expect(inner.innermost[3]?.blocks == [2, 3])
        #expect(inner.innermost[4]?.blocks == [1, 2, 3, 4])
    }

    @Test func waysLeadForwards() {
        let flow = flow(diamond)
        #expect(Set(flow.blocks(after: 0)).isSuperset(of: [1, 2, 3]))
        #expect(!flow.blocks(after: 3).contains(0))
        #expect(!flow.blocks(after: 1).contains(2))
    }
}
