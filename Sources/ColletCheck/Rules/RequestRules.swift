extension Wiring {
    /// What asks, for everybody and once, for what an override of the app replaces.
    func keptRequests() -> [Diagnostic] {
        requests.compactMap { request in
            let override = table.matches(for: request.key).first {
                $0.matches(request.key) == true && !$0.isBuilt && !$0.site.isInTests
                    && $0.isInForce(in: overrides)
            }
            guard let keeper = request.keeper, let override, !isMissing(request) else {
                return nil
            }
            return request.finding(
                .kept,
                """
                \(request.key) is asked for by what is kept for everybody, so an override \
                that registers it is not seen, or the first one stays; to fix, make it anew \
                each time, with Module { … }, or ask for the value at each use
                """,
                notes: [
                    (keeper, "it is kept here"),
                    (override.place, "this overrides it"),
                ])
        }
    }

    /// What is asked for off the main actor, but made on it. There the runtime stops the
    /// program.
    func mainActorRequests() -> [Diagnostic] {
        requests.compactMap { request in
            guard let site = request.siteOffMainActor else { return nil }
            let serving = table.registrations(for: request.key).filter {
                $0.counts(for: request)
            }
            // An array has them all; of others, the last one counts.
            guard let first = serving.first(where: \.isForMainActor),
                first.lifetime == .transient || !mayExist(first)
            else { return nil }
            let isOnly =
                serving.allSatisfy(\.isForMainActor) && first.isMeant(by: request.key)
            guard request.key.type.isArray || isOnly else { return nil }
            let isCertain = request.isAlwaysOffMainActor
            return Diagnostic(
                rule: isCertain ? .mainActor : .unknown,
                severity: isCertain ? .warning : .note, site: site,
                message: isCertain
                    ? """
                    \(request.key) is made on the main actor, but this asks for it \
                    elsewhere, where the program stops; to fix, ask for it in code that is \
                    '@MainActor'
                    """
                    : """
                    cannot tell whether \(request.key) is asked for on the main actor \
                    alone, where it is made
                    """,
                notes: [(first.place, "it is registered with Module.mainActor here")]
            )
        }
    }

    /// Whether somebody asks on the main actor for what is kept then.
    private func mayExist(_ registration: Registration) -> Bool {
        let place = registration.place
        // What a test makes is gone when the program runs.
        let others = requests.filter {
            !$0.site.isInTests && $0.siteOffMainActor == nil
        }
        return others.contains { request in
            table.registrations(for: request.key).contains { $0.place == place }
        }
    }

    /// There are many strings in a program; which one is meant, only a name can say.
    func unnamedValues() -> [Diagnostic] {
        // An array without a name collects the values with names.
        let all =
            registrations.map { ($0 as any Placed, $0.key, "registered") }
            + requests.filter { !$0.key.type.isArray }.map { ($0, $0.key, "asked for") }
        return all.compactMap { holder, key, verb in
            guard key.name == .none, key.type.isPlainValue else { return nil }
            return holder.finding(
                .unnamed,
                """
                \(key.type) is \(verb) without a name, which says nothing about its \
                meaning; give it a name, or pass the value as an argument
                """)
        }
    }
}
