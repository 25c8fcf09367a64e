/// Finds what is injected or resolved but not registered.
struct MissingRegistrations {
    private let wiring: Wiring

    static func check(_ wiring: Wiring) -> [Diagnostic] {
        wiring.requests.compactMap(MissingRegistrations(wiring: wiring).diagnostic(for:))
    }

    private func diagnostic(for request: Request) -> Diagnostic? {
        let key = request.key
        let place = request.site.place
        guard key.type.isKnown else {
            let message = "cannot tell which type is asked for here, so it is not checked"
            return request.site.isReported ? Diagnostic(.note, at: place, message) : nil
        }
        // An optional is nil and an array is empty where nothing is registered.
        guard key.type.element == nil else { return nil }
        let matches = wiring.table.matches(for: key)
        let possible = matches.filter { $0.counts(for: request) }
        guard !possible.contains(where: { key.matches($0.key) == true }) else { return nil }
        guard request.site.isReported else {
            return possible.isEmpty ? noteOnDependency(request) : nil
        }
        if let doubt = doubt(about: request, possible) { return doubt }

        let fake = matches.first { key.matches($0.key) == true }
        let notes = [fake].compactMap(\.self).map { ($0.site.place, "a test registers it here") }
        // What only tests import may leave it to them.
        let isOfTests = fake != nil && !wiring.appModules.contains(request.site.file.module)
        let severity: Diagnostic.Severity =
            wiring.isOpen(key.type, at: request.site) ? .note : isOfTests ? .warning : .error
        return Diagnostic(
            severity, at: place, message(for: request, isFaked: fake != nil, severity),
            notes: notes + NearMatches.of(request, in: wiring)
        )
    }

    /// What an app should know of the packages that it uses, whose needs only it can fulfil.
    private func noteOnDependency(_ request: Request) -> Diagnostic? {
        if wiring.appModules.isEmpty || request.site.isInTests { return nil }
        let message =
            "nothing is registered for \(request.key); that is fine only where the app uses nothing "
            + "of \(request.site.file.module) that needs it"
        return Diagnostic(.note, at: request.site.place, message)
    }

    /// What says that the check can't tell whether something is registered, if it can't.
    private func doubt(about request: Request, _ possible: [Registration]) -> Diagnostic? {
        func note(_ message: String, _ notes: [Diagnostic.Note] = []) -> Diagnostic {
            Diagnostic(.note, at: request.site.place, message, notes: notes)
        }
        let key = request.key
        let message = "cannot tell whether \(key) is registered"
        if let registration = possible.first {
            return note(message, [(registration.site.place, reason(for: registration, key))])
        }
        let mention = wiring.inactiveMentions.last {
            $0.isRegistration && $0.mayConcern(key.type)
        }
        if let mention {
            let isLeftOut = wiring.leftOut.contains(mention.place.path)
            let reason = isLeftOut ? "its file changed since" : "'#if' leaves it out of this build"
            return note(message, [(mention.place, "this may register it, but \(reason)")])
        }
        guard request.isMadeByHand, let variable = request.variable else { return nil }
        return note(
            "nothing is registered for \(key); that is fine only where '\(variable)' is always "
                + "given its value by hand"
        )
    }

    private func reason(for registration: Registration, _ key: Key) -> String {
        guard registration.key.type.isKnown
        else { return "this registers a type that the check cannot tell" + registration.advice }
        if case .unknown = key.name { return "this registers \(registration.key)" }
        return "this registers \(registration.key.type) under a name that is known only at run time"
    }

    private func message(
        for request: Request, isFaked: Bool, _ severity: Diagnostic.Severity
    ) -> String {
        let nothing =
            wiring.registrations.isEmpty
            ? "nothing is registered at all, so not" : "nothing is registered for"
        let start = isFaked ? "only tests register" : nothing
        if severity == .note {
            return "\(start) \(request.key); that is fine only where the app that uses "
                + "\(request.site.file.module) registers it"
        }
        let registration = request.registration.flatMap { wiring.calls.registrations[$0]?.key }
        let needing = registration?.description ?? request.owner?.typeName()?.description
        let owner = needing.map { ", needed by \($0)" } ?? ""
        let name = request.key.name.spelling.map { "(\($0))" } ?? ""
        return "\(start) \(request.key)\(owner); to fix, add to your Dependencies block: "
            + "Module\(name) { … as \(wiring.types.spelling(of: request.key.type)) }"
    }
}
