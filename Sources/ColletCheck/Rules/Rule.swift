/// A kind of mistake, found in what happened.
protocol Rule: Sendable {
    /// The mistakes; the same place may be told several times.
    func findings(in runs: PackageRuns) -> [Finding]
}

/// A rule that judges each event by itself.
protocol EventRule: Rule {
    func finding(_ moment: Moment, in runs: PackageRuns) -> Finding?
}

extension EventRule {
    func findings(in runs: PackageRuns) -> [Finding] {
        let all = runs.moments.compactMap { moment in
            var finding = finding(moment, in: runs)
            if moment.root.isTest { finding?.tests = [moment.root.path] }
            return finding
        }
        // A doubt says no more where it is certain.
        let told = Set(all.filter { !$0.isDoubt }.map(\.place))
        return all.filter { !$0.isDoubt || !told.contains($0.place) }
    }
}

extension PackageRuns {
    /// The findings of all rules.
    var findings: [Finding] { Self.rules.flatMap { findings(of: $0) } }

    /// A rule's findings: each place once, as bad as it is on any way.
    func findings(of rule: any Rule) -> [Finding] { rule.findings(in: self).surest }

    private static let rules: [any Rule] = [
        Missing(), Stop(), Needs(), Absent(), NoValue(), Cycle(), OffMainActor(), Weak(),
        Kept(), Unbuilt(), Unused(), Unnamed(), Duplicate(), Scopes(),
    ]
}
