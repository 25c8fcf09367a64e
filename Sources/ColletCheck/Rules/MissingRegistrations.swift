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
                if let diagnostic = diagnostic(for: request) { result.append(diagnostic) }
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
        return result + notesOnDependencies()
    }

    /// What an app should know of the packages that it uses, whose needs only it can fulfil.
    private func notesOnDependencies() -> [Diagnostic] {
        guard wiring.hasEntryPoint else { return [] }
        return wiring.requests.compactMap { request in
            guard !request.site.isReported, !request.site.isInTests,
                diagnostic(for: request)?.severity == .error
            else { return nil }
            return Diagnostic(
                severity: .note,
                place: request.site.place,
                message: "nothing is registered for \(request.key); that is fine only where the "
                    + "app uses nothing of \(request.module) that needs it"
            )
        }
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
        let possible = matches.filter { request.site.isInTests || !$0.site.isInTests }
        guard !possible.contains(where: { key.matches($0.key) == true }) else { return nil }
        return doubt(about: request, possible)
            ?? finding(about: request, onlyInTests: matches.first { key.matches($0.key) == true })
    }

    /// What says that the check can't tell whether something is registered, if it can't.
    private func doubt(about request: Request, _ possible: [Registration]) -> Diagnostic? {
        let key = request.key
        var message = "cannot tell whether \(key) is registered"
        var notes: [Diagnostic.Note] = []
        let inactive = wiring.inactiveMentions.first {
            $0.isRegistration && $0.mayConcern(key.type)
        }
        if let registration = possible.first {
            let reason = doubt(about: registration, key)
            notes = [Diagnostic.Note(place: registration.site.place, message: reason)]
        } else if let inactive {
            let reason = "this may register it, but '#if' leaves it out of this build"
            notes = [Diagnostic.Note(place: inactive.place, message: reason)]
        } else if request.isMadeByHand {
            message =
                "nothing is registered for \(key); that is fine only where "
                + "'\(request.variable ?? "")' is always given its value by hand"
        } else {
            return nil
        }
        return Diagnostic(
            severity: .note,
            place: request.site.place,
            message: message,
            notes: notes
        )
    }

    /// What to report for a request that certainly nothing serves, but perhaps a test's fake.
    private func finding(about request: Request, onlyInTests fake: Registration?) -> Diagnostic {
        let key = request.key
        let isOpen = wiring.isOpen(key.type, in: request.module)
        if let fake {
            return Diagnostic(
                severity: isOpen ? .note : .warning,
                place: request.site.place,
                message: "only tests register \(key)",
                notes: [Diagnostic.Note(place: fake.site.place, message: "it is registered here")]
            )
        }
        let nearMatches = NearMatches.of(key, in: wiring, forTests: request.site.isInTests)
        return Diagnostic(
            severity: isOpen ? .note : .error,
            place: request.site.place,
            message: isOpen
                ? "nothing in this package registers \(key); that is fine only where the app that "
                    + "uses \(request.module) does"
                : message(for: request),
            notes: nearMatches
        )
    }

    private func doubt(about registration: Registration, _ key: Key) -> String {
        guard registration.key.type.isKnown else {
            return "this registers a type that the check cannot tell" + registration.advice
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
