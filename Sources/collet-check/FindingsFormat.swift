import ColletCheck
import Foundation

/// How the findings are listed.
enum FindingsFormat: String, CaseIterable {
    /// As compilers do, for people and editors.
    case text
    /// As commands of a workflow on GitHub, which shows them beside the code.
    case github
    /// One object a line, for other tools.
    case json

    func text(of report: Report) -> String {
        let lines =
            switch self {
            case .text: [report.text()]
            case .github: report.diagnostics.map(Self.command) + [report.summary]
            case .json: report.diagnostics.map(Self.object)
            }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func command(_ finding: Diagnostic) -> String {
        func escaped(_ text: String) -> String {
            text.replacing("%", with: "%25").replacing("\n", with: "%0A")
        }
        func property(_ text: String) -> String {
            escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
        }
        let name = finding.severity == .note ? "notice" : "\(finding.severity)"
        let notes = finding.notes.map { "\n\($0.place): \($0.message)" }.joined()
        return "::\(name) file=\(property(finding.place.path)),line=\(finding.place.line),"
            + "col=\(finding.place.column),title=\(finding.rule.rawValue)::"
            + escaped(finding.message + notes)
    }

    private static func object(_ finding: Diagnostic) -> String {
        func fields(_ place: Place, _ message: String) -> [String: Any] {
            ["path": place.path, "line": place.line, "column": place.column, "message": message]
        }
        var object = fields(finding.place, finding.message)
        object["rule"] = finding.rule.rawValue
        object["severity"] = "\(finding.severity)"
        object["notes"] = finding.notes.map(fields)
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        let data = try? JSONSerialization.data(withJSONObject: object, options: options)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}
