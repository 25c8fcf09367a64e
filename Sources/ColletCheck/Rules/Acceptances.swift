extension Wiring {
    func isAccepted(_ finding: Diagnostic) -> Bool {
        acceptances.contains { $0.covers(finding) }
    }

    /// Comments that accept nothing, as they are wrong, or as nothing is found there.
    func uselessAcceptances(among findings: [Diagnostic]) -> [Diagnostic] {
        // What is not read may be what makes one necessary.
        let isComplete = !leftOut.contains(where: \.reason.asksForBuild)
        return acceptances.filter(\.site.isReported).flatMap { acceptance in
            if let mistake = acceptance.mistake {
                return [
                    Diagnostic(
                        rule: .unneeded, severity: .error, site: acceptance.site,
                        message: mistake)
                ]
            }
            let accepted = findings.filter(acceptance.covers).map(\.rule.rawValue)
            let others = acceptance.rules.filter { !accepted.contains($0) }
            return isComplete ? others.compactMap { unneeded($0, acceptance) } : []
        }
    }

    private func unneeded(_ rule: String, _ acceptance: Acceptance) -> Diagnostic? {
        // A comment that other builds need accepts this finding, too.
        if rule == Diagnostic.Rule.unneeded.rawValue { return nil }
        if acceptance.rules.contains(Diagnostic.Rule.unneeded.rawValue) { return nil }
        return Diagnostic(
            rule: .unneeded, site: acceptance.site,
            message: "nothing is found here by the rule '\(rule)'; to fix, remove it")
    }
}
