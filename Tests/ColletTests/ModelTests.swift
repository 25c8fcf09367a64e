import Collet
import Foundation
import TestSupport
import Testing

/// Random programs over the public API, compared with a plain model of the contract.
///
/// The programs register for the process and may trap, so they run in processes of their own, each
/// of which ends if it hangs. `RandomProgram.swift` makes up a program from its seed,
/// `RandomProgramModel.swift` is the model, `RandomProgramLibrary.swift` calls Collet.
struct ModelTests {
    /// 1,000 seeds; 10,000 with `COLLET_SLOW_TESTS`.
    @Test(arguments: 0..<2) func colletAgreesWithItsModel(part: Int) async throws {
        let count = runsSlowTests ? 5_000 : 500
        let first: Int = part * count
        let last: Int = first + count
        let transcript = try Transcript()
        let result = await #expect(processExitsWith: .success) {
            [first = first as Int, last = last as Int, transcript = transcript as Transcript] in
            try transcript.begin()
            for seed in first..<last {
                alarm(30)
                say("seed \(seed)")
                runOrExit(Program(seed: seed))
            }
        }
        if result != nil { return }
        let output = transcript.lines
        let seed = try #require(output.compactMap { Int($0.dropFirst("seed ".count)) }.last)
        let (program, shrunkOutput) = try await shrink(Program(seed: seed), seed: seed)
        Issue.record(
            """
            Collet and its model disagree about seed \(seed):
            \(output.drop { $0 != "seed \(seed)" }.dropFirst().joined(separator: "\n"))
            The shrunk program:
            \(program)
            \(shrunkOutput.joined(separator: "\n"))
            """)
    }

    /// The comparison would be worth little if the programs were.
    @Test func theProgramsAreVaried() {
        let programs = (0..<400).map { Program(seed: $0) }
        #expect(programs.contains { $0.numbers.count < 20 })
        #expect(programs.contains { $0.numbers.count > 180 })
        #expect(programs.allSatisfy { $0.numbers.count <= 200 })
        let models = programs.map(ProgramModel.init)
        let events = zip(programs, models).flatMap { $1.takeAll($0.steps) }
        var (made, configured, answers, mistakes) = (0, 0, 0, 0)
        for event in events {
            switch event {
            case .make: made += 1
            case .configure: configured += 1
            case .got(let serials): answers += serials.isEmpty ? 0 : 1
            case .decisions(let decisions): mistakes += decisions.count { !$0 }
            case .unused: break
            }
        }
        #expect(made > 8_000)
        #expect(configured > 400)
        #expect(answers > 8_000)
        #expect(mistakes > 4_000)
        let counts = models.map(\.counts)
        #expect(counts.map(\.elsewhere).reduce(0, +) > 200)
        #expect(counts.map(\.later).reduce(0, +) > 200)
        #expect(counts.map(\.asynchronous).reduce(0, +) > 200)
    }

    /// Drops steps as long as the program still fails: many at once first, then one by one.
    private func shrink(_ program: Program, seed: Int) async throws -> (Program, [String]) {
        var dropped: [Int] = []
        var program = program
        var output: [String] = []
        var count = program.numbers.count / 2
        while count > 0 {
            var position = 0
            var hasDropped = false
            while position < program.numbers.count {
                let candidate = dropped + program.numbers.dropFirst(position).prefix(count)
                if let failure = try await failure(of: seed, dropping: candidate) {
                    (dropped, output, hasDropped) = (candidate, failure, true)
                    program = program.dropping(Set(dropped))
                } else {
                    position += count
                }
            }
            if !hasDropped || count > 1 { count /= 2 }
        }
        return (program, output)
    }

    /// What a program says in a process of its own, if it fails.
    private func failure(of seed: Int, dropping dropped: [Int]) async throws -> [String]? {
        let transcript = try Transcript()
        var result: ExitTest.Result?
        await withKnownIssue(isIntermittent: true) {
            result = await #expect(processExitsWith: .success) {
                [seed, dropped, transcript = transcript as Transcript] in
                try transcript.begin()
                alarm(30)
                runOrExit(Program(seed: seed).dropping(Set(dropped)))
            }
        }
        return result == nil ? transcript.lines : nil
    }
}

/// Runs a program, and exits where Collet and the model disagree, or where memory is lost.
private func runOrExit(_ program: Program) {
    // What the runtime keeps from now on is allocated in the first run.
    let canCount = ProgramRun(program).runOrExit()
    guard canCount, let allocatedBytes else { return }
    var lost = 0
    for _ in 0..<100 {
        let before = allocatedBytes()
        _ = ProgramRun(program).runOrExit()
        lost = allocatedBytes() - before
        // A thread ends a little after it has said so: then the next run tells.
        if lost == 0 { return }
    }
    say("\(lost) bytes are lost.")
    exit(EXIT_FAILURE)
}

/// Takes the steps of a program twice, with the model and with Collet.
///
/// Unchecked, as one thread after the other uses it.
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

    /// Runs the program, and exits where Collet and the model disagree.
    ///
    /// Returns whether all memory should be free again: tasks and threads leave some of the
    /// runtime's behind, and objects that hold each other lose it by themselves.
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
            // The model goes first: it knows what would be a mistake.
            guard model.take(step.action) else { continue }
            switch step.action {
            case .override(let block, let body):
                try run(body, in: block, isIsolated: false)
            case .isolate(let block, let body):
                try run(body, in: block, isIsolated: true)
            case .leave:
                throw Leaving()
            case .elsewhere(let place, let body):
                let container = model.go(place)
                let result = place.run { Result { try self.runCatchingLeaving(body) } }
                model.comeBack(to: container)
                try result.get()
            default:
                library.take(step.action, expecting: model.events)
            }
            try compare("step \(step.number)")
        }
    }

    private func run(
        _ body: [Program.Step], in block: Program.Block, isIsolated: Bool
    ) throws {
        let container = model.enter(block, isIsolated: isIsolated)
        let dependencies = library.dependencies(block)
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
            disagreements.append("alive: \(alive.sorted()), instead of \(expected.sorted())")
        }
        if disagreements.isEmpty { return }
        for disagreement in disagreements { say("After \(place): \(disagreement)") }
        throw Disagreement()
    }
}
