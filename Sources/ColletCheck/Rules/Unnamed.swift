/// Plain values without a name: there are many strings in a program, and only a name can
/// tell which one is meant.
struct Unnamed: Rule {
    /// Where one type is registered or asked for.
    private struct Places {
        var registered: [Place] = []
        var asked: [Place] = []
    }

    /// A type, in the program or in tests.
    private struct Subject: Hashable {
        let type: String
        let isInTests: Bool
    }

    func findings(in runs: PackageRuns) -> [Finding] {
        var subjects: [Subject: Places] = [:]
        for event in runs.all.flatMap(\.journal.events) {
            guard let (key, written) = event.named,
                let place = runs.sources.written(written), runs.sources.isOwn(place)
            else { continue }
            guard key.name == .none, Self.isPlain(key.type) else { continue }
            let isInTests = runs.sources.isInTests(place)
            let subject = Subject(type: key.type, isInTests: isInTests)
            if event.isRequest {
                subjects[subject, default: Places()].asked.append(place)
            } else {
                subjects[subject, default: Places()].registered.append(place)
            }
        }
        return subjects.compactMap(finding).sorted {
            ($0.place, $0.subject) < ($1.place, $1.subject)
        }
    }

    /// To name a value where it is registered and to forget a request makes another
    /// mistake, so it is one finding.
    private func finding(_ subject: Subject, _ places: Places) -> Finding? {
        let registered = Set(places.registered).sorted()
        let asked = Set(places.asked).subtracting(registered).sorted()
        guard let place = registered.first ?? asked.first else { return nil }
        let verb = registered.isEmpty ? "asked for" : "registered"
        let notes =
            registered.map { ($0, "it is registered here") }
            + asked.map { ($0, "it is asked for here") }
        return Finding(
            rule: .unnamed, severity: .warning, place: place,
            message: """
                \(subject.type) is \(verb) without a name, which says nothing about its \
                meaning; to fix, give it a name here and where it is \
                \(registered.isEmpty ? "registered" : "asked for"), or pass the value as \
                an argument
                """, notes: notes.filter { $0.0 != place },
            subject: subject.type)
    }

    private static let plainTypes: Set = [
        "Bool", "Character", "Data", "Date", "Decimal", "Double", "Duration", "Float",
        "Int", "StaticString", "String", "Substring", "UInt", "URL", "UUID",
    ]

    /// Whether a type says nothing about what its values mean.
    static func isPlain(_ type: String) -> Bool {
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
    /// What it registers or asks for, but for an array, which collects what has names.
    fileprivate var named: (Key, Place)? {
        switch kind {
        case .registered(let registration, _, _):
            return registration.place.map { (registration.key, $0) }
        case .moduleCreated(let registration):
            return registration.place.map { (registration.key, $0) }
        case .asked(let request) where request.key.argument(of: "Array") == nil:
            return place.map { (request.key, $0) }
        default: return nil
        }
    }

    fileprivate var isRequest: Bool {
        guard case .asked = kind else { return false }
        return true
    }
}
