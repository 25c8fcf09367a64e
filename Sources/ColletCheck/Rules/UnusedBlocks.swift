/// Reports `Dependencies` blocks that nothing puts to use.
enum UnusedBlocks {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        let message =
            "nothing builds this block, so nothing that it registers is found; to fix, call "
            + "build() on it, or nest it in a block that is built"
        // What is missing for want of a block names it.
        let named = Set(wiring.unbuiltOfMissing.map(wiring.forgottenBlock))
        return wiring.blocks.filter { place, block in
            block.site.isReported && block.uses.isEmpty && block.outer.isEmpty
                && !named.contains(place) && !block.isOfOtherBuilds && block.unreached == nil
                // What no program imports is for programs elsewhere.
                && (block.site.isInTests || wiring.appModules.contains(block.site.module))
        }.map { Diagnostic(.unbuilt, .warning, $0.key, message) }
    }
}
