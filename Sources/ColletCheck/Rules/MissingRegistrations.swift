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
        guard wiring.isMissing(request) else {
            let finding = doubt(about: request) ?? absence(of: request)
            return finding.map { (place.description, $0) }
        }
        // What another package needs concerns the app alone.
        let isReported = request.site.isReported
        if !isReported, wiring.appModules.isEmpty || request.site.isInTests { return nil }
        let others = wiring.table.matches(for: key).filter { $0.matches(key) == true }
        let fake = others.first { $0.site.isInTests }
        let inactive = wiring.inactiveMention(ofRegistering: key)
        let nearest = isReported ? NearMatch.of(request, in: wiring).first : nil
        let unbuilt = others.filter { !$0.site.isInTests }
        var (start, cure, cause) = mistake(
            of: request, nearest, unbuilt: unbuilt, isFaked: fake != nil)
        if inactive != nil {
            start += " in this build"
            cure = "register it in every branch of '#if'"
        }
        let registration = request.registration.flatMap { wiring.calls.registrations[$0]?.key }
        let isNamed = registration?.type.isKnown == true
        let needing = isNamed ? registration?.description : request.owner?.name.description
        var end = (needing.map { ", needed by \($0)" } ?? "") + "; to fix, \(cure)"
        // What only tests import may leave it to them.
        let isOfTests = fake != nil && !wiring.appModules.contains(request.site.module)
        var severity: Diagnostic.Severity = isOfTests ? .warning : .error
        if let exception = exception(for: request) {
            severity = .note
            end = "; that is fine only where \(exception)"
            if request.isMadeByHand { cause = place }
        }
        var finding = Diagnostic(.missing, severity, place, start + end)
        let isExplained = start.contains(" only in ")
        finding.notes = [
            fake.map { ($0.site.place, "a test registers it here") },
            inactive.map { ($0.place, "this may register it, but '#if' leaves it out") },
            isExplained ? nil : unbuilt.first.map { ($0.site.place, "this is not built") },
            nearest.map(\.registration).map { ($0.site.place, "registered here is \($0.key)") },
        ].compactMap(\.self)
        finding.isDoubt = request.isMadeByHand
        return ("\(severity) \(cause?.description ?? key.description)", finding)
    }

    /// What makes a missing registration right, if the check can't rule that out.
    private func exception(for request: Request) -> String? {
        let module = request.site.module
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
        return request.owner?.isProtocol == true ? "nobody calls what this extension adds" : nil
    }

    /// What is wrong, what to do about it, and what is to be changed, if that is in one place.
    private func mistake(
        of request: Request, _ nearest: NearMatch?, unbuilt: [Registration], isFaked: Bool
    ) -> (start: String, cure: String, cause: Place?) {
        let key = request.key
        let (cure, cause) = cure(for: request, nearest, isUnbuilt: !unbuilt.isEmpty)
        let isNear = [.concreteType, .optional, .protocolType].contains(nearest?.nearness)
        guard !isNear, let first = unbuilt.first else {
            let all = wiring.registrations.isEmpty ? "at all, so not" : "for"
            let start = "nothing is registered \(all) \(key)"
            return (isFaked && !isNear ? "only tests register \(key)" : start, cure, cause)
        }
        let start = "\(key) is registered only in "
        if let unreached = unbuilt.compactMap(\.unreached).first {
            let (name, place) = (unreached.name, unreached.site.place)
            let uncalled = "'\(name)', which nothing calls (\(place.short))"
            return (start + uncalled, "call it when the program starts", place)
        }
        if let block = unbuilt.compactMap(wiring.forgottenBlock).first {
            let nested = wiring.blocks.filter { $0.value.outer.contains(block) && $0.value.isBuilt }
            let cure =
                nested.keys.min().map { "build it instead of the one that it nests (\($0.short))" }
                ?? (wiring.isAnyBuilt ? "nest it in the one that is built" : "call build() on it")
            return (start + "a block that nobody builds (\(block.short))", cure, block)
        }
        let block = first.block.map {
            "a block that is only overridden or isolated with (\($0.short))"
        }
        let closure = "the closure of an override or isolation (\(first.site.place.short))"
        return (start + (block ?? closure), cure, cause)
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
        guard let nearest else { return (call(making: request) ?? addition, nil) }
        let (registered, place) = (nearest.registration.key, nearest.registration.site.place)
        let spelling = wiring.types.spelling(of: registered.type)
        let named = registered.name.spelling.map { " named \($0)" } ?? ""
        switch nearest.nearness {
        case .otherName, .unnamed:
            let name = registered.name.spelling ?? "it without a name"
            return ("ask for \(name), or \(addition)", nil)
        // Others may ask for the very type that is registered.
        case .concreteType
        where registered.name == key.name
            && !wiring.requests.contains { nearest.registration.matches($0.key) == true }:
            return ("write 'as \(type)' where \(registered) is registered (\(place.short))", place)
        case .optional:
            return ("inject '\(spelling)'\(named), or unwrap it where it is registered", nil)
        case .protocolType: return ("inject '\(spelling)'\(named)", nil)
        default: return (addition, nil)
        }
    }

    /// How to get a value that a registered module makes.
    private func call(making request: Request) -> String? {
        for module in wiring.registrations where module.counts(for: request) {
            guard let type = module.implementation, type != request.owner else { continue }
            let components = wiring.calls.components[type.usr, default: []]
                .compactMap(wiring.calls.function)
            if let component = components.first(where: { $0.result == request.key.type }) {
                let name = component.signature.prefix { $0 != " " }
                let named = module.key.name.spelling.map { " named \($0)" } ?? ""
                let spelling = wiring.types.spelling(of: module.key.type)
                return "inject '\(spelling)'\(named), and call its \(name)"
            }
        }
        return nil
    }

    /// What says that the check can't tell whether something is registered, if it can't.
    private func doubt(about request: Request) -> Diagnostic? {
        let key = request.key
        let possible = wiring.table.matches(for: key).filter { $0.counts(for: request) }
        let message = "cannot tell which type is asked for here, so it is not checked"
        var finding = Diagnostic(.unknown, .note, request.site.place, message)
        finding.isDoubt = true
        if key.type.isKnown {
            let isServed = possible.contains { $0.matches(key) == true }
            guard !key.isOptional, !isServed, let first = possible.first else { return nil }
            let registered = first.key.type.isKnown ? "\(first.key), which may be meant" : nil
            let reason = "this registers " + (registered ?? "a type that the check cannot tell")
            finding.message = "cannot tell whether \(key) is registered"
            finding.notes = [(first.site.place, reason)]
        }
        return request.site.isReported ? finding : nil
    }

    /// What says that an optional or an array gets nothing, as nothing anywhere registers it.
    private func absence(of request: Request) -> Diagnostic? {
        let key = request.key
        guard request.site.isReported, !request.site.isInTests, key.isOptional,
            wiring.table.registrations(for: key).isEmpty, !request.isMadeByHand,
            wiring.inactiveMention(ofRegistering: key) == nil, exception(for: request) == nil
        else { return nil }
        let result = key.type.isArray ? "empty" : "nil"
        let message = "nothing registers \(key) or what it holds, so this is always \(result)"
        return Diagnostic(.absent, .note, request.site.place, message)
    }
}
