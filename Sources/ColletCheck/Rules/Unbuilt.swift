/// Blocks that nothing builds, and modules that no block has.
struct Unbuilt: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        let forgotten = Forgotten(runs)
        return runs.untold(forgotten.blocks + forgotten.modules).map { code in
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
