import Foundation
import TestSupport
import Testing

/// Whether the odd programs run, which takes minutes: where `COLLET_PROGRAMS` is set.
let runsPrograms = ProcessInfo.processInfo.environment["COLLET_PROGRAMS"] != nil

struct ProgramFindingTests {
    @Test(.enabled(if: runsPrograms), arguments: OddProgram.forTheCheck)
    func theCheckSaysWhatAProgramDoes(_ program: OddProgram) async throws {
        let run = try await program.run()
        #expect((run.status != 0) == program.stops, "\(run.error)")
        let check = try await program.check()
        let fault = try self.fault(of: check, about: program)
        let expected = OddProgram.expectedFaults[program.name]
        #expect(fault == expected, "\(check.output)\(check.error)")
    }

    @Test func whatIsExpectedIsAboutPrograms() {
        let names = Set(OddProgram.all.map(\.name))
        let others = Set(OddProgram.expectedFaults.keys).subtracting(names)
        #expect(others.isEmpty || !OddProgram.isWhole)
        #expect(names.count == OddProgram.all.count)
    }

    /// The rules that find what stops nobody, also in programs that are as they should be.
    private static let rulesOfStyle: Set = ["unnamed", "unused"]

    /// A finding, as the command lists it for other tools.
    private struct Finding: Decodable { let severity, rule: String }

    private func fault(of check: Run, about program: OddProgram) throws
        -> OddProgram.Fault?
    {
        if check.status > 1 { return .crash }
        let lines = check.output.split(separator: "\n")
        let findings = try lines.map {
            try JSONDecoder().decode(Finding.self, from: Data($0.utf8))
        }.filter { !Self.rulesOfStyle.contains($0.rule) }
        if program.stops { return findings.isEmpty ? .silent : nil }
        let severities = findings.map(\.severity)
        if severities.contains("error") { return .falseError }
        return severities.contains("warning") ? .falseWarning : nil
    }
}
