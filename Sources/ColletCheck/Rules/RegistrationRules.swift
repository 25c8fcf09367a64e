/// Finds registrations that are wrong by themselves.
enum RegistrationRules {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        wiring.registrations.filter(\.site.isReported).compactMap { registration in
            registration.mistake(wiring.types).map {
                Diagnostic($0, $1, registration.site.place, $2)
            }
        }
    }
}

extension Registration {
    fileprivate func mistake(_ types: TypeRelations) -> (
        Diagnostic.Rule, Diagnostic.Severity, String
    )? {
        let type = implementation?.name ?? key.type
        if lifetime == .weak, types.isValue(type) {
            let message =
                "\(type) is registered .weak but is no class, so nobody can hold it; to fix, make it "
                + ".shared, or an instance of a class"
            return (.weak, .error, message)
        }
        if implementation != nil, types.holdsScope(type), [.transient, .weak].contains(lifetime) {
            let what =
                lifetime == .weak
                ? "is registered .weak, so its scope goes when nobody holds it"
                : "is not registered .shared, so every injection site has a scope of its own"
            return (
                .scope, .warning, "\(type) holds a Scope but \(what); to fix, register it .shared"
            )
        }
        return key.type.isKnown
            ? nil : (.unknown, .note, "cannot tell which type is registered here")
    }
}
