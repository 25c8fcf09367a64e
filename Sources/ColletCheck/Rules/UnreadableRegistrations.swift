/// Says where the check can't tell what a registration registers.
enum UnreadableRegistrations {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        wiring.registrations.compactMap { registration in
            guard registration.site.isReported, !registration.key.type.isKnown else { return nil }
            return Diagnostic(
                severity: .note,
                place: registration.site.place,
                // Nobody can write a type into what a macro expands to.
                message: registration.isWritten
                    ? "cannot tell which type is registered here; write it as 'as T'"
                    : "cannot tell which type this macro registers"
            )
        }
    }
}
