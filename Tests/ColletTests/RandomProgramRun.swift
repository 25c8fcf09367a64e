import Collet
import Foundation
import TestSupport

/// Runs a program, and exits if Collet and the model disagree or if memory is lost.
func runOrExit(_ program: Program) {
    // The first run allocates the memory that the runtime keeps.
    let canCount = ProgramRun(program).runOrExit()
    guard canCount, let allocatedBytes else { return }
    var lost = 0
    for _ in 0..<100 {
        let before = allocatedBytes()
        _ = ProgramRun(program).runOrExit()
        lost = allocatedBytes() - before
        // A thread ends a little after it has said so, so the next run tells.
        if lost == 0 { return }
    }
    say("\(lost) bytes are lost.")
    exit(EXIT_FAILURE)
}

/// Takes the steps of a program twice, with the model and with Collet.
///
/// Unchecked, because threads use it one after the other.
private final class ProgramRun: @unchecked Sendable {
    private let program: Program
    private let model: ProgramModel
    private let library: ProgramLibrary

    private struct Disagreement: Error {}
    private struct Leaving: Error {}

    init(_ program: Program) {
        self.program = program
        model = ProgramModel(program)
        library = ProgramLibrary(program)
    }

    /// Runs the program, and exits if Collet and the model disagree.
    ///
    /// Returns whether all memory should be free again: tasks and threads leave some of
    /// the runtime's behind, and objects that hold each other leak by themselves.
    func runOrExit() -> Bool {
        do {
            try runCatchingLeaving(program.steps)
            model.end()
            library.end()
            try compare("the end")
        } catch { exit(EXIT_FAILURE) }
        return model.isOneTask && library.tracker.alive.isEmpty
    }

    private func run(_ steps: [Program.Step]) throws {
        for step in steps {
            // The model goes first, because it knows which steps would be mistakes.
            guard model.take(step.action) else { continue }
            switch step.action {
            case .override(let block, let body):
                try run(body, in: block, isIsolated: false)
            case .isolate(let block, let body):
                try run(body, in: block, isIsolated: true)
            case .perform(let number, let body):
                let container = model.enter(number)
                try library.containers[number]!.perform { try runCatchingLeaving(body) }
                model.leave(to: container)
            case .leave:
                throw Leaving()
            case .elsewhere(let place, let body):
                let container = model.go(place)
                let result = place.run { Result { try self.runCatchingLeaving(body) } }
                model.comeBack(to: container)
                try result.get()
            default:
                library.take(step.action, expecting: model.events, late: model.late(step))
            }
            try compare("step \(step.number)")
        }
    }

    private func run(
        _ body: [Program.Step], in block: Program.Block, isIsolated: Bool
    ) throws {
        let container = model.enter(block, isIsolated: isIsolated)
        let dependencies = library.use(block)
        if isIsolated {
            try dependencies.isolate { try runCatchingLeaving(body) }
        } else {
            try dependencies.override { try runCatchingLeaving(body) }
        }
        model.leave(to: container)
    }

    private func runCatchingLeaving(_ body: [Program.Step]) throws {
        do { try run(body) } catch is Leaving {}
    }

    private func compare(_ place: String) throws {
        var disagreements: [String] = []
        if let disagreement = library.disagreement { disagreements.append(disagreement) }
        let expected = model.tracker.alive
        let alive = library.tracker.alive
        if alive != expected {
            disagreements.append(
                "alive: \(alive.sorted()), instead of \(expected.sorted())")
        }
        if disagreements.isEmpty { return }
        for disagreement in disagreements { say("After \(place): \(disagreement)") }
        throw Disagreement()
    }
}
