/// Finds out what is asked for off the main actor.
struct IsolationReader {
    let code: ProgramCode
    /// Whether functions that say nothing about isolation are certainly not isolated.
    let isNonisolatedByDefault: Bool
    var declarations: Declarations { code.declarations }

    /// What runs some code, as far as the main actor is concerned.
    enum Runner: Hashable {
        /// Something that is never on the main actor.
        case other
        case unknown
        /// A function or computed variable.
        case function(USR)
        /// Who asks for what a registration makes.
        case registration(Place)
    }

    /// Notes where something for the main actor is first needed off it.
    func withSites(
        _ requests: [Read<Request>], _ table: RegistrationTable
    ) -> [Read<Request>] {
        guard table.all.contains(where: \.isForMainActor) else { return requests }
        var askers: [Place: [Mention]] = [:]
        // Where each request needs what the main actor makes.
        let all = requests.map { read in
            let uses = uses(of: read)
            let found = table.registrations(for: read.value.key)
            for registration in found {
                askers[registration.place, default: []] += uses
            }
            return found.contains(where: \.isForMainActor) ? uses : []
        }
        let off = offMainActor(all.joined().map(runner), askers)
        return zip(requests, all).map { read, uses in
            let certain = uses.first { off.certain.contains(runner(of: $0)) }
            let possible = uses.first { off.possible.contains(runner(of: $0)) }
            return read.with {
                $0.siteOffMainActor = (certain ?? possible)?.site
                $0.isAlwaysOffMainActor = certain != nil
            }
        }
    }

    /// Where what is asked for is needed; tests may run anywhere.
    private func uses(of read: Read<Request>) -> [Mention] {
        let request = read.value
        // Who reads it elsewhere waits until the main actor has read it.
        let isAwaited = isOnMainActor(request.usedProperty)
        return request.site.isInTests || isAwaited ? [] : code.uses(of: read)
    }

    private func isOnMainActor(_ property: USR?) -> Bool {
        guard let definition = declarations[property] else { return false }
        let around = surroundings(of: definition).compactMap { declarations[$0] }
        return (around + [definition]).contains { $0.modifiers.contains("@MainActor") }
    }

    /// Those of some runners, and of who calls them, that are never on the main actor,
    /// and those that something calls which never is. Each is looked at once, however
    /// many ways lead to it.
    private func offMainActor(_ runners: [Runner], _ askers: [Place: [Mention]]) -> (
        certain: Set<Runner>, possible: Set<Runner>
    ) {
        var callees = Links<Runner>()
        let all = reachable(from: runners) { callee in
            let callers = self.callers(of: callee, askers)
            for caller in callers { callees.add([callee], to: caller) }
            return callers
        }
        let off = callees.reached(from: [.other])
        // What nobody is seen to call, anybody may call.
        return (off.subtracting(callees.reached(from: all.subtracting(off))), off)
    }

    private func callers(of runner: Runner, _ askers: [Place: [Mention]]) -> [Runner] {
        switch runner {
        case .registration(let place): return askers[place, default: []].map(self.runner)
        case .function(let usr):
            guard let definition = declarations[usr] else { return [] }
            // The first value of a property, who makes the object runs.
            if definition.isStored, definition.body == nil {
                return declarations.makers(of: usr).map(Runner.function)
            }
            let isolation = isolation(of: definition)
            // What nobody writes is isolated by the values that it sets.
            let isOpen = definition.hasIsolation || !definition.hasOwnBody
            if let isolation, !isOpen { return [isolation] }
            // Who calls a requirement may call what fulfils it.
            let required = declarations.requirements[usr]
            let callers = required.union([usr]).flatMap(code.mentions).map(self.runner)
            let isKnown = required.isEmpty && isolation == nil
            return isKnown ? callers : callers + [.unknown]
        case .other, .unknown: return []
        }
    }
}

// What isolates declarations.
extension IsolationReader {
    /// What runs a function, whoever calls it; `nil` if it runs where it is called.
    func isolation(of function: Definition) -> Runner? {
        let words = function.modifiers
        if function.hasIsolation { return .unknown }
        if !declarations.actors.isDisjoint(with: words) { return .other }
        if function.hasUnknownAttribute || words.contains("@MainActor") {
            return .unknown
        }
        if !words.contains("nonisolated") {
            if isIsolatedByActor(function) {
                return hasOwnExecutor(function) ? .unknown : .other
            }
            let isFree =
                isNonisolatedByDefault
                && !surroundings(of: function).contains(where: mayIsolate)
            if !isFree { return .unknown }
        }
        // What is not isolated runs where it is called, unless it is asynchronous; and
        // that does, too, by a setting of new projects.
        if !function.isAsynchronous || words.contains("nonsending") { return nil }
        return isNonisolatedByDefault ? .other : .unknown
    }

    /// Whether an actor runs a member, as its type or extension says, or what these
    /// inherit: a global one all members, and an actor what can wait for it and has an
    /// instance.
    private func isIsolatedByActor(_ member: Definition) -> Bool {
        let around = surroundings(of: member)
        let words = around.compactMap { declarations[$0] }.flatMap(\.modifiers)
        let actors = declarations.actors.intersection(words)
        let isOfActor = actors.contains("actor") || around.contains("s:ScA")
        return actors.count > 1 || actors.first?.first == "@"
            || isOfActor && mayWait(member)
    }

    /// Whether an actor says where it runs, which may be the main actor.
    private func hasOwnExecutor(_ member: Definition) -> Bool {
        let types = surroundings(of: member)
        return types.contains { declarations.member("unownedExecutor", of: $0) != nil }
    }

    private func mayWait(_ member: Definition) -> Bool {
        switch member.kind {
        case .constructor: member.isAsynchronous
        case .staticMethod, .classMethod, .staticProperty, .classProperty: false
        default: !member.isDeinitializer || member.modifiers.contains("isolated")
        }
    }

    /// What may isolate a member: its type, an extension, what these inherit.
    private func surroundings(of member: Definition) -> Set<USR> {
        guard let parent = member.parent else { return [] }
        let type = declarations.type(around: member.usr) ?? parent.usr
        return declarations.bases.reached(from: [type, parent.usr])
    }

    private func mayIsolate(_ usr: USR) -> Bool {
        // Neither the standard library nor this one isolates anything.
        guard let definition = declarations[usr]
        else { return !usr.isOfStandardLibrary && !code.collet.isMember(usr) }
        return definition.hasUnknownAttribute
            || definition.modifiers.contains("@MainActor")
    }
}

extension Definition {
    /// Whether a parameter isolates it, which may be its caller's actor.
    fileprivate var hasIsolation: Bool {
        symbol.demangled?.contains("isolated ") == true
    }
}
