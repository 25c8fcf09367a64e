/// Finds registrations that are wrong by themselves.
enum RegistrationRules {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        wiring.registrations.filter(\.site.isReported).flatMap { registration in
            [
                unreadable(registration), weakValue(registration, wiring.types),
                unsharedScope(registration, wiring.types),
            ].compactMap(\.self)
        }
    }

    private static func unreadable(_ registration: Registration) -> Diagnostic? {
        guard !registration.key.type.isKnown else { return nil }
        let message = "cannot tell which type is registered here"
        return Diagnostic(.note, at: registration.site.place, message)
    }

    private static func weakValue(
        _ registration: Registration, _ types: TypeRelations
    ) -> Diagnostic? {
        let type = registration.implementation?.typeName() ?? registration.key.type
        guard registration.lifetime == .weak, types.isValue(type) else { return nil }
        let message =
            "\(type) is registered .weak but is no class, so nobody can hold it; to fix, make it "
            + ".shared, or an instance of a class"
        return Diagnostic(.error, at: registration.site.place, message)
    }

    private static func unsharedScope(
        _ registration: Registration, _ types: TypeRelations
    ) -> Diagnostic? {
        guard let type = registration.implementation, let title = type.typeName(),
            types.holdsScope(title), [.transient, .weak].contains(registration.lifetime)
        else { return nil }
        let what =
            registration.lifetime == .weak
            ? "is registered .weak, so its scope goes when nobody holds it"
            : "is not registered .shared, so every injection site has a scope of its own"
        let name = registration.key.name.spelling.map { ", \($0)" } ?? ""
        let message =
            "\(title) holds a Scope but \(what); to fix, write: \(registration.call)"
            + "(.shared\(name)) { … as \(types.spelling(of: registration.key.type)) }"
        return Diagnostic(.warning, at: registration.site.place, message)
    }
}

/// Reports `Dependencies` blocks that nothing puts to use.
enum UnusedBlocks {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        let message =
            "nothing builds this block, so nothing that it registers is found; to fix, call "
            + "build() on it, or nest it in a block that is built"
        // What is missing for want of a block names it.
        let named = Set(
            wiring.requests.filter(wiring.isMissing)
                .flatMap { wiring.table.matches(for: $0.key) }.map(wiring.forgottenBlock)
        )
        return wiring.blocks.compactMap { place, block in
            guard block.site.isReported, block.uses.isEmpty, block.outer.isEmpty,
                !named.contains(place)
            else { return nil }
            return Diagnostic(.warning, at: place, message)
        }
    }
}

/// Reports what is registered only in one branch of `#if`, and asked for outside of any.
enum ConditionalRegistrations {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        var reported: [Place: Diagnostic] = [:]
        for request in wiring.requests where !request.site.isConditional && !request.site.isInTests
        {
            let served = wiring.table.matches(for: request.key).filter { $0.counts(for: request) }
            guard let registration = served.first, served.allSatisfy(\.site.isConditional),
                registration.site.isReported, registration.matches(request.key) == true,
                wiring.inactiveMention(ofRegistering: request.key) == nil
            else { continue }
            let message =
                "\(request.key) is registered in one branch of '#if' only, so other builds lack it; "
                + "to fix, register it in the other branches, too"
            let place = registration.site.place
            var finding = reported[place] ?? Diagnostic(.warning, at: place, message)
            finding.notes.append((request.site.place, "what asks for it stands in no branch"))
            reported[place] = finding
        }
        return Array(reported.values)
    }
}
