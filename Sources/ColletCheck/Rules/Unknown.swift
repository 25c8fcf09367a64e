/// Requests of which it can't be told what is asked for, or whether it is registered.
struct Unknown: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        var found: [String: Finding] = [:]
        for visit in runs.programs.flatMap(\.runs).flatMap(runs.visits) {
            guard let finding = Self.finding(visit) else { continue }
            found["\(visit.place) \(finding.message)"] = finding
        }
        return Array(found.values)
    }

    private static func finding(_ visit: Visit) -> Finding? {
        var finding = Finding(
            rule: .unknown, severity: .note, place: visit.place,
            message: "cannot tell which type is asked for here, so it is not checked",
            isDoubt: true)
        switch visit.answer {
        case .untyped: return finding
        case .open:
            guard let other = visit.request.answers.first?.registration else {
                return nil
            }
            finding.message = "cannot tell whether \(visit.key) is registered"
            let place = other.place ?? .unknown
            let what =
                other.key.isTypeUnknown
                ? "a type that the check cannot tell" : "\(other.key), which may be meant"
            finding.notes = [(place, "this registers \(what)")]
            return finding
        default: return nil
        }
    }
}
