/// Finds what is injected or resolved but not registered. One mistake is one finding: to the others
/// whom it concerns it is a note.
struct MissingRegistrations {
    let wiring: Wiring

    static func check(_ wiring: Wiring) -> [Diagnostic] {
        let rule = MissingRegistrations(wiring: wiring)
        var findings: [String: Diagnostic] = [:]
        for request in wiring.requests.sorted(by: { $0.site.place < $1.site.place }) {
            guard let (mistake, finding) = rule.finding(for: request) else { continue }
            let note = (finding.place, "\(request.key) is missing here, too")
            findings[mistake]?.notes.append(note)
            findings[mistake] = findings[mistake] ?? finding
        }
        return Array(findings.values)
    }

    /// What is to say about a request, and what tells its mistake from others.
    private func finding(for request: Request) -> (mistake: String, Diagnostic)? {
        let (key, place) = (request.key, request.site.place)
        guard wiring.isMissing(request)
        else { return doubt(about: request).map { (place.description, $0) } }
        // What another package needs concerns the app alone.
        let isReported = request.site.isReported
        if !isReported, wiring.appModules.isEmpty || request.site.isInTests { return nil }
        let others = wiring.table.matches(for: key).filter { $0.matches(key) == true }
        let fake = others.first { $0.site.isInTests }
        let unbuilt = others.first { !$0.site.isInTests }
        let forgotten = others.compactMap(wiring.forgottenBlock).first
        let inactive = wiring.inactiveMention(ofRegistering: key)
        let nearest = isReported ? NearMatch.of(request, in: wiring).first : nil

        var start = "nothing is registered for \(key)"
        if wiring.registrations.isEmpty { start = "nothing is registered at all, so not \(key)" }
        if fake != nil { start = "only tests register \(key)" }
        if let block = forgotten ?? unbuilt?.block {
            let use = forgotten == nil ? "is only overridden or isolated with" : "nobody builds"
            start = "\(key) is registered only in a block that \(use) (\(block.short))"
        }
        if inactive != nil { start += " in this build" }
        let registration = request.registration.flatMap { wiring.calls.registrations[$0]?.key }
        let needing = registration?.description ?? request.owner?.typeName()?.description
        var (cure, cause) = cure(for: request, nearest, isUnbuilt: unbuilt != nil)
        if inactive != nil { cure = "register it in every branch of '#if'" }
        if forgotten != nil {
            cure = wiring.isAnyBuilt ? "nest it in the one that is built" : "call build() on it"
            cause = forgotten
        }
        var end = (needing.map { ", needed by \($0)" } ?? "") + "; to fix, \(cure)"
        // What only tests import may leave it to them.
        let isOfTests = fake != nil && !wiring.appModules.contains(request.site.file.module)
        var severity: Diagnostic.Severity = isOfTests || inactive != nil ? .warning : .error
        if let exception = exception(for: request) {
            severity = .note
            end = "; that is fine only where \(exception)"
            if request.isMadeByHand { cause = place }
        }
        var finding = Diagnostic(severity: severity, place: place, message: start + end)
        finding.notes = [
            fake.map { ($0.site.place, "a test registers it here") },
            inactive.map { ($0.place, "this may register it, but '#if' leaves it out") },
            nearest.map(\.registration).map { ($0.site.place, "registered here is \($0.key)") },
        ].compactMap(\.self)
        finding.isDoubt = request.isMadeByHand
        return ("\(severity) \(cause?.description ?? key.description)", finding)
    }

    /// What makes a missing registration right, if the check can't rule that out.
    private func exception(for request: Request) -> String? {
        let module = request.site.file.module
        if !request.site.isReported { return "the app uses nothing of \(module) that needs it" }
        if let change = wiring.change(concerning: request.key.type, at: request.site) {
            return "\(change.path), which changed since the build, registers it"
        }
        if request.isMadeByHand, let variable = request.variable {
            return "'\(variable)' is always given its value by hand"
        }
        if wiring.isOpen(request.key.type, at: request.site) {
            return "the app that uses \(module) registers it"
        }
        return request.owner?.kind == .protocol ? "nobody calls what this extension adds" : nil
    }

    /// What to do about a missing registration, and the registration that is wrong.
    private func cure(
        for request: Request, _ nearest: NearMatch?, isUnbuilt: Bool
    ) -> (text: String, cause: Place?) {
        let key = request.key
        let type = wiring.types.spelling(of: key.type)
        let name = key.name.spelling.map { "(\($0))" } ?? ""
        let block = isUnbuilt ? "a block that is built" : "your Dependencies block"
        let addition = "add to \(block): Module\(name) { … as \(type) }"
        guard !isUnbuilt, let nearest else { return (addition, nil) }
        let (registered, place) = (nearest.registration.key, nearest.registration.site.place)
        switch nearest.nearness {
        case .otherName, .unnamed:
            let name = registered.name.spelling ?? "it without a name"
            return ("ask for \(name), or \(addition)", nil)
        // Others may ask for the very type that is registered.
        case .concreteType
        where registered.name == key.name
            && !wiring.requests.contains { nearest.registration.matches($0.key) == true }:
            return ("write 'as \(type)' where \(registered) is registered (\(place.short))", place)
        case .protocolType:
            let name = registered.name.spelling.map { " named \($0)" } ?? ""
            return ("inject '\(wiring.types.spelling(of: registered.type))'\(name)", nil)
        default: return (addition, nil)
        }
    }

    /// What says that the check can't tell whether something is registered, if it can't.
    private func doubt(about request: Request) -> Diagnostic? {
        let key = request.key
        let possible = wiring.table.matches(for: key).filter { $0.counts(for: request) }
        let message = "cannot tell which type is asked for here, so it is not checked"
        var finding = Diagnostic(severity: .note, place: request.site.place, message: message)
        finding.isDoubt = true
        if key.type.isKnown {
            let isServed = possible.contains { $0.matches(key) == true }
            guard key.type.element == nil, !isServed, let first = possible.first else { return nil }
            let registered = first.key.type.isKnown ? "\(first.key), which may be meant" : nil
            let reason = "this registers " + (registered ?? "a type that the check cannot tell")
            finding.message = "cannot tell whether \(key) is registered"
            finding.notes = [(first.site.place, reason)]
        }
        return request.site.isReported ? finding : nil
    }
}
