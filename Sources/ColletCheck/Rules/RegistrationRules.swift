/// Finds registrations that are wrong by themselves.
enum RegistrationRules {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        wiring.registrations.filter(\.site.isReported).compactMap { registration in
            registration.mistake(wiring.types).map {
                Diagnostic(severity: $0, place: registration.site.place, message: $1)
            }
        }
    }
}

extension Registration {
    fileprivate func mistake(_ types: TypeRelations) -> (Diagnostic.Severity, String)? {
        let type = implementation?.typeName() ?? key.type
        if lifetime == .weak, types.isValue(type) {
            let message =
                "\(type) is registered .weak but is no class, so nobody can hold it; to fix, make it "
                + ".shared, or an instance of a class"
            return (.error, message)
        }
        if implementation != nil, types.holdsScope(type), [.transient, .weak].contains(lifetime) {
            let what =
                lifetime == .weak
                ? "is registered .weak, so its scope goes when nobody holds it"
                : "is not registered .shared, so every injection site has a scope of its own"
            return (.warning, "\(type) holds a Scope but \(what); to fix, register it .shared")
        }
        return key.type.isKnown ? nil : (.note, "cannot tell which type is registered here")
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
                .flatMap { wiring.table.matches(for: $0.key) }.map(wiring.forgottenBlock))
        return wiring.blocks.filter { place, block in
            block.site.isReported && block.uses.isEmpty && block.outer.isEmpty
                && !named.contains(place) && !block.isOfOtherBuilds
                // What no program imports is for programs elsewhere.
                && (block.site.isInTests || wiring.appModules.contains(block.site.file.module))
        }.map { Diagnostic(severity: .warning, place: $0.key, message: message) }
    }
}

/// Reports what is registered only in one branch of `#if`, and asked for outside of any.
enum ConditionalRegistrations {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        var findings: [Place: Diagnostic] = [:]
        for request in wiring.requests where !(request.site.isConditional || request.site.isInTests)
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
            let finding = Diagnostic(severity: .warning, place: place, message: message)
            findings[place, default: finding]
                .notes.append((request.site.place, "what asks for it stands in no branch"))
        }
        return Array(findings.values)
    }
}
