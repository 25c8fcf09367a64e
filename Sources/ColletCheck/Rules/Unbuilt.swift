/// Blocks that nothing builds, and modules that no block has.
struct Unbuilt: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        runs.untold([.block, .module]).map { code in
            let building = code.kind == .block ? "call build() on it, or " : ""
            return Finding(
                rule: .unbuilt, severity: .warning, place: code.place,
                message: """
                    nothing builds this, so nothing that it registers is found; to fix, \
                    \(building)nest it in a block that is built
                    """)
        }
    }
}
