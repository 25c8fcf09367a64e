/// Finds what is injected or resolved but not registered.
struct MissingRegistrations {
    private let wiring: Wiring
    private let registrations: RegistrationTable

    static func check(_ wiring: Wiring) -> [Diagnostic] {
        let rule = MissingRegistrations(
            wiring: wiring,
            registrations: RegistrationTable(wiring.registrations)
        )
        return rule.diagnostics()
    }

    private func diagnostics() -> [Diagnostic] {
        let requests = wiring.requests.filter(\.site.isReported)
        var result: [Diagnostic] = []
        // A library's own package need not register what the app registers that uses it.
        let registersNothing = wiring.registrations.allSatisfy(\.site.isInTests)
        let isLibrary = registersNothing && !wiring.hasEntryPoint
        var unchecked: [Request] = []
        for request in requests {
            guard isLibrary, !request.site.isInTests else {
                result += diagnostic(for: request).map { [$0] } ?? []
                continue
            }
            unchecked.append(request)
        }
        if let first = unchecked.min(by: { $0.site.place < $1.site.place }) {
            result.append(
                Diagnostic(
                    severity: .note,
                    place: first.site.place,
                    message: "cannot tell whether what is injected here is registered: nothing in "
                        + "this package registers modules, so the app that uses it has to"
                )
            )
        }
        return result
    }

    private func diagnostic(for request: Request) -> Diagnostic? {
        let key = request.key
        guard key.type.isKnown else {
            return Diagnostic(
                severity: .note,
                place: request.site.place,
                message: "cannot tell which type is asked for here, so it is not checked"
            )
        }
        // An optional is nil and an array is empty where nothing is registered.
        guard key.type.element == nil else { return nil }

        let matches = registrations.matches(for: key)
        let certain = matches.filter { key.matches($0.key) == true }
        let inForce = certain.filter { request.site.isInTests || !$0.site.isInTests }
        guard inForce.isEmpty else { return nil }

        let title = "\(key)"
        let possible = matches.filter { request.site.isInTests || !$0.site.isInTests }
        if let one = possible.first {
            return Diagnostic(
                severity: .note,
                place: request.site.place,
                message: "cannot tell whether \(title) is registered",
                notes: [Diagnostic.Note(place: one.site.place, message: doubt(about: one, key))]
            )
        }
        if let inactive = wiring.inactiveMentions.first(where: {
            $0.isRegistration && $0.mayConcern(key.type)
        }) {
            return Diagnostic(
                severity: .note,
                place: request.site.place,
                message: "cannot tell whether \(title) is registered",
                notes: [
                    Diagnostic.Note(
                        place: inactive.place,
                        message: "this may register it, but '#if' leaves it out of this build"
                    )
                ]
            )
        }
        if request.isMadeByHand {
            return Diagnostic(
                severity: .note,
                place: request.site.place,
                message: "nothing is registered for \(title); that is fine only where "
                    + "'\(request.variable ?? "")' is always given its value by hand"
            )
        }
        if let test = certain.first {
            return Diagnostic(
                severity: .warning,
                place: request.site.place,
                message: "only tests register \(title)",
                notes: [Diagnostic.Note(place: test.site.place, message: "it is registered here")]
            )
        }
        let nearMatches = NearMatches.of(key, in: wiring, forTests: request.site.isInTests)
        if wiring.isOpen(key.type, in: request.module) {
            return Diagnostic(
                severity: .note,
                place: request.site.place,
                message: "nothing in this package registers \(title); that is fine only where the "
                    + "app that uses \(request.module) does",
                notes: nearMatches
            )
        }
        return Diagnostic(
            severity: .error,
            place: request.site.place,
            message: message(for: request),
            notes: nearMatches
        )
    }

    private func doubt(about registration: Registration, _ key: Key) -> String {
        guard registration.key.type.isKnown else {
            return "this registers a type that the check cannot tell; write it as 'as T'"
        }
        if case .unknown = key.name { return "this registers \(registration.key)" }
        return "this registers \(registration.key.type) under a name that is known only at run time"
    }

    private func message(for request: Request) -> String {
        let owner = request.owner?.typeName().map { ", needed by \($0)" } ?? ""
        let name = request.key.name.spelling.map { "(\($0))" } ?? ""
        let value = wiring.types.spelling(of: request.key.type)
        let start =
            wiring.registrations.isEmpty
            ? "nothing is registered at all, so not \(request.key)\(owner)"
            : "nothing is registered for \(request.key)\(owner)"
        return "\(start); to fix, add to your Dependencies block: Module\(name) { … as \(value) }"
    }
}
