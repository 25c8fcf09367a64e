extension Wiring {
    func isAccepted(_ finding: Diagnostic) -> Bool {
        acceptances.contains { $0.covers(finding) }
    }

    /// Comments that accept nothing, as they are wrong, or as nothing is found there.
    func uselessAcceptances(among findings: [Diagnostic]) -> [Diagnostic] {
        // What is not read may be what makes one necessary.
        let isComplete = !leftOut.contains(where: \.reason.asksForBuild)
        return acceptances.filter(\.site.isReported).flatMap {
            acceptance -> [Diagnostic] in
            if let mistake = acceptance.mistake {
                return [acceptance.finding(.unneeded, as: .error, mistake)]
            }
            // A comment that other builds need accepts this finding, too.
            let isKept = acceptance.rules.contains(Diagnostic.Rule.unneeded.rawValue)
            if isKept || !isComplete { return [] }
            let accepted = findings.filter(acceptance.covers).map(\.rule.rawValue)
            return acceptance.rules.filter { !accepted.contains($0) }.map { rule in
                acceptance.finding(
                    .unneeded,
                    "nothing is found here by the rule '\(rule)'; to fix, remove it")
            }
        }
    }
}
