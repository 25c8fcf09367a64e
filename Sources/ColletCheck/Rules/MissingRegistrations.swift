/// What comes near to what is missing, nearest first: another name is more likely meant
/// than none.
enum Nearness: Comparable {
    case otherName, unnamed, erased, concreteType, optional, protocolType
}

extension Wiring {
    typealias NearMatch = (nearness: Nearness, distance: Int, registration: Registration)

    func nearMatches(of request: Request) -> [NearMatch] {
        let missing = request.key.type
        func nearness(of near: Registration) -> Nearness? {
            let key = near.key
            if key == request.key { return nil }
            if makesComponent(near, missing) { return .erased }
            if key.type == missing { return key.name == .none ? .unnamed : .otherName }
            // Without a name, an array has all parts.
            if missing.isArray, key.type == missing.element { return .unnamed }
            if types.kinds(of: key.type).contains(missing) { return .concreteType }
            if key.type == .optional(missing) { return .optional }
            return types.kinds(of: missing).contains(key.type) ? .protocolType : nil
        }
        // Of several names the one that is spelt most like it, and that nobody else asks
        // for.
        func distance(_ key: Key) -> Int {
            let names = [key, request.key].map { $0.name.spelling ?? "" }
            let isAskedFor = requests.contains { $0.key == key }
            return names[0].difference(from: names[1]).count + (isAskedFor ? 1000 : 0)
        }
        func order(_ near: NearMatch) -> (Int, Nearness, Int, Place) {
            let name = near.registration.key.name
            // Of the same name it is meant, with another type.
            let isNamed = name != .none && name == request.key.name
            return (
                isNamed ? 0 : 1, near.nearness, near.distance, near.registration.place
            )
        }
        // To ask for what asks here itself would be a cycle.
        let asking = registration(at: request.registration)?.key
        return registrations.filter { $0.key != asking && $0.counts(for: request) }
            .compactMap { near in
                nearness(of: near).map { ($0, distance(near.key), near) }
            }
            .sorted { order($0) < order($1) }
    }

    /// Whether something makes a module of a type, but is registered as what all of them
    /// are.
    private func makesComponent(_ near: Registration, _ type: TypeName) -> Bool {
        guard near.key.type.name?.hasSuffix(".ComponentFactory") == true,
            let made = near.implementation?.name
        else { return false }
        return types.kinds(of: made).contains(type)
    }

    /// One mistake is one finding: to the others whom it concerns it is a note.
    func missingRegistrations() -> [Diagnostic] {
        let found = requests.sorted { $0.place < $1.place }.compactMap(finding)
        let accepted = found.map(\.finding).filter(isAccepted)
        // Who accepts one of them has said nothing about the others.
        let rest = found.filter { !isAccepted($0.finding) }
        return accepted
            + Dictionary(grouping: rest, by: \.mistake).values.map { same in
                var finding = same[0].finding
                let others = same.dropFirst()
                // To build one block may mend them all: then one more place will do.
                let shown = same[0].cause == nil ? others : others.prefix(1)
                let rest = others.count - shown.count
                let end = rest == 0 ? "" : ", as is what \(rest) more ask for"
                finding.notes += shown.map { ($0.note.place, $0.note.message + end) }
                return finding
            }
    }

    private func finding(
        for request: Request
    ) -> (mistake: String, cause: Place?, finding: Diagnostic, note: Diagnostic.Note)? {
        let (key, site) = (request.key, request.site)
        // What only a block asks for that nobody builds is no mistake of its own.
        if request.scopes.isEmpty || request.isForTests { return nil }
        guard isMissing(request) else {
            let finding = doubt(about: request) ?? absence(of: request)
            return finding.map {
                (site.place.description, nil, $0, (site.place, $0.message))
            }
        }
        // What another package needs concerns the app alone.
        if !site.isReported, appModules.isEmpty || site.isInTests { return nil }
        let others = table.matches(for: key).filter { $0.matches(key) == true }
        let fake = site.isInTests ? nil : others.first(where: \.isOfTests)
        let unbuilt = others.filter { site.isInTests || !$0.isOfTests }
        let inactive = inactiveRegistration(of: key)
        let nearest = site.isReported ? nearMatches(of: request).first : nil
        let what = mistake(of: request, nearest, unbuilt, isFaked: fake != nil)
        let asking = registration(at: request.registration)?.key
        let isNamed = asking?.type.isKnown == true
        let needing = isNamed ? asking?.description : request.owner?.name.description
        let needed = needing.map { ", needed by \($0)" } ?? ""
        let fix = inactive == nil ? what.cure : "register it in every branch of '#if'"
        let exception = exception(for: request)
        let doubt = exception.map { "; that is fine only where \($0)" }
        let end = doubt ?? "\(needed); to fix, \(fix)"
        // What only tests import may leave it to them.
        let isOfTests = fake != nil && !appModules.contains(site.module)
        // Somebody else's program may have what is for tests here.
        let isOfSupport = fake?.isOfTestSupport == true
        let mayBeElsewhere = isOfSupport && unbuilt.isEmpty && nearest == nil
        let isLikely = isOfTests || mayBeElsewhere
        let mayServe = unbuilt.contains(where: \.effect.isPossible)
        let isNote = exception != nil || mayServe
        let severity = isNote ? Diagnostic.Severity.note : isLikely ? .warning : .error
        // To ask for another type, or to register it as that, is nearer than to build a
        // block.
        let isNear = nearest.map { $0.nearness >= .concreteType } == true
        let role = isOfSupport ? "only tests use this" : "a test registers it here"
        let notes = [
            fake.map { ($0.place, role) },
            inactive.map { ($0, "this may register it, but '#if' leaves it out") },
            isNear ? unbuilt.first.map { ($0.place, "this is not built") } : nil,
            what.site.map { _ in (site.place, "this asks for \(key)") },
            nearest.map {
                ($0.registration.place, "registered here is \($0.registration.key)")
            },
        ].compactMap(\.self)
        let all = registrations.isEmpty ? "at all, so not" : "for"
        let start = what.start ?? "nothing is registered \(all) \(key)"
        let build = inactive == nil ? "" : " in this build"
        let finding = Diagnostic(
            rule: .missing, severity: severity, site: what.site ?? site,
            message: start + build + end, notes: notes,
            isDoubt: request.isMadeByHand || mayServe)
        let mistake =
            (request.isMadeByHand ? site.place : what.cause)?.description
            ?? key.description
        let note = (site.place, "\(key) is missing here, too")
        return ("\(severity) \(mistake)", what.cause, finding, note)
    }

