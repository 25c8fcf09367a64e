/// Requests of which the type can't be told.
struct Unknown: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        let roots = runs.programs.flatMap(\.runs) + runs.tests
        let places = roots.flatMap(runs.visits).filter { $0.answer == .untyped }
            .map(\.place)
        return Set(places).sorted().map { place in
            Finding(
                rule: .unknown, severity: .note, place: place,
                message: """
                    cannot tell which type is asked for here, so it is not checked
                    """,
                isDoubt: true)
        }
    }
}
