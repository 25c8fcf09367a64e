import Foundation

/// How findings are listed.
package enum ReportFormat: String {
    /// As compilers do, for people and editors.
    case text
    /// As commands of a workflow on GitHub, which shows them beside the code.
    case github
    /// One object a line, for other tools.
    case json

    package func text(of report: Report) -> String {
        switch self {
        case .text: report.text() + "\n"
        case .github: report.commands(in: FileManager.default.currentDirectoryPath)
        case .json: report.objects
        }
    }
}

extension Report {
    /// The findings that are no less severe than one as
    /// `file:line:column: error: message [rule]`, what wasn't checked, and the last line.
    ///
    /// What can't be told is as good as a warning.
    package func text(from severity: Finding.Severity = .note) -> String {
        let includesDoubts = severity == .warning
        let listed = findings.filter { finding in
            finding.severity <= severity || includesDoubts && finding.isDoubt
        }
        let lines = listed.flatMap(\.lines) + unchecked.map(\.line)
        return (lines + [summary]).joined(separator: "\n")
    }
}

extension Finding {
    fileprivate var lines: [String] {
        let line = "\(place.inText): \(severity): \(message) [\(rule.rawValue)]"
        return [line] + notes.lines
    }
}

extension Unchecked {
    /// The place, if it is a source; targets have none.
    var place: Place? {
        let path = subjects.first { $0.hasPrefix("/") }
        return path.map { Place(file: $0, line: 1, column: 1) }
    }

    fileprivate var line: String {
        (place.map { "\($0): " } ?? "") + "error: \(message)"
    }
}

extension [Finding.Note] {
    var lines: [String] { map { "\($0.place.inText): note: \($0.message)" } }
}
