/// Finds what is asked for off the main actor, but made on it. There the runtime stops the program.
enum MainActorRequests {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        wiring.requests.compactMap { request in
            guard let place = request.placeOffMainActor else { return nil }
            let serving = wiring.table.registrations(for: request.key)
                .filter { $0.counts(for: request) }
            // An array has them all; of others, the last one counts.
            let isArray = request.key.type.isArray
            guard let first = serving.first(where: \.isForMainActor),
                isArray || serving.allSatisfy(\.isForMainActor),
                isArray || first.matches(request.key) == true
            else { return nil }
            let message =
                "\(request.key) is made on the main actor, but this asks for it elsewhere, where "
                + "the program stops; to fix, ask for it in code that is '@MainActor'"
            var finding = Diagnostic(.mainActor, .warning, place, message)
            finding.notes = [(first.site.place, "it is registered with Module.mainActor here")]
            return finding
        }
    }
}
