extension Report {
    /// Each finding as a command, `::error file=…,line=…,col=…,title=rule::message`, then
    /// the last line.
    ///
    /// - Parameter isStrict: Whether a note that something can't be told is a warning.
    func commands(in directory: String, isStrict: Bool = false) -> String {
        let all = (findings + unchecked).map { finding in
            finding.command(finding.isDoubt && isStrict ? .warning : finding.severity)
        }
        return (all + [summary]).map { $0 + "\n" }.joined()
            .replacing(directory + "/", with: "")
    }
}

extension Finding {
    fileprivate func command(_ severity: Severity) -> String {
        let name = severity == .note ? "notice" : "\(severity)"
        let path = place.file.escapedForGitHub.replacing(":", with: "%3A")
            .replacing(",", with: "%2C")
        let position = "file=\(path),line=\(place.line),col=\(place.column),"
        let title = "\(place == .unknown ? "" : position)title=\(rule.rawValue)"
        let notes = notes.map { "\n\($0.place.inText): \($0.message)" }.joined()
        return "::\(name) \(title)::\((message + notes).escapedForGitHub)"
    }
}

extension String {
    fileprivate var escapedForGitHub: String {
        replacing("%", with: "%25").replacing("\n", with: "%0A")
    }
}
