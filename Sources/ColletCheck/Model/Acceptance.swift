/// A comment that accepts findings where it stands:
/// `// collet-check:allow missing, absent: the plug-in registers it`.
struct Acceptance: Placed {
    let site: Site
    /// The line of the code that it is about.
    let line: Int
    /// The identifiers of the rules, and the reason; empty where the comment has none.
    let rules: [String], reason: String

    func covers(_ finding: Diagnostic) -> Bool {
        let place = finding.place
        let isHere = place.path == site.place.path && place.line == line
        return isHere && mistake == nil && rules.contains(finding.rule.rawValue)
    }

    /// Why it accepts nothing.
    var mistake: String? {
        let form = "; to fix, write // collet-check:allow missing: the reason"
        if let other = rules.first(where: { Diagnostic.Rule(rawValue: $0) == nil }) {
            return "'\(other)' is no rule\(form)"
        }
        if rules.isEmpty { return "this names no rule that it accepts\(form)" }
        return reason.isEmpty ? "this accepts a finding without a reason\(form)" : nil
    }
}
