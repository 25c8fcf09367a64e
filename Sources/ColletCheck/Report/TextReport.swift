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
        case .github: report.commands
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
        let listed = findings.filter {
            $0.severity <= severity || severity == .warning && $0.isDoubt
        }
        return (listed.flatMap(\.lines) + unchecked.map(\.line) + [summary])
            .joined(separator: "\n")
    }
}

extension Finding {
    fileprivate var lines: [String] {
        ["\(place.inText): \(severity): \(message) [\(rule.rawValue)]"]
            + notes.map { "\($0.place.inText): note: \($0.message)" }
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

extension Place {
    /// As the compiler has it, also where there is none.
    var inText: String { file == Self.unknownFile ? "<unknown>:0" : description }
}
