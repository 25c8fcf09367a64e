import Foundation
import TestSupport
import Testing

@testable import ColletCheck

/// Whether the odd programs run, which takes minutes: where `COLLET_PROGRAMS` is set.
let runsPrograms = ProcessInfo.processInfo.environment["COLLET_PROGRAMS"] != nil

struct ProgramTests {
    @Test(.enabled(if: runsPrograms), arguments: OddProgram.forTheCheck)
    func theCheckSaysWhatAProgramDoes(_ program: OddProgram) async throws {
        let compiled = try await program.compiled()
        let run = try await program.run()
        #expect((run.status != 0) == program.stops, "\(run.error)")
        let package = compiled.directory.appending(path: "package")
        let tool = try #require(Package.executable("collet-check")).path
        let check = try await limited(
            60, [tool, "--format", "json"] + compiled.arguments(packageAt: package))
        let fault = try self.fault(of: check, about: program)
        let expected = OddProgram.expectedFaults[program.name]
        #expect(fault == expected, "\(check.output)\(check.error)")
        if check.status > 1 { return }
        let read = try Program(
            packagePath: package.path, buildPath: nil,
            indexStorePath: compiled.index.path)
        let wiring = read.wiring(excludesTests: true)
        let misread = Set(Note.all(in: run.error).compactMap(wiring.misreading)).sorted()
        let isElsewhere = OddProgram.toldElsewhere.contains(program.name)
        #expect(misread.isEmpty != isElsewhere, "\(misread)")
        // Of no place the check has said something else.
        #expect(misread.allSatisfy { $0.contains(": nothing, not ") })
    }

    @Test func whatIsExpectedIsAboutPrograms() {
        let names = Set(OddProgram.all.map(\.name))
        let others = Set(OddProgram.expectedFaults.keys).subtracting(names)
        #expect(others.isEmpty || runsPrograms)
        #expect(names.count == OddProgram.all.count)
    }

    /// A finding, as the command lists it for other tools.
    private struct Finding: Decodable { let severity, rule: String }

    private func fault(of check: Run, about program: OddProgram) throws
        -> OddProgram.Fault?
    {
        if check.status > 1 { return .crash }
        let lines = check.output.split(separator: "\n")
        let findings = try lines.map {
            try JSONDecoder().decode(Finding.self, from: Data($0.utf8))
        }.filter { $0.rule != "unused" }
        if program.stops { return findings.isEmpty ? .silent : nil }
        let severities = findings.map(\.severity)
        if severities.contains("error") { return .falseError }
        return severities.contains("warning") ? .falseWarning : nil
    }
}

extension Wiring {
    /// What the check read instead, where a module was written or something asked for;
    /// `nil` where it read the same, or that it can't tell.
    fileprivate func misreading(_ note: Note) -> String? {
        let sites: [(site: Site, key: Key)]
        switch note.kind {
        case .written: sites = registrations.map { ($0.site, $0.key) }
        case .asked: sites = requests.map { ($0.site, $0.key) }
        case .brought, .added, .answered, .made: return nil
        }
        let read = sites.filter { $0.site.noted == note.place }.map(\.key)
        if read.contains(where: { $0.mayBe(note) }) { return nil }
        let name = note.name.map { " named \($0.debugDescription)" } ?? ""
        let keys =
            read.isEmpty ? "nothing" : read.map(\.description).joined(separator: ", ")
        return "\(note.kind) at \(note.place): \(keys), not \(note.type)\(name)"
    }
}

extension Site {
    /// The place as messages of the library have it.
    fileprivate var noted: String {
        "\(module)/\(place.path.split(separator: "/").last ?? ""):\(place.line)"
    }
}

extension Key {
    fileprivate func mayBe(_ note: Note) -> Bool {
        // The run time has no other name for where a private type is declared.
        let printed = note.type.replacing(
            #/\(unknown context at \$\w+\)\./#, with: "")
        let isType =
            !type.isKnown || type == TypeName(demangled: printed)
            || type.description == TypeName(demangled: printed).description
        return switch name {
        case .none: isType && note.name == nil
        case .literal(let name): isType && note.name == name
        case .constant, .unknown: isType
        }
    }
}
