extension PackageRuns {
    private typealias Mention = (type: String, place: Place, isRequest: Bool)

    /// Plain values without a name: there are many strings in a program, and only a name
    /// can tell which one is meant.
    var unnamedValues: [Finding] {
        let mentions = roots.flatMap { root in
            let replaced = root.replacedWrappers
            return root.events.compactMap { mention(in: $0, replaced) }
        }
        // The mentions of a program and those of its tests are two mistakes.
        let same = Dictionary(grouping: mentions) {
            "\($0.type) \(sources.isInTests($0.place))"
        }
        return same.values.map(finding)
    }

    /// A plain value that the package itself registers or asks for without a name. A
    /// request for an array doesn't count: it collects the registrations that have names.
    private func mention(in event: Event, _ replaced: Set<Cell>) -> Mention? {
        let key: Key
        var place = event.place
        var isRequest = true
        switch event.kind {
        case .registered(let registration, _, _), .moduleCreated(let registration):
            (key, place, isRequest) = (registration.key, registration.place, false)
        case .asked(let request): key = request.key
        case .injected(let wrapper, let asked) where !replaced.contains(wrapper):
            key = asked
        default: return nil
        }
        if isRequest, key.element != nil { return nil }
        guard key.isUnnamed else { return nil }
        return sources.own(place).map { (key.type, $0, isRequest) }
    }

    /// Naming a value where it is registered, but not where it is asked for, is another
    /// mistake, so both are one finding.
    private func finding(_ mentions: [Mention]) -> Finding {
        let type = mentions[0].type
        let registered = Set(mentions.filter { !$0.isRequest }.map(\.place))
        let asked = Set(mentions.map(\.place)).subtracting(registered)
        let notes =
            registered.sorted().map { ($0, "it is registered here") }
            + asked.sorted().map { ($0, "it is asked for here") }
        let (fact, other) =
            registered.isEmpty ? ("asked for", "registered") : ("registered", "asked for")
        return Finding(
            rule: .unnamed, place: notes[0].0,
            message: """
                \(type) is \(fact) without a name, which says nothing about its meaning; to \
                fix, give it a name here and where it is \(other), or pass the value as an \
                argument
                """, notes: Array(notes.dropFirst()), subject: type)
    }
}

extension Key {
    /// Whether neither its type nor a name says what it means.
    var isUnnamed: Bool { name == .none && type.isPlain }
}

extension String {
    /// Whether a type says nothing about what its values mean.
    var isPlain: Bool {
        if ["Array", "Dictionary", "Optional", "Set"].contains(baseName) {
            return genericArguments.allSatisfy(\.isPlain)
        }
        return TypeNames.plain.contains(baseName)
    }
}
