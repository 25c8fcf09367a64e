/// Finds out what is asked for off the main actor.
struct IsolationReader {
    let code: ProgramCode
    /// Whether functions that say nothing about isolation are certainly not isolated.
    let isNonisolatedByDefault: Bool
    private var declarations: Declarations { code.declarations }

    init(_ code: ProgramCode, isNonisolatedByDefault: Bool) {
        self.code = code
        self.isNonisolatedByDefault = isNonisolatedByDefault
    }

    /// What runs some code, as far as the main actor is concerned.
    private enum Runner: Hashable {
        /// Something that is never on the main actor.
        case other
        case unknown
        case function(USR)
    }

    /// Notes where something for the main actor is first needed off it.
    func withSites(_ requests: [Read<Request>], _ table: RegistrationTable) -> [Read<
        Request
    >] {
        let uses = requests.map { read in
            let found = table.registrations(for: read.value.key)
            return found.contains(where: \.isForMainActor) ? self.uses(of: read) : []
        }
        let others = offMainActor(uses.joined().map(runner))
        return zip(requests, uses).map { read, uses in
            let first = uses.first { others.contains(runner(of: $0)) }
            return read.with { $0.siteOffMainActor = first?.site }
        }
    }

    /// Where what is asked for is needed; tests may run anywhere.
    private func uses(of read: Read<Request>) -> [Mention] {
        let request = read.value
        if request.site.isInTests { return [] }
        guard request.isForUsers, let property = request.property else {
            return [read.mention]
        }
        // Who reads it elsewhere waits until the main actor has read it.
        return isOnMainActor(property) ? [] : code.mentions(of: property)
    }

    private func isOnMainActor(_ property: USR) -> Bool {
        guard let definition = declarations[property] else { return false }
        let around = surroundings(of: definition).compactMap { declarations[$0] }
        return (around + [definition]).contains { $0.modifiers.contains("@MainActor") }
    }

    /// Those of some runners, and of who calls them, that are never on the main actor.
    /// Each is looked at once, however many ways lead to it.
    private func offMainActor(_ runners: [Runner]) -> Set<Runner> {
        var callees: [Runner: Set<Runner>] = [:]
        let all = reachable(from: runners) { callee in
            let callers = self.callers(of: callee)
            for caller in callers { callees[caller, default: []].insert(callee) }
            return callers
        }
        func called(from callers: Set<Runner>) -> Set<Runner> {
            reachable(from: callers) { callees[$0, default: []] }
        }
        let off = called(from: [.other])
        // What nobody is seen to call, anybody may call.
        return off.subtracting(called(from: all.subtracting(off)))
    }

    /// What runs the code around a mention.
    private func runner(of mention: Mention) -> Runner {
        let file = mention.file
        guard let body = mention.node.body else { return .unknown }
        if body.kind == .closure {
            let isOther =
                !file.isToken(body.start + 1, "@") && file.task(of: body).isOffMainActor
            return isOther ? .other : .unknown
        }
        guard file.isReported, let container = mention.container,
            let definition = declarations[container], definition.symbol.isFunction,
            // Of a function within the function the index says nothing, and whoever calls
            // it runs what a parameter is set to.
            body == file.body(from: definition.name, to: mention.index)
        else { return .unknown }
        return .function(container)
    }

    private func callers(of runner: Runner) -> [Runner] {
        guard case .function(let usr) = runner, let definition = declarations[usr] else {
            return []
        }
        if let isolation = isolation(of: definition) { return [isolation] }
        // A requirement's caller is not seen to call what fulfils it.
        let isRequired = declarations.fulfilling.contains(usr)
        return isRequired ? [.unknown] : code.mentions(of: usr).map(self.runner)
    }

    /// What runs a function, whoever calls it; `nil` if it runs where it is called.
    private func isolation(of function: Definition) -> Runner? {
        let words = function.modifiers
        if function.symbol.demangled?.contains("isolated ") == true { return .unknown }
        if !declarations.actors.isDisjoint(with: words) { return .other }
        if function.hasUnknownAttribute || words.contains("@MainActor") {
            return words.contains("@concurrent") ? .other : .unknown
        }
        if !words.contains("nonisolated") {
            if isIsolatedByActor(function) { return .other }
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

    /// Whether a type's actor runs a function: a global one all that the type has, and an
    /// actor what can wait for it and has an instance.
    private func isIsolatedByActor(_ function: Definition) -> Bool {
        let type = declarations[declarations.type(around: function.symbol.usr)?.usr]
        let words = declarations.actors.intersection(type?.modifiers ?? [])
        if words != ["actor"] { return !words.isEmpty }
        switch function.symbol.kind {
        case .constructor: return function.isAsynchronous
        case .staticMethod, .classMethod: return false
        default: return true
        }
    }

    /// What may isolate a member: its type, an extension, what these inherit.
    private func surroundings(of member: Definition) -> Set<USR> {
        guard let parent = member.parent else { return [] }
        let type = declarations.type(around: member.symbol.usr)?.usr ?? parent.usr
        return reachable(from: [type, parent.usr]) { declarations.bases[$0] ?? [] }
    }

    private func mayIsolate(_ usr: USR) -> Bool {
        // The standard library isolates nothing.
        guard let definition = declarations[usr]
        else { return !usr.hasPrefix("s:s") && !usr.hasPrefix("s:S") }
        return definition.hasUnknownAttribute
            || definition.modifiers.contains("@MainActor")
    }
}
