/// What asks for an optional or an array that nothing serves.
struct Absent: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        let visits = runs.programs.flatMap { runs.visits(in: $0.runs) }.filter {
            $0.request.form == .optional || $0.request.form == .array
        }
        let same = Dictionary(grouping: visits) { $0.id }
        return same.filter { $1.allSatisfy(\.isUnserved) }.map { id, visits in
            let result = id.key.argument(of: "Array") == nil ? "nil" : "empty"
            let what = "nothing that serves this registers \(id.key) or what it holds"
            return Finding(
                rule: .absent, severity: .note, place: id.place,
                message: "\(what), so this is always \(result)",
                isDoubt: visits.contains(where: \.isBehindCut),
                subject: id.key.description)
        }
    }
}

extension Visit {
    /// Whether nothing answers on any way.
    fileprivate var isUnserved: Bool { request.answers.isEmpty && !request.isOpen }
}
