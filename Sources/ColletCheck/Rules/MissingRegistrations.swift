// What is injected or resolved but not registered.
extension Wiring {
    /// One mistake is one finding: to the others whom it concerns it is a note.
    func missingRegistrations() -> [Diagnostic] {
        var findings: [String: Diagnostic] = [:]
        for request in requests.sorted(by: { $0.site.place < $1.site.place }) {
            guard let (mistake, finding) = finding(for: request) else { continue }
            let note = (finding.place, "\(request.key) is missing here, too")
            findings[mistake]?.notes.append(note)
            findings[mistake] = findings[mistake] ?? finding
        }
        return Array(findings.values)
    }

    /// What is to say about a request, and what tells its mistake from others.
    private func finding(for request: Request) -> (mistake: String, Diagnostic)? {
        let (key, place) = (request.key, request.site.place)
        guard isMissing(request) else {
            let finding = doubt(about: request) ?? absence(of: request)
            return finding.map { (place.description, $0) }
        }
        // What another package needs concerns the app alone.
        let isReported = request.site.isReported
        if !isReported, appModules.isEmpty || request.site.isInTests { return nil }
        let others = table.matches(for: key).filter { $0.matches(key) == true }
        let fake = others.first(where: \.site.isInTests)
        let unbuilt = others.filter { !$0.site.isInTests }
        let inactive = inactiveMention(ofRegistering: key)
        let nearest = isReported ? nearMatches(of: request).first : nil
        var (start, cure, cause) = mistake(of: request, nearest, unbuilt, isFaked: fake != nil)
        if inactive != nil {
            start += " in this build"
            cure = "register it in every branch of '#if'"
        }
        let registration = request.registration.flatMap { calls.registrations[$0]?.key }
        let isNamed = registration?.type.isKnown == true
        let needing = isNamed ? registration?.description : request.owner?.name.description
        var end = (needing.map { ", needed by \($0)" } ?? "") + "; to fix, \(cure)"
        // What only tests import may leave it to them.
        let isOfTests = fake != nil && !appModules.contains(request.site.module)
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
        if let change = change(concerning: request.key.type, at: request.site) {
            return "\(change.path), which changed since the build, registers it"
        }
        if request.isMadeByHand, let variable = request.variable {
            return "'\(variable)' is always given its value by hand"
        }
        if isOpen(request.key.type, at: request.site) {
            return "the app that uses \(module) registers it"
        }
        return request.owner?.isProtocol == true ? "nobody calls what this extension adds" : nil
    }

    /// What is wrong, what to do about it, and what is to be changed, if that is in one place.
    private func mistake(
        of request: Request, _ nearest: NearMatch?, _ unbuilt: [Registration], isFaked: Bool
    ) -> (start: String, cure: String, cause: Place?) {
        let key = request.key
        let (cure, cause) = cure(for: request, nearest, isUnbuilt: !unbuilt.isEmpty)
        let isNear = [.concreteType, .optional, .protocolType].contains(nearest?.nearness)
        guard !isNear, let first = unbuilt.first else {
            let all = registrations.isEmpty ? "at all, so not" : "for"
            let isOfTests = isFaked && !isNear
            let start = isOfTests ? "only tests register" : "nothing is registered \(all)"
            return ("\(start) \(key)", cure, cause)
        }
        let start = "\(key) is registered only in "
        if let effect = unbuilt.map(\.effect).first(where: { $0.unreached != nil }),
            let unreached = effect.unreached
        {
            let place = unreached.site.place
            let (verb, cure) =
                effect.isOfOtherBuilds
                ? ("in this build calls", "call it outside of '#if', which leaves the call out")
                : ("calls", "call it when the program starts")
            let function = "'\(unreached.name)', which nothing \(verb) (\(place.short))"
            return (start + function, cure, place)
        }
        if let block = unbuilt.compactMap(forgottenBlock).first {
            let cure = self.cure(forForgotten: block)
            return (start + "a block that nobody builds (\(block.short))", cure, block)
        }
        let block = first.block.map {
            "a block that is only overridden or isolated with (\($0.short))"
        }
        let closure = "the closure of an override or isolation (\(first.site.place.short))"
        return (start + (block ?? closure), cure, cause)
    }

