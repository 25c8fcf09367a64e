/// Finds what is injected or resolved but not registered.
///
/// One mistake is one finding: to the others whom it concerns it is a note.
struct MissingRegistrations {
    private struct Mistake: Hashable {
        let severity: Diagnostic.Severity
        let key: Key?
        /// The registration or the block that is wrong, for whatever key.
        let cause: Place?
    }

    private let wiring: Wiring
    private var findings: [Diagnostic] = []
    private var indices: [Mistake: Int] = [:]

    static func check(_ wiring: Wiring) -> [Diagnostic] {
        var rule = MissingRegistrations(wiring: wiring)
        let requests = wiring.requests.sorted { $0.site.place < $1.site.place }
        requests.forEach { rule.check($0) }
        return rule.findings
    }

    private init(wiring: Wiring) { self.wiring = wiring }

    private mutating func check(_ request: Request) {
        let matches = wiring.table.matches(for: request.key)
        let possible = matches.filter { $0.counts(for: request) }
        if !request.site.isReported {
            findings += [noteOnDependency(request)].compactMap(\.self)
        } else if let doubt = doubt(about: request, possible) {
            findings.append(doubt)
        } else if wiring.isMissing(request) {
            report(request, registeredAt: matches.filter { $0.matches(request.key) == true })
        }
    }

    /// Reports what nothing serves.
    ///
    /// - Parameter others: The registrations of the key that don't count: a test's, or in blocks
    ///   that nobody builds.
    private mutating func report(_ request: Request, registeredAt others: [Registration]) {
        let key = request.key
        let fake = others.first { $0.site.isInTests }
        let unbuilt = others.first { !$0.site.isInTests }?.block.flatMap { wiring.blocks[$0] }
        let inactive = wiring.inactiveMention(ofRegistering: key.type)
        let near = NearMatch.of(request, in: wiring)
        var (cure, cause) = cure(for: request, near, unbuilt)

        var start = "nothing is registered for \(key)"
        if wiring.registrations.isEmpty { start = "nothing is registered at all, so not \(key)" }
        if inactive != nil {
            start += " in this build"
            cure = "register it in every branch of '#if'"
        }
        if fake != nil { start = "only tests register \(key)" }
        if let unbuilt {
            let kind = unbuilt.use == .none ? "nobody builds" : "is only overridden or isolated with"
            start = "\(key) is registered only in a block that \(kind) (\(unbuilt.site.place.short))"
        }
        let registration = request.registration.flatMap { wiring.calls.registrations[$0]?.key }
        let needing = registration?.description ?? request.owner?.typeName()?.description
        var end = (needing.map { ", needed by \($0)" } ?? "") + "; to fix, \(cure)"
        var severity = Diagnostic.Severity.error
        // What only tests import may leave it to them.
        let isOfTests = fake != nil && !wiring.appModules.contains(request.site.file.module)
        if isOfTests || inactive != nil { severity = .warning }
        if wiring.isOpen(key.type, at: request.site) {
            severity = .note
            end = "; that is fine only where the app that uses \(request.site.file.module) registers it"
        } else if request.owner?.kind == .protocol {
            severity = .note
            end = "; that is fine only where nobody calls what this extension adds"
        }

        let mistake = Mistake(severity: severity, key: cause == nil ? key : nil, cause: cause)
        if let index = indices[mistake] {
            findings[index].notes.append((request.site.place, "\(key) is missing here, too"))
            return
        }
        indices[mistake] = findings.count
        let notes = [
            fake.map { ($0.site.place, "a test registers it here") },
            inactive.map { ($0.place, "this may register it, but '#if' leaves it out of this build") },
        ].compactMap(\.self)
        findings.append(
            Diagnostic(
                severity, at: request.site.place, start + end,
                notes: notes + near.prefix(5).map { $0.note(on: key) }
            )
        )
    }

    /// What to do about a missing registration, and the block or registration that is wrong.
    private func cure(
        for request: Request, _ near: [NearMatch], _ unbuilt: Block?
    ) -> (text: String, cause: Place?) {
        let key = request.key
        let type = wiring.types.spelling(of: key.type)
        let name = key.name.spelling.map { "(\($0))" } ?? ""
        let isForgotten = unbuilt?.use == Block.Use.none
        if let unbuilt, isForgotten {
            let cure = wiring.isAnyBuilt ? "nest it in the one that is built" : "call build() on it"
            return (cure, unbuilt.site.place)
        }
        let block = unbuilt == nil ? "your Dependencies block" : "a block that is built"
        let addition = "add to \(block): Module\(name) { … as \(type) }"
        // Another name is more likely to be meant than none.
        let named = near.first { $0.nearness == .otherName && $0.registration.key.name != .none }
        guard unbuilt == nil, let nearest = named ?? near.first else { return (addition, nil) }
        let registered = nearest.registration.key
        let isNamedAlike = registered.name.matches(key.name) == true
        switch nearest.nearness {
        case .otherName:
            let name = registered.name.spelling ?? "it without a name"
            return ("ask for \(name), or \(addition)", nil)
        case .concreteType where isNamedAlike && !isAskedFor(nearest.registration):
            let place = nearest.registration.site.place
            let cure = "write 'as \(type)' where \(registered) is registered (\(place.short))"
            return (cure, place)
        case .protocolType:
            let name = registered.name.spelling.map { " named \($0)" } ?? ""
            return ("inject '\(wiring.types.spelling(of: registered.type))'\(name)", nil)
        default: return (addition, nil)
        }
    }

    /// Whether something asks for the very type that is registered.
    private func isAskedFor(_ registration: Registration) -> Bool {
        wiring.requests.contains { registration.matches($0.key) == true }
    }

    /// What an app should know of the packages that it uses, whose needs only it can fulfil.
    private func noteOnDependency(_ request: Request) -> Diagnostic? {
        guard wiring.isMissing(request), !wiring.appModules.isEmpty, !request.site.isInTests
        else { return nil }
        let message =
            "nothing is registered for \(request.key); that is fine only where the app uses nothing "
            + "of \(request.site.file.module) that needs it"
        return Diagnostic(.note, at: request.site.place, message)
    }

    /// What says that the check can't tell whether something is registered, if it can't.
    private func doubt(about request: Request, _ possible: [Registration]) -> Diagnostic? {
        func note(_ message: String, _ notes: [Diagnostic.Note] = []) -> Diagnostic {
            Diagnostic(.note, at: request.site.place, message, notes: notes, isDoubt: true)
        }
        let key = request.key
        guard key.type.isKnown
        else { return note("cannot tell which type is asked for here, so it is not checked") }
        let isServed = possible.contains { $0.matches(key) == true } || key.type.element != nil
        if let registration = possible.first, !isServed {
            let reason = reason(for: registration, key)
            let message = "cannot tell whether \(key) is registered"
            return note(message, [(registration.site.place, reason)])
        }
        guard request.isMadeByHand, let variable = request.variable, wiring.isMissing(request)
        else { return nil }
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
}
