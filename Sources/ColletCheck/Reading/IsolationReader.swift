/// Tells what certainly runs off the main actor: in an actor, in a detached task, and in functions
/// that say so, or that are asynchronous where no isolation is the default.
struct IsolationReader {
    private let readers: [FileReader]
    private let declarations: Declarations
    /// Whether functions without a word about isolation have none.
    private let isNoneDefault: Bool

    init(_ readers: [FileReader], _ declarations: Declarations, isNoneDefault: Bool) {
        self.readers = readers
        self.declarations = declarations
        self.isNoneDefault = isNoneDefault
    }

    /// Where something that is asked for is first needed off the main actor.
    func place(off request: Request) -> Place? {
        guard let property = request.property, request.use == nil else {
            let reader = readers.first { $0.file.path == request.site.place.path }
            let index = request.use ?? reader?.file.tokenIndex(at: request.site.place.position)
            guard let reader, let index, isOff(index, in: request.container, reader, [])
            else { return nil }
            return reader.file.site(at: index).place
        }
        return uses(of: property).first { isOff($0.index, in: $0.container, $0.reader, []) }
            .map { $0.reader.file.site(at: $0.index).place }
    }

    private typealias Use = (index: Int, container: String?, reader: FileReader)

    private func uses(of usr: String) -> [Use] {
        readers.flatMap { reader in
            (reader.file.occurrencesBySymbol[usr] ?? []).compactMap { occurrence in
                let index = reader.file.tokenIndex(at: occurrence.position)
                guard !occurrence.roles.contains(.definition), let index else { return nil }
                return (index, declarations.container(of: occurrence), reader)
            }
        }
    }

    /// Whether a token runs off the main actor; it doesn't lead back to the functions given.
    private func isOff(
        _ index: Int, in container: String?, _ reader: FileReader, _ callees: Set<String>
    ) -> Bool {
        let file = reader.file
        let closure = file.braces(around: index).first { reader.role(of: $0) != .branch }
        if let closure, reader.role(of: closure) == .closure {
            let isDetached = file.isToken(closure - 1, "detached")
            return isDetached && !file.isToken(closure + 1, "@")
        }
        guard let container, !callees.contains(container), file.isReported,
            let definition = declarations.definitions[container], definition.symbol.isFunction
        else { return false }
        let words = definition.modifiers
        if definition.hasUnknownAttribute || words.contains("@MainActor") {
            return words.contains("@concurrent")
        }
        if words.contains("nonsending") { return false }
        if words.contains("nonisolated") { return true }
        let type = declarations.type(around: container).flatMap { declarations.definitions[$0.usr] }
        if let type, type.isActor { return true }
        guard isNoneDefault, isUnisolated(definition) else { return false }
        if definition.isAsynchronous { return true }
        let uses = uses(of: container)
        return !uses.isEmpty && declarations.witnesses[container] == nil
            && uses.allSatisfy {
                isOff($0.index, in: $0.container, $0.reader, callees.union([container]))
            }
    }

    /// Whether nothing around a function isolates it: its type, an extension, what these inherit.
    private func isUnisolated(_ function: Declarations.Definition) -> Bool {
        guard let parent = function.parent else { return true }
        let type = declarations.type(around: function.symbol.usr)?.usr ?? parent.usr
        let related = reachable(from: [type]) { declarations.bases[$0] ?? [] }
        return related.union([parent.usr]).allSatisfy { usr in
            guard let definition = declarations.definitions[usr] else {
                // The standard library isolates nothing.
                return usr.hasPrefix("s:s") || usr.hasPrefix("s:S")
            }
            return !definition.hasUnknownAttribute && !definition.isModified(by: "@MainActor")
        }
    }
}