    /// What makes a missing registration right, if the check can't rule that out.
    private func exception(for request: Request) -> String? {
        let (site, type, module) = (request.site, request.key.type, request.site.module)
        if !site.isReported, !request.isUsed {
            return "the app uses nothing of \(module) that needs it"
        }
        let matches = table.matches(for: request.key)
        let loaded = matches.first { $0.isForOthers && !$0.isOfTestSupport }
        if request.isOfApp, let other = loaded {
            return "the program loads \(other.site.module), which none imports"
        }
        if matches.contains(where: { $0.serves(request, in: request.earlierScopes) }) {
            return "a lazy property asks for it there first"
        }
        let isInScope = matches.contains {
            !$0.isOfTests && !$0.effect.scopes.isEmpty
        }
        if request.isForOthers, isInScope {
            return "what calls this, which can't be followed, runs where it is registered"
        }
        if let file = leftOutFile(registering: type, for: site) {
            return "\(file.path), \(file.reason.rawValue), registers it"
        }
        if request.isMadeByHand {
            let asking = request.variable.map { "'\($0)'" } ?? "it"
            return "\(asking) is always given its value by hand"
        }
        if isOpen(type, at: site) { return "the app that uses \(module) registers it" }
        if request.scopes.contains([.start]), isIsolated(request) {
            return "nothing asks for it in the isolation"
        }
        return request.owner?.isProtocol == true && !request.isCalled
            ? "nobody calls what this extension adds" : nil
    }

    private func doubt(about request: Request) -> Diagnostic? {
        let key = request.key
        let isUnwritten = request.variable == nil && key.type == .unwritten
        let cure = isUnwritten ? "; write the type: resolve((any P).self)" : ""
        let start = "cannot tell which type is asked for here, so it is not checked"
        var finding = request.finding(.unknown, as: .note, start + cure)
        finding.isDoubt = true
        guard key.type.isKnown else { return finding }
        let possible = serving(request)
        let isServed = possible.contains { $0.matches(key) == true }
        guard !key.isOptional, !isServed, let first = possible.first else { return nil }
        let registered = first.key.type.isKnown ? "\(first.key), which may be meant" : nil
        let reason =
            "this registers " + (registered ?? "a type that the check cannot tell")
        finding.message = "cannot tell whether \(key) is registered"
        finding.notes = [(first.place, reason)]
        return finding
    }

    private func absence(of request: Request) -> Diagnostic? {
        let key = request.key
        let found = table.registrations(for: key)
        // If nothing serves what is no optional and no array, it is missing, and no note.
        let mayBeServed = found.contains {
            $0.counts(for: request) || $0.effect.isPossible
        }
        if mayBeServed || request.site.isInTests || request.isMadeByHand { return nil }
        if inactiveRegistration(of: key) != nil || exception(for: request) != nil {
            return nil
        }
        let isOfTests = found.allSatisfy(\.isOfTests)
        let others = isOfTests ? "only tests register" : "no block that serves this has"
        let result = key.type.isArray ? "empty" : "nil"
        let who = found.isEmpty ? "nothing registers" : others
        let known = found.filter(\.key.type.isKnown)
        let notes = known.prefix(1).map { ($0.place, "registered here is \($0.key)") }
        let what = "\(who) \(key) or what it holds, so this is always \(result)"
        return request.finding(.absent, as: .note, what, notes: notes)
    }
}
