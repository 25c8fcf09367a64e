/// How findings are listed.
package enum ReportFormat: String {
    /// As compilers do, for people and editors.
    case text
    /// As commands of a GitHub workflow, which shows them beside the code.
    case github
    /// One object a line, for other tools.
    case json

    /// - Parameters:
    ///   - isStrict: Whether anything that can't be told fails the check.
    ///   - directory: The repository: GitHub knows files by their paths below it.
    package func text(
        of report: Report, isStrict: Bool, in directory: String
    ) -> String {
        switch self {
        case .text: report.text() + "\n"
        case .github: report.commands(in: directory, isStrict: isStrict)
        case .json: report.objects
        }
    }
}

extension Report {
    /// The findings that are at least as severe as one, as
    /// `file:line:column: error: message [rule]`, what wasn't checked, and the last line.
    ///
    /// A finding that something can't be told counts as a warning.
    package func text(from severity: Finding.Severity = .note) -> String {
        let includesDoubts = severity == .warning
        let listed = findings.filter { finding in
            finding.severity <= severity || includesDoubts && finding.isDoubt
        }
        return ((listed + unchecked).flatMap(\.lines) + [summary]).joined(separator: "\n")
    }
}

extension Finding {
    /// A target that isn't checked has no place.
    fileprivate var lines: [String] {
        let isUnchecked = rule == .unchecked
        let start = isUnchecked && place == .unknown ? "" : "\(place.inText): "
        let end = isUnchecked ? "" : " [\(rule.rawValue)]"
        return ["\(start)\(severity): \(message)\(end)"] + notes.lines
    }
}

extension [Finding.Note] {
    var lines: [String] { map { "\($0.place.inText): note: \($0.message)" } }
}
