/// Weak modules whose values are no instances of a class.
struct Weak: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        var found: [Place: Finding] = [:]
        for event in runs.roots.lazy.flatMap(\.journal.events) {
            guard case .made(let made) = event.kind, made.isLost else { continue }
            let registration = made.registration
            guard let place = registration.place else { continue }
            let isCertain =
                event.isCertain && made.value.alternatives.allSatisfy(\.isNoObject)
            let finding = Finding(
                rule: .weak, severity: isCertain ? .error : .warning, place: place,
                message: """
                    \(registration.key) is registered .weak but is no class, so nobody can \
                    hold it; to fix, make it .shared, or an instance of a class
                    """)
            if let old = found[place], old.severity <= finding.severity { continue }
            found[place] = finding
        }
        return Array(found.values)
    }
}

extension Made {
    /// Whether it is to be kept as long as somebody has it, and nobody can.
    fileprivate var isLost: Bool {
        registration.lifetime == .weak
            && value.alternatives.contains(where: \.isNoObject)
    }
}

extension Value {
    /// Whether it certainly is no instance of a class.
    fileprivate var isNoObject: Bool {
        switch self {
        case .fields(let type, _): !type.isEmpty
        case .string, .int, .tuple, .function, .array, .enumeration, .dictionary: true
        default: false
        }
    }
}