    private func cure(forForgotten block: Place) -> String {
        for module in registrations where "\(module.key.type)".hasSuffix(".Dependencies") {
            let place = module.site.place
            let used = calls.edges[.closure(place), default: []].map(\.target)
            if let value = used.first(where: { calls.place(of: $0).short == block.short }) {
                return "write the block itself, '\(calls.title(of: value))', without "
                    + "'Module { … }' (\(place.short))"
            }
        }
        let nested = blocks.filter { $0.value.outer.contains(block) && $0.value.effect.isBuilt }
        if let inner = nested.keys.min() {
            return "build it instead of the one that it nests (\(inner.short))"
        }
        return isAnyBuilt ? "nest it in the one that is built" : "call build() on it"
    }

    /// What to do about a missing registration, and the registration that is wrong.
    private func cure(
        for request: Request, _ nearest: NearMatch?, isUnbuilt: Bool
    ) -> (text: String, cause: Place?) {
        let key = request.key
        let type = types.spelling(of: key.type)
        let name = key.name.spelling.map { "(\($0))" } ?? ""
        let block = isUnbuilt ? "a block that is built" : "your Dependencies block"
        let addition = "add to \(block): Module\(name) { … as \(type) }"
        guard let nearest else { return (call(making: request) ?? addition, nil) }
        let (registered, place) = (nearest.registration.key, nearest.registration.site.place)
        switch nearest.nearness {
        case .otherName, .unnamed:
            let name = registered.name.spelling ?? "it without a name"
            return ("ask for \(name), or \(addition)", nil)
        // Others may ask for the very type that is registered.
        case .concreteType
        where registered.name == key.name
            && !requests.contains { nearest.registration.matches($0.key) == true }:
            return ("write 'as \(type)' where \(registered) is registered (\(place.short))", place)
        case .concreteType: return (addition, nil)
        case .optional:
            return ("\(injection(of: registered)), or unwrap it where it is registered", nil)
        case .protocolType: return (injection(of: registered), nil)
        }
    }

    private func injection(of key: Key) -> String {
        "inject '\(types.spelling(of: key.type))'"
            + (key.name.spelling.map { " named \($0)" } ?? "")
    }

    /// How to get a value that a registered module makes.
    private func call(making request: Request) -> String? {
        for module in registrations where module.counts(for: request) {
            guard let type = module.implementation, type != request.owner else { continue }
            let components = calls.components[type.usr, default: []].compactMap(calls.function)
            if let component = components.first(where: { $0.result == request.key.type }) {
                return "\(injection(of: module.key)), and call its \(component.name)"
            }
        }
        return nil
    }

    /// What says that the check can't tell whether something is registered, if it can't.
    private func doubt(about request: Request) -> Diagnostic? {
        guard request.site.isReported else { return nil }
        let key = request.key
        let message = "cannot tell which type is asked for here, so it is not checked"
        var finding = Diagnostic(.unknown, .note, request.site.place, message)
        finding.isDoubt = true
        guard key.type.isKnown else { return finding }
        let possible = table.matches(for: key).filter { $0.counts(for: request) }
        let isServed = possible.contains { $0.matches(key) == true }
        guard !key.isOptional, !isServed, let first = possible.first else { return nil }
        let registered = first.key.type.isKnown ? "\(first.key), which may be meant" : nil
        let reason = "this registers " + (registered ?? "a type that the check cannot tell")
        finding.message = "cannot tell whether \(key) is registered"
        finding.notes = [(first.site.place, reason)]
        return finding
    }

    /// What says that an optional or an array gets nothing, as nothing anywhere registers it.
    private func absence(of request: Request) -> Diagnostic? {
        let key = request.key
        guard request.site.isReported, !request.site.isInTests, key.isOptional,
            table.registrations(for: key).isEmpty, !request.isMadeByHand,
            inactiveMention(ofRegistering: key) == nil, exception(for: request) == nil
        else { return nil }
        let result = key.type.isArray ? "empty" : "nil"
        let message = "nothing registers \(key) or what it holds, so this is always \(result)"
        return Diagnostic(.absent, .note, request.site.place, message)
    }
}
