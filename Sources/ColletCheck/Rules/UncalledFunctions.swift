/// Reports functions that register or build something, but that nothing calls.
enum UncalledFunctions {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        let unreached =
            wiring.registrations.compactMap(\.unreached)
            + wiring.blocks.values.compactMap(\.unreached)
        // What is missing for want of a function names it.
        let named = wiring.unbuiltOfMissing.compactMap(\.unreached).map(\.site.place)
        let places = Dictionary(unreached.map { ($0.site.place, $0) }) { first, _ in first }
        return places.values.filter {
            !$0.isOfOtherBuilds && $0.site.isReported && !named.contains($0.site.place)
        }.map {
            let message = "nothing calls '\($0.name)', so what it registers or builds is not found"
            let cure = "; to fix, call it when the program starts"
            return Diagnostic(.uncalled, .warning, $0.site.place, message + cure)
        }
    }
}
