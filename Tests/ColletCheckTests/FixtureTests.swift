import TestSupport
import Testing

@testable import ColletCheck
@testable import collet_check

struct FixtureTests {
    @Test(arguments: Fixture.chosen)
    func findingsAreAsExpected(_ fixture: Fixture) async throws {
        let index = try await fixture.compiled().index
        let program = try Program(
            packagePath: fixture.sources.path, buildPath: nil, indexStorePath: index.path)
        let wiring = program.wiring()
        let report = Report(wiring, includesTests: true)
        let status = report.status(strict: false)
        // On Linux, Foundation has its values from a module within it.
        let text = (lines(of: report) + ["\(report.summary); exit status: \(status)\n"])
            .joined(separator: "\n").replacing(fixture.sources.path + "/", with: "")
            .replacing("FoundationEssentials.", with: "Foundation.")
        #expect(text == fixture.expected("txt"))
        let isWrong = ["error: ", "warning: ", "could not be checked"].contains(
            where: text.contains)
        #expect((report.status(strict: true) != 0) == isWrong)
        if let graph = fixture.expected("mermaid") {
            #expect(GraphFormat.mermaid.text(of: Drawing(wiring)) == graph)
        }
    }

    /// A line for each finding, with its notes behind it, and for the next ones that say
    /// the same.
    private func lines(of report: Report) -> [String] {
        var lines: [(places: String, text: String)] = []
        for finding in report.diagnostics {
            let (place, path) = (finding.place, finding.place.path + ":")
            let notes = finding.notes.map { " | \($0.place): \($0.message)" }.joined()
            let text =
                "\(finding.severity): \(finding.message) [\(finding.rule.rawValue)]"
                + notes.replacing(path, with: "")
            if let last = lines.last, last.text == text, last.places.hasPrefix(path) {
                lines[lines.count - 1].places += ", \(place.line):\(place.column)"
            } else {
                lines.append((place.description, text))
            }
        }
        return lines.map { "\($0.places): \($0.text)" }
    }
}
