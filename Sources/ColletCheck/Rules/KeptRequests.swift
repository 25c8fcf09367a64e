/// Finds what asks, for everybody and once, for what an override of the app replaces.
enum KeptRequests {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        wiring.requests.compactMap { request in
            guard request.site.isReported, !wiring.isMissing(request), let keeper = request.keeper,
                let other = wiring.table.matches(for: request.key).first(where: {
                    $0.matches(request.key) == true && !$0.isBuilt
                        && !$0.scopes.isDisjoint(with: wiring.overrides)
                })
            else { return nil }
            let message =
                "\(request.key) is asked for by what is kept for everybody, so an override that "
                + "registers it is not seen, or the first one stays; to fix, make it anew each "
                + "time, with Module { … }, or ask for the value at each use"
            var finding = Diagnostic(.kept, .warning, request.site.place, message)
            finding.notes = [(keeper, "it is kept here"), (other.site.place, "this overrides it")]
            return finding
        }
    }
}
