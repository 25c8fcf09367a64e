extension Wiring {
    /// The files that are not read, each with the reason.
    func leftOutFiles(isJustBuilt: Bool) -> [Diagnostic] {
        let known = leftOut.filter(\.reason.asksForBuild)
        let others = leftOut.filter { !$0.reason.asksForBuild }
        let targets = Dictionary(grouping: others) { directory(of: $0.path) }
        return known.map { isJustBuilt ? $0.fault ?? $0.finding : $0.finding }
            + targets.values.map(unbuilt)
    }

    /// What is said once of files in one directory.
    private func unbuilt(_ files: [LeftOutFile]) -> Diagnostic {
        let others = files.count - 1
        let more = others == 1 ? "1 more file" : "\(others) more files"
        let end =
            others == 0
            ? ", so what it registers is not known"
            : ", as are \(more) here, so what they register is not known"
        return files[0].finding(.leftOut, as: .note, files[0].reason.rawValue + end)
    }
}

extension LeftOutFile {
    fileprivate var finding: Diagnostic {
        Diagnostic(
            rule: difference == nil ? .leftOut : .unread, severity: .note, site: site,
            message: "\(difference ?? reason.rawValue); build again", asksForBuild: true)
    }

    /// Right after a build, no file is another version of itself.
    fileprivate var fault: Diagnostic? {
        difference.map { difference in
            Diagnostic(
                rule: .unread, severity: .error, site: site,
                message: """
                    \(difference), though it was just built: a fault of the check, so \
                    please report this
                    """,
                asksForBuild: true)
        }
    }
}
