import Foundation
import Synchronization
import TestSupport
import Testing

@testable import collet_check

/// Whether the odd programs run, which takes minutes: only with `COLLET_PROGRAMS`.
let runsPrograms = ProcessInfo.processInfo.environment["COLLET_PROGRAMS"] != nil

struct ProgramFindingTests {
    @Test(.enabled(if: runsPrograms), arguments: OddProgram.forTheCheck)
    func theCheckSaysWhatAProgramDoes(_ program: OddProgram) async throws {
        let run = try await program.run()
        #expect((run.status != 0) == program.stops, "\(run.error)")
        let check = try await program.check().result
        let listing = Listing(check.output)
        let fault = fault(of: check, listing.findings, about: program)
        let expected = Expectation.all[program.name]
        #expect(fault == expected?.fault, "\(check.output)\(check.errorOutput)")
        let line = try await listing.inShort(below: program.compiled().directory)
        Expectation.expect(line, of: program.name, check.output)
    }

    @Test func whatIsExpectedIsAboutPrograms() {
        let names = OddProgram.all.map(\.name) + TestPackage.all.map(\.name)
        let others = Set(Expectation.all.keys).subtracting(names)
        #expect(others.isEmpty || !OddProgram.isWhole)
        #expect(names.count == Set(names).count)
    }

    /// The rules whose findings stop nothing, even in programs that are right.
    private static let rulesOfStyle: Set = ["unnamed", "unused"]

    private func fault(
        of check: CheckCommand.Result, _ findings: [Listing.Finding],
        about program: OddProgram
    ) -> OddProgram.Fault? {
        if check.status > 1 { return .crash }
        let findings = findings.filter { !Self.rulesOfStyle.contains($0.rule) }
        if program.stops { return findings.isEmpty ? .silent : nil }
        let severities = findings.map(\.severity)
        if severities.contains("error") { return .falseError }
        return severities.contains("warning") ? .falseWarning : nil
    }
}

/// The check's expected output about a program, as a line of `findings.txt`.
struct Expectation {
    private let line: String
    /// The fault in that output, if it is right or can't be avoided.
    let fault: OddProgram.Fault?

    static let all: [String: Expectation] = {
        let lines = text.matches(of: /(?m)^([^# ]+): ([^#\n]+?)(?: # ([^:\n]+): .+)?$/)
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let fault = line.3.map { OddProgram.Fault(rawValue: String($0))! }
                return (String(line.1), Expectation(line: String(line.2), fault: fault))
            })
    }()

    /// Expects a line, or writes it if `ReportedPackage` writes its reports.
    static func expect(
        _ line: String, of name: String, _ output: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let expected = all[name]?.line
        if expected != line, ReportedPackage.isWriting { return write(line, of: name) }
        #expect(line == expected, "\(name): \(output)", sourceLocation: sourceLocation)
    }

    private static func write(_ line: String, of name: String) {
        writing.withLock { _ in
            let lines = text.split(separator: "\n").map(String.init)
            let old = lines.first { $0.hasPrefix("\(name): ") }
            let why = old?.firstMatch(of: /\ # .+/)?.output ?? ""
            let others = lines.filter { !$0.hasPrefix("#") && $0 != old }
            let sorted = (others + ["\(name): \(line)\(why)"]).sorted()
            let all = lines.filter { $0.hasPrefix("#") } + sorted
            try! Data((all.joined(separator: "\n") + "\n").utf8).write(to: file)
        }
    }

    private static let file =
        Package.root.appending(path: "\(OddProgram.directory)/findings.txt")
    private static var text: String { try! String(contentsOf: file, encoding: .utf8) }
    private static let writing = Mutex(())
}

/// The check's list: findings with their notes, and at the end what is proved.
struct Listing {
    struct Finding {
        let severity, rule: String
        let text: Text
        fileprivate(set) var notes: [Text] = []
    }
    struct Text { let path, message: String, line, column: Int }

    private(set) var findings: [Finding] = []
    private let lines: [Substring]

    init(_ output: String) {
        lines = output.split(separator: "\n")
        for line in lines.dropLast() { read(line) }
    }

    private mutating func read(_ line: Substring) {
        let form =
            /(?:(.*?):(\d+)(?::(\d+))?: )?(error|warning|note): (.*?)(?: \[([a-z-]+)\])?/
        guard let match = line.wholeMatch(of: form) else { return }
        let numbers = [match.2, match.3].map { $0.flatMap { Int($0) } ?? 0 }
        let text = Text(
            path: String(match.1 ?? ""), message: String(match.5), line: numbers[0],
            column: numbers[1])
        // A target that isn't checked has neither a place nor a rule.
        if let rule = match.6 ?? (match.1 == nil ? "unchecked" : nil) {
            findings.append(
                Finding(severity: String(match.4), rule: String(rule), text: text))
        } else if let last = findings.indices.last {
            findings[last].notes.append(text)
        }
    }

    /// The findings in short, with a digest of their texts, and the number of requests
    /// that are answered on every way.
    func inShort(below directory: URL) -> String {
        let proof = (lines.last ?? "").split(separator: "; ").dropFirst()
            .map { $0.replacing(/\ requests? (is|are) answered on every way/, with: "") }
        if findings.isEmpty { return proof.joined(separator: "; ") }
        let all = findings.map { finding in
            let file = finding.text.path.split(separator: "/").last ?? ""
            let place = "\(file):\(finding.text.line):\(finding.text.column)"
            return "\(finding.severity) \(finding.rule) \(place)"
        }.joined(separator: ", ")
        let texts = lines.dropLast().joined(separator: "\n")
            .replacing("\(directory.path)/", with: "")
        return (["\(all) (\(texts.digest))"] + proof).joined(separator: "; ")
    }
}

extension String {
    /// Letters that differ if the text does, and are the same in each run.
    fileprivate var digest: String {
        let hash = utf8.reduce(UInt32(5381)) { ($0 &* 33) ^ UInt32($1) }
        return String(hash % 1_679_616, radix: 36)
    }
}
