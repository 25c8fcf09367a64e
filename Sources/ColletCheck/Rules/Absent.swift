extension PackageRuns {
    /// Requests for an optional or an array that nothing answers.
    var absentValues: [Finding] {
        let all = programs.flatMap { visits(in: $0.runs) }.filter {
            [.optional, .array].contains($0.request.form)
        }
        // Where the program unwraps the value, it stops, and a finding there says so.
        lazy var told = Set(programRoots.events.compactMap(\.unwrapped))
        return Dictionary(grouping: all, by: \.id).filter { id, visits in
            visits.allSatisfy { $0.request.isMissing }
                && visits.contains { !$0.isOver } && !told.contains(id.key.inner)
        }.map { id, visits in
            let result = id.key.element == nil ? "nil" : "empty"
            let cast = judges.lazy.compactMap {
                $0.cast(to: id.key) ?? $0.cast(to: id.key.inner)
            }.first
            return Finding(
                rule: .absent, severity: .note, place: id.place,
                message: """
                    nothing that serves this registers \(id.key) or what it holds, so this \
                    is \(result) here\(cast.map { "; to fix, \($0)" } ?? "")
                    """, isDoubt: visits.contains(where: \.isBehindCut),
                subject: id.key.description)
        }
    }
}
