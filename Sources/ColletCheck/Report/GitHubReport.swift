extension Report {
    /// Each finding as a command, `::error file=…,line=…,col=…,title=rule::message`, and the
    /// last line.
    ///
    /// - Parameter directory: The workspace: GitHub knows files by their paths below it.
    func commands(in directory: String) -> String {
        let all = findings.map(\.command) + unchecked.map(\.command)
        return (all + [summary]).map { $0 + "\n" }.joined()
            .replacing(directory + "/", with: "")
    }
}

extension Finding {
    fileprivate var command: String {
        let notes = notes.map { "\n\($0.place.inText): \($0.message)" }.joined()
        let name = severity == .note ? "notice" : "\(severity)"
        let text = (message + notes).escapedForGitHub
        return "::\(name) \(place.properties),title=\(rule.rawValue)::\(text)"
    }
}

extension Unchecked {
    fileprivate var command: String {
        let properties = place.map { "\($0.properties)," } ?? ""
        return "::error \(properties)title=unchecked::\(message.escapedForGitHub)"
    }
}

extension Place {
    fileprivate var properties: String {
        let text = file.escapedForGitHub
        let path = text.replacing(":", with: "%3A").replacing(",", with: "%2C")
        return "file=\(path),line=\(line),col=\(column)"
    }
}

extension String {
    fileprivate var escapedForGitHub: String {
        replacing("%", with: "%25").replacing("\n", with: "%0A")
    }
}
