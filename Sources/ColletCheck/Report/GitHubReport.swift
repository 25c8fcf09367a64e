extension Report {
    /// Each finding as a command, `::error file=…,line=…,col=…,title=rule::message`, and the
    /// last line.
    ///
    /// - Parameter directory: The workspace: GitHub knows files by their paths below it.
    func commands(in directory: String) -> String {
        ((findings + unchecked).map(\.command) + [summary]).map { $0 + "\n" }.joined()
            .replacing(directory + "/", with: "")
    }
}

extension Finding {
    fileprivate var command: String {
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
