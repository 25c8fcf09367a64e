/// Finds out what is asked for off the main actor.
struct IsolationReader {
    let code: ProgramCode
    /// Whether functions that say nothing about isolation are certainly not isolated.
    let isUnisolated: Bool
    private var declarations: Declarations { code.declarations }

    init(_ code: ProgramCode, isUnisolated: Bool) {
        self.code = code
        self.isUnisolated = isUnisolated
    }

    /// Notes where something for the main actor is first needed off it.
    func withSites(_ requests: [Read<Request>], _ table: RegistrationTable) -> [Read<Request>] {
        requests.map { read in
            let found = table.registrations(for: read.value.key)
            guard !read.value.site.isInTests, found.contains(where: \.isForMainActor)
            else { return read }
            let property = read.value.isForUsers ? read.value.property : nil
            let uses = property.map(code.mentions) ?? [read.mention]
            return read.with { $0.siteOffMainActor = uses.first { isOff($0, []) }?.site }
        }
    }

    /// Whether code runs off the main actor; it doesn't lead back to the functions given.
    private func isOff(_ mention: Mention, _ callees: Set<String>) -> Bool {
        let (file, body) = (mention.file, mention.node.body)
        if let body, body.kind == .closure {
            return !file.isToken(body.start + 1, "@") && file.task(of: body).isOffMainActor
        }
        guard let container = mention.container, !callees.contains(container), file.isReported,
            let definition = declarations[container], definition.symbol.isFunction,
            // Of a function within the function the index says nothing, and whoever calls it runs
            // what a parameter is set to.
            let body, body == file.body(from: definition.name, to: mention.index),
            definition.symbol.demangled?.contains("isolated ") != true
        else { return false }
        let words = definition.modifiers, actors = declarations.actors
        if !actors.isDisjoint(with: words) { return true }
        if definition.hasUnknownAttribute || words.contains("@MainActor") {
            return words.contains("@concurrent")
        }
        if !words.contains("nonisolated") {
            let type = declarations[declarations.type(around: container)?.usr]
            if !actors.isDisjoint(with: type?.modifiers ?? []) { return true }
            guard isUnisolated, isUnisolated(definition) else { return false }
        }
        // What is not isolated runs where it is called, unless it is asynchronous; and that does, too,
        // by a setting of new projects.
        if definition.isAsynchronous, !words.contains("nonsending") { return isUnisolated }
        let uses = code.mentions(of: container)
        return !uses.isEmpty && !declarations.fulfilling.contains(container)
            && uses.allSatisfy { isOff($0, callees.union([container])) }
    }

    /// Whether nothing around a function isolates it: its type, an extension, what these inherit.
    private func isUnisolated(_ function: Definition) -> Bool {
        guard let parent = function.parent else { return true }
        let type = declarations.type(around: function.symbol.usr)?.usr ?? parent.usr
        let related = reachable(from: [type, parent.usr]) { declarations.bases[$0] ?? [] }
        return related.allSatisfy { usr in
            // The standard library isolates nothing.
            guard let definition = declarations[usr]
            else { return usr.hasPrefix("s:s") || usr.hasPrefix("s:S") }
            return !definition.hasUnknownAttribute && !definition.modifiers.contains("@MainActor")
        }
    }
}
