extension Wiring {
    /// The files that are not read, each with the reason.
    func leftOutFiles(isJustBuilt: Bool) -> [Diagnostic] {
        let known = leftOut.filter(\.reason.asksForBuild)
        let others = leftOut.filter { !$0.reason.asksForBuild }
        let targets = Dictionary(grouping: others) { directory(of: $0.path) }
        return known.map { $0.finding(isJustBuilt: isJustBuilt) }
            + targets.values.map(unbuilt)
    }

    /// What is said once of files in one directory.
    private func unbuilt(_ files: [LeftOutFile]) -> Diagnostic {
        let others = files.dropFirst()
        let more = count(others, "more file")
        let end =
            others.isEmpty
            ? ", so what it registers is not known"
            : ", as are \(more) here, so what they register is not known"
        return files[0].finding(.leftOut, as: .note, files[0].reason.rawValue + end)
    }
}

extension LeftOutFile {
    fileprivate func finding(isJustBuilt: Bool) -> Diagnostic {
        let what = difference ?? reason.rawValue
        var finding = finding(
            difference == nil ? .leftOut : .unread, as: .note, "\(what); build again")
        finding.asksForBuild = true
        // Right after a build, no file is another version of itself.
        if isJustBuilt, difference != nil {
            finding.severity = .error
            finding.message = """
                \(what), though it was just built: a fault of the check, so please report \
                this
                """
        }
        return finding
    }
}
