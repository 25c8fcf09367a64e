// What is wrong with registrations.
extension Wiring {
    /// Registrations that are wrong by themselves.
    func wrongRegistrations() -> [Diagnostic] {
        registrations.filter(\.site.isReported).compactMap { registration in
            let (lifetime, place) = (registration.lifetime, registration.site.place)
            let type = registration.implementation?.name ?? registration.key.type
            if lifetime == .weak, types.isValue(type) {
                return Diagnostic(
                    .weak, .error, place,
                    "\(type) is registered .weak but is no class, so nobody can hold it; to fix, make "
                        + "it .shared, or an instance of a class")
            }
            if registration.implementation != nil, types.holdsScope(type),
                [.transient, .weak].contains(lifetime)
            {
                let what =
                    lifetime == .weak
                    ? "is registered .weak, so its scope goes when nobody holds it"
                    : "is not registered .shared, so every injection site has a scope of its own"
                let message = "\(type) holds a Scope but \(what); to fix, register it .shared"
                return Diagnostic(.scope, .warning, place, message)
            }
            let message = "cannot tell which type is registered here"
            return registration.key.type.isKnown ? nil : Diagnostic(.unknown, .note, place, message)
        }
    }

    /// Registrations of one key in statements of one builder that no branch tells apart. Others may
    /// be meant: a later block, or the branch of an `if`, may replace what is registered earlier.
    func duplicateRegistrations() -> [Diagnostic] {
        struct Statement: Hashable {
            let path: String, group: [Int?]?, key: Key
        }
        let certain = registrations.filter { registration in
            // A name that is made at run time may differ each time.
            if case .unknown = registration.key.name { return false }
            return registration.group != nil && registration.key.type.isKnown
                && registration.site.isReported
        }
        let statements = Dictionary(grouping: certain) {
            Statement(path: $0.site.place.path, group: $0.group, key: $0.key)
        }
        return statements.flatMap { statement, registrations in
            registrations.dropFirst().map { later in
                Diagnostic(
                    .duplicate, .warning, later.site.place,
                    "\(statement.key) is registered twice in one block; this registration replaces "
                        + "the earlier one",
                    notes: [(registrations[0].site.place, "it is registered first here")])
            }
        }
    }

    /// What is registered only in one branch of `#if`, and asked for outside of any.
    func conditionalRegistrations() -> [Diagnostic] {
        var findings: [Place: Diagnostic] = [:]
        for request in requests where !(request.site.isConditional || request.site.isInTests) {
            let served = table.matches(for: request.key).filter { $0.counts(for: request) }
            guard let registration = served.first, served.allSatisfy(\.site.isConditional),
                registration.site.isReported, registration.matches(request.key) == true,
                inactiveMention(ofRegistering: request.key) == nil
            else { continue }
            let place = registration.site.place
            let finding = Diagnostic(
                .conditional, .warning, place,
                "\(request.key) is registered in one branch of '#if' only, so other builds lack it; "
                    + "to fix, register it in the other branches, too")
            findings[place, default: finding]
                .notes.append((request.site.place, "what asks for it stands in no branch"))
        }
        return Array(findings.values)
    }

    /// Registrations that nothing injects or resolves.
    func unusedRegistrations() -> [Diagnostic] {
        var used: Set<Place> = []
        for request in requests {
            let found = table.registrations(for: request.key)
            used.formUnion(found.map(\.site.place))
            // One mistake is reported once, where something is asked for that is not registered.
            guard !found.contains(where: { $0.counts(for: request) }) else { continue }
            used.formUnion(nearMatches(of: request).map(\.registration.site.place))
        }
        return registrations.compactMap { registration in
            let (type, place) = (registration.key.type, registration.site.place)
            let isAskedElsewhere = inactiveMentions.contains {
                !$0.isRegistration && type.isNamed(in: $0.words)
            }
            guard registration.site.isReported, type.isKnown, !used.contains(place),
                registration.effect.unreached == nil, !isOpen(type, at: registration.site),
                change(concerning: type) == nil, !isAskedElsewhere
            else { return nil }
            let message = "nothing injects or resolves \(registration.key)"
            return Diagnostic(.unused, .warning, place, message)
        }
    }
}
