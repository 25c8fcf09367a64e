/// Requests of which it can't be told what is asked for, or whether it is registered.
struct Unknown: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        runs.programs.flatMap { runs.visits(in: $0.runs) }.compactMap(Self.finding)
    }

    private static func finding(_ visit: Visit) -> Finding? {
        let answer = visit.answer
        guard answer == .untyped || answer == .open else { return nil }
        var finding = Finding(
            rule: .unknown, severity: .note, place: visit.place,
            message: "cannot tell which type is asked for here, so it is not checked",
            isDoubt: true, subject: visit.key.description)
        if answer == .untyped { return finding }
        guard let other = visit.request.answers.first?.registration else { return nil }
        finding.message = "cannot tell whether \(visit.key) is registered"
        let what =
            other.key.isTypeUnknown
            ? "a type that the check cannot tell" : "\(other.key), which may be meant"
        finding.notes = [(other.place ?? .unknown, "this registers \(what)")]
        return finding
    }
}
