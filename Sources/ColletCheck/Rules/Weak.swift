/// Weak modules whose values are no instances of a class.
struct Weak: EventRule {
    func finding(_ event: Event, in root: RootRun, of runs: PackageRuns) -> Finding? {
        guard case .made(let made) = event.kind, made.registration.lifetime == .weak
        else { return nil }
        let values = made.value.alternatives
        guard values.contains(where: \.isNoObject) else { return nil }
        let isCertain = event.isCertain && values.allSatisfy(\.isNoObject)
        return Finding(
            rule: .weak, severity: isCertain ? .error : .warning,
            place: made.registration.place ?? .unknown,
            message: """
                \(made.registration.key) is registered .weak but is no class, so nobody \
                can hold it; to fix, make it .shared, or an instance of a class
                """)
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
