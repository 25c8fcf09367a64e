import Collet
import Foundation
import TestSupport
import Testing

/// Random programs over the public API, compared with a plain model of the contract.
///
/// The programs register for the process and may trap, so they run in processes of their
/// own, each of which ends if it hangs. `RandomProgram.swift` makes up a program from its
/// seed, `RandomProgramModel.swift` is the model, `RandomProgramLibrary.swift` calls
/// Collet.
struct ModelTests {
    /// 500 seeds; 1,000 under a sanitizer, and 10,000 with `COLLET_SLOW_TESTS`.
    @Test(arguments: 0..<2) func colletAgreesWithItsModel(part: Int) async throws {
        let count = rounds(slow: 5_000, usual: 500)
        let first: Int = part * count
        let last: Int = first + count
        let transcript = try Transcript()
        let result = await #expect(processExitsWith: .success) {
            [
                first = first as Int, last = last as Int,
                transcript = transcript as Transcript
            ] in
            try transcript.begin()
            for seed in first..<last {
                alarm(600)
                say("seed \(seed)")
                runOrExit(Program(seed: seed))
            }
        }
        if result != nil { return }
        let output = try transcript.lines
        let seed = try #require(
            output.compactMap { Int($0.dropFirst("seed ".count)) }.last)
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

    /// Programs that are all alike would make a poor comparison.
    @Test func theProgramsAreVaried() {
        let programs = (0..<400).map { Program(seed: $0) }
        #expect(programs.contains { $0.numbers.count < 20 })
        #expect(programs.contains { $0.numbers.count > 180 })
        #expect(programs.allSatisfy { $0.numbers.count <= 200 })
        let models = programs.map(ProgramModel.init)
        let events = zip(programs, models).flatMap { $1.takeAll($0.steps) }
        var (made, configured, answers, mistakes) = (0, 0, 0, 0)
        var (elsewhere, later, asynchronous, performed, late) = (0, 0, 0, 0, 0)
        var (stayed, restarted) = (0, 0)
        for event in events {
            switch event {
            case .make: made += 1
            case .configure: configured += 1
            case .got(let serials): answers += serials.isEmpty ? 0 : 1
            case .decisions(let decisions): mistakes += decisions.count { !$0 }
            case .unused: break
            }
        }
        for counts in models.map(\.counts) {
            elsewhere += counts.elsewhere
            later += counts.later
            asynchronous += counts.asynchronous
            performed += counts.performed
            late += counts.late
            stayed += counts.stayed
            restarted += counts.restarted
        }
        #expect(made > 8_000)
        #expect(configured > 400)
        #expect(answers > 8_000)
        #expect(mistakes > 4_000)
        #expect(min(elsewhere, later, asynchronous, performed, late) > 200)
        #expect(min(stayed, restarted) > 50)
    }

    /// Drops steps as long as the program still fails: many at once first, then one by
    /// one.
    private func shrink(_ program: Program, seed: Int) async throws -> (Program, [String])
    {
        var dropped: [Int] = []
        var program = program
        var output: [String] = []
        var count = program.numbers.count / 2
        while count > 0 {
            var position = 0
            var hasDropped = false
            while position < program.numbers.count {
                let candidate =
                    dropped + program.numbers.dropFirst(position).prefix(count)
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

    /// The output of a program in a process of its own, if it fails.
    private func failure(of seed: Int, dropping dropped: [Int]) async throws -> [String]?
    {
        let transcript = try Transcript()
        var result: ExitTest.Result?
        await withKnownIssue(isIntermittent: true) {
            result = await #expect(processExitsWith: .success) {
                [seed, dropped, transcript = transcript as Transcript] in
                try transcript.begin()
                alarm(600)
                runOrExit(Program(seed: seed).dropping(Set(dropped)))
            }
        }
        return result == nil ? try transcript.lines : nil
    }
}
