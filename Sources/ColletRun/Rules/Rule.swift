/// A kind of mistake, found in what happened.
protocol Rule: Sendable {
    func findings(in runs: PackageRuns) -> [Finding]
}

extension PackageRuns {
    /// What all rules find: the findings of each rule in its order.
    var findings: [Finding] { Self.rules.flatMap { $0.findings(in: self) } }

    private static let rules: [any Rule] = [
        Missing(), Needs(), Absent(), Unknown(), NoValue(), Cycle(), OffMainActor(),
        Weak(),
        Kept(),
        Unbuilt(),
        Uncalled(),
        Unused(),
        Unnamed(),
        Duplicate(),
    ]
}
