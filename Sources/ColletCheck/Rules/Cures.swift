/// How cures say what to register.
extension PackageRuns {
    /// The module that registers a key: `Module("utc") { … as any Clock }`.
    func module(for key: Key, lifetime: Lifetime = .transient) -> String {
        let isOnMainActor = code.declaration(of: key.bareType)?.isOnMainActor == true
        let call = isOnMainActor ? "Module.mainActor" : "Module"
        let arguments = [lifetime == .transient ? "" : ".\(lifetime)", key.quotedName]
            .filter { !$0.isEmpty }.joined(separator: ", ")
        let list = arguments.isEmpty ? "" : "(\(arguments))"
        let cast = cast(to: key).map { " \($0)" } ?? ""
        let isFunction = key.type.contains(#/^(@\w+ )?\(.*\) ->/#)
        return "\(call)\(list) { \(isFunction ? "{ … }" : "…")\(cast) }"
    }

    /// What a request lacks, and what the object that it lacks will ask for itself, as far
    /// as nothing registers it.
    func lackedKeys(_ visit: Visit) -> [Key] {
        let root = visit.root
        let registered = Registered(root.registrations + visit.registrations)
        return visits(in: root).reduce([visit.key]) { keys, inner in
            let key = inner.key
            let isServed = key.mayBeAbsent || registered.mayHave(key)
            let isUnplaced = inner.isCertain && inner.request.container == nil
            let owner = isUnplaced && !isServed ? owner(ofProperty: inner.place) : nil
            return keys.contains { $0.type == owner } ? keys + [key] : keys
        }.unique
    }

    /// What to do in the right place if a property asks in the wrong one: create its
    /// object.
    func making(for visit: Visit) -> String? {
        if sources.isInTests(visit.place) { return nil }
        return owner(ofProperty: visit.place).map { "create \($0)" }
    }

    /// The cast that says which type a closure makes, if the type can be written.
    func cast(to key: Key) -> String? {
        let spelling = key.spelling
        let plain = spelling.replacing(#/@(Sendable|MainActor) /#, with: "")
        let isWritten = !plain.contains { "@?#τ".contains($0) } || key.isOfSome
        return isWritten && !key.isTypeUnknown ? "as \(spelling)" : nil
    }
}

extension Key {
    /// The name in quotes, or an empty string if there is none or it can't be told.
    var quotedName: String {
        text?.debugDescription.replacing("\\'", with: "'") ?? ""
    }
}

extension Block {
    /// `'fakes' (FeedTests.swift:6)`, or `its block (FeedTests.swift:6)`.
    func words(else noun: String, at other: Place? = nil) -> String {
        (name.map { "'\($0)'" } ?? noun) + (place ?? other).inBrackets
    }
}

extension RootRun {
    /// The containers from a given one to the outermost.
    func containers(from start: Cell?) -> [(cell: Cell, record: Container)] {
        guard let start, let record = containers[start] else { return [] }
        return [(start, record)] + containers(from: record.parent)
    }
}
