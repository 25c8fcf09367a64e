// Extends WiringReader: what is asked for off the main actor.
extension WiringReader {
    /// Where something that is asked for is first needed off the main actor.
    func site(off request: Request, at mention: Mention) -> Site? {
        let property = request.use == nil ? request.property : nil
        return (property.map(declarations.mentions) ?? [mention]).first { isOff($0, []) }?.site
    }

    /// Whether code runs off the main actor; it doesn't lead back to the functions given.
    private func isOff(_ mention: Mention, _ callees: Set<String>) -> Bool {
        let (file, reader, index) = (mention.file, mention.reader, mention.index)
        let brace = reader.body(around: index)
        if let brace, reader.role(of: brace) == .closure {
            return !file.isToken(brace + 1, "@") && file.task(ofClosure: brace).isOffMainActor
        }
        guard let container = mention.container, !callees.contains(container), file.isReported,
            let definition = declarations[container], definition.symbol.isFunction,
            // Of a function within the function the index says nothing, and whoever calls it runs
            // what a parameter is set to.
            let brace, brace == file.bodyBrace(from: definition.name, to: index),
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
        let uses = declarations.mentions(of: container)
        return !uses.isEmpty && !declarations.fulfilling.contains(container)
            && uses.allSatisfy { isOff($0, callees.union([container])) }
    }

    /// Whether nothing around a function isolates it: its type, an extension, what these inherit.
    private func isUnisolated(_ function: Declarations.Definition) -> Bool {
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
