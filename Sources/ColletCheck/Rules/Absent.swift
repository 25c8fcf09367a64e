/// What asks for an optional or an array that nothing serves.
struct Absent: Rule {
    private struct ID: Hashable {
        let place: Place
        let key: Key
    }

    func findings(in runs: PackageRuns) -> [Finding] {
        let visits = runs.programs.flatMap(\.runs).flatMap(runs.visits).filter {
            $0.request.form == .optional || $0.request.form == .array
        }
        let same = Dictionary(grouping: visits) { ID(place: $0.place, key: $0.key) }
        return same.filter { $1.allSatisfy(\.isUnserved) }.map { id, visits in
            let isWhole = !visits.contains(where: \.isBehindCut)
            let result = id.key.argument(of: "Array") == nil ? "nil" : "empty"
            let what = "nothing that serves this registers \(id.key) or what it holds"
            return Finding(
                rule: .absent, severity: .note, place: id.place,
                message: "\(what), so this is always \(result)", isDoubt: !isWhole)
        }
    }
}

extension Visit {
    /// Whether nothing answers on any way.
    fileprivate var isUnserved: Bool { request.answers.isEmpty && !request.isOpen }
}
