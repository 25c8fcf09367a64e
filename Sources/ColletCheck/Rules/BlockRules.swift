// What registers or builds in vain.
extension Wiring {
    /// `Dependencies` blocks that nothing puts to use.
    func unusedBlocks() -> [Diagnostic] {
        // What is missing for want of a block names it.
        let named = Set(unbuiltOfMissing.map(forgottenBlock))
        return blocks.filter { place, block in
            block.site.isReported && !block.effect.isSome && block.outer.isEmpty
                && !named.contains(place) && !block.effect.isOfOtherBuilds
                && block.effect.unreached == nil
                // What no program imports is for programs elsewhere.
                && (block.site.isInTests || appModules.contains(block.site.module))
        }.map { place, _ in
            Diagnostic(
                .unbuilt, .warning, place,
                "nothing builds this block, so nothing that it registers is found; to fix, call "
                    + "build() on it, or nest it in a block that is built")
        }
    }

    /// Functions that register or build something, but that nothing calls.
    func uncalledFunctions() -> [Diagnostic] {
        let all = registrations.map(\.effect) + blocks.values.map(\.effect)
        let functions = Dictionary(
            all.filter { !$0.isOfOtherBuilds }.compactMap(\.unreached).map { ($0.site.place, $0) }
        ) { $1 }
        // What is missing for want of a function names it.
        let named = unbuiltOfMissing.compactMap(\.effect.unreached).map(\.site.place)
        return functions.filter { place, function in
            function.site.isReported && !named.contains(place)
        }.map { place, function in
            Diagnostic(
                .uncalled, .warning, place,
                "nothing calls '\(function.name)', so what it registers or builds is not found; to "
                    + "fix, call it when the program starts")
        }
    }
}
