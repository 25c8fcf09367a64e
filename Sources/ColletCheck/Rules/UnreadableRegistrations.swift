/// Says where the check can't tell what a registration registers.
enum UnreadableRegistrations {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        wiring.registrations.compactMap { registration in
            guard registration.site.isReported, !registration.key.type.isKnown else { return nil }
            return Diagnostic(
                severity: .note,
                place: registration.site.place,
                message: "cannot tell which type is registered here" + registration.advice
            )
        }
    }
}
