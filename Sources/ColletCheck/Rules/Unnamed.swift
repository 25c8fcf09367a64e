/// Plain values without a name: there are many strings in a program, and only a name can
/// tell which one is meant.
struct Unnamed: Rule {
    private typealias Mention = (type: String, place: Place, isRequest: Bool)

    func findings(in runs: PackageRuns) -> [Finding] {
        let mentions = runs.roots.flatMap { root in
            let replaced = root.replacedWrappers
            return root.journal.events.compactMap { event in
                Self.mention(event, replaced, runs.sources)
            }
        }
        // The mentions of a program and those of its tests are two mistakes.
        let same = Dictionary(grouping: mentions) {
            "\($0.type) \(runs.sources.isInTests($0.place))"
        }
        return same.values.map(Self.finding)
    }

    /// A plain value that the package itself registers or asks for without a name. A
    /// request for an array doesn't count: it collects the registrations that have names.
    private static func mention(
        _ event: Event, _ replaced: Set<Cell>, _ sources: SourceFiles
    ) -> Mention? {
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
    private static func finding(_ mentions: [Mention]) -> Finding {
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

    /// Whether a type says nothing about what its values mean.
    static func isPlain(_ type: String) -> Bool {
        let base = type.baseName
        if ["Array", "Dictionary", "Optional", "Set"].contains(base) {
            return type.genericArguments.allSatisfy(isPlain)
        }
        return TypeNames.plain.contains(base)
    }
}

extension Key {
    /// Whether neither its type nor a name says what it means.
    var isUnnamed: Bool { name == .none && Unnamed.isPlain(type) }
}
