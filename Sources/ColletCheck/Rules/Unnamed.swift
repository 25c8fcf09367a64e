/// Plain values without a name: there are many strings in a program, and only a name can
/// tell which one is meant.
struct Unnamed: Rule {
    /// A type, in the program or in tests.
    private struct Subject: Hashable {
        let type: String
        let isInTests: Bool
    }

    func findings(in runs: PackageRuns) -> [Finding] {
        var registered: [Subject: Set<Place>] = [:], asked = registered
        for root in runs.roots {
            let replaced = root.replacedWrappers
            for event in root.journal.events {
                if case .injected(let wrapper, _) = event.kind, replaced.contains(wrapper)
                {
                    continue
                }
                guard let (key, written, isRequest) = event.named, key.name == .none,
                    let place = runs.sources.own(written), Self.isPlain(key.type)
                else { continue }
                let isInTests = runs.sources.isInTests(place)
                let subject = Subject(type: key.type, isInTests: isInTests)
                if isRequest {
                    asked[subject, default: []].insert(place)
                } else {
                    registered[subject, default: []].insert(place)
                }
            }
        }
        return Set(registered.keys).union(asked.keys).map { subject in
            finding(subject.type, registered[subject] ?? [], asked[subject] ?? [])
        }
    }

    /// To name a value where it is registered and to forget a request makes another
    /// mistake, so it is one finding.
    private func finding(
        _ type: String, _ registered: Set<Place>, _ asked: Set<Place>
    ) -> Finding {
        let asked = asked.subtracting(registered)
        let isRegistered = !registered.isEmpty
        let notes =
            registered.sorted().map { ($0, "it is registered here") }
            + asked.sorted().map { ($0, "it is asked for here") }
        return Finding(
            rule: .unnamed, severity: .warning, place: notes[0].0,
            message: """
                \(type) is \(isRegistered ? "registered" : "asked for") without a name, \
                which says nothing about its meaning; to fix, give it a name here and \
                where it is \(isRegistered ? "asked for" : "registered"), or pass the \
                value as an argument
                """, notes: Array(notes.dropFirst()), subject: type)
    }

    private static let plainTypes: Set = [
        "Bool", "Character", "Data", "Date", "Decimal", "Double", "Duration", "Float",
        "Int", "StaticString", "String", "Substring", "UInt", "URL", "UUID",
    ]

    /// Whether a type says nothing about what its values mean.
    static func isPlain(_ type: String) -> Bool {
        if type.hasPrefix("any ") { return false }
        let base = Program.baseName(type)
        if ["Array", "Dictionary", "Optional", "Set"].contains(base) {
            return Interpreter.genericArguments(of: type).allSatisfy(isPlain)
        }
        // An integer's name may end with its size.
        let name = base.prefix { !$0.isNumber }
        let size = base.dropFirst(name.count)
        return plainTypes.contains(String(name)) && (size.isEmpty || Int(size) != nil)
    }
}

extension Event {
    /// What it registers or asks for, where, and whether it asks; but for an array, which
    /// collects what has names.
    fileprivate var named: (Key, Place?, Bool)? {
        switch kind {
        case .registered(let registration, _, _), .moduleCreated(let registration):
            return (registration.key, registration.place, false)
        case .asked(let request):
            return request.key.isArray ? nil : (request.key, place, true)
        case .injected(_, let key): return key.isArray ? nil : (key, place, true)
        default: return nil
        }
    }
}

extension Key {
    fileprivate var isArray: Bool { argument(of: "Array") != nil }
}
