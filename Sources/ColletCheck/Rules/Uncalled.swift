/// Functions that register or build something, but that nothing calls.
struct Uncalled: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        runs.untold([.function]).map { function in
            Finding(
                rule: .uncalled, severity: .warning, place: function.place,
                message: """
                    nothing that runs calls '\(function.name)', so what it registers or \
                    builds is not found; to fix, call it when the program starts
                    """)
        }
    }
}
