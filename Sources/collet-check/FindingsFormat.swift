import ColletCheck
import ColletRun
import Foundation

extension ReportFormat {
    /// What the older engine has found.
    func text(of report: ColletCheck.Report) -> String {
        switch self {
        case .text: report.text() + "\n"
        case .github:
            report.diagnostics.map(Self.command).joined() + report.summary + "\n"
        case .json:
            report.diagnostics.map { Self.object($0) }.joined()
                + report.accepted.map { Self.object($0, isAccepted: true) }.joined()
        }
    }

    private static func command(_ finding: Diagnostic) -> String {
        func escaped(_ text: String) -> String {
            text.replacing("%", with: "%25").replacing("\n", with: "%0A")
        }
        let path = escaped(finding.place.path)
            .replacing(":", with: "%3A").replacing(",", with: "%2C")
        let name = finding.severity == .note ? "notice" : "\(finding.severity)"
        let notes = finding.notes.map { "\n\($0.place): \($0.message)" }.joined()
        return
            "::\(name) file=\(path),line=\(finding.place.line),col=\(finding.place.column),"
            + "title=\(finding.rule.rawValue)::\(escaped(finding.message + notes))\n"
    }

    private static func object(_ finding: Diagnostic, isAccepted: Bool = false) -> String
    {
        func fields(_ place: ColletCheck.Place, _ message: String) -> [String: Any] {
            [
                "path": place.path, "line": place.line, "column": place.column,
                "message": message,
            ]
        }
        var object = fields(finding.place, finding.message)
        object["rule"] = finding.rule.rawValue
        object["severity"] = "\(finding.severity)"
        object["notes"] = finding.notes.map(fields)
        if isAccepted { object["accepted"] = true }
        if !finding.tests.isEmpty { object["tests"] = finding.tests }
        let options: JSONSerialization.WritingOptions = [
            .sortedKeys, .withoutEscapingSlashes,
        ]
        let data = try? JSONSerialization.data(withJSONObject: object, options: options)
        return String(decoding: data ?? Data(), as: UTF8.self) + "\n"
    }
}
