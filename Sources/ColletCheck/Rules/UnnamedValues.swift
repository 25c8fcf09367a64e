/// Finds plain values that are registered or asked for without a name.
///
/// There are many strings in a program; which one is meant, only a name can say.
enum UnnamedValues {
    private static let plain: Set<String> = [
        "Swift.Bool", "Swift.Character", "Swift.Double", "Swift.Float", "Swift.Float16",
        "Swift.Float80", "Swift.Int", "Swift.Int8", "Swift.Int16", "Swift.Int32", "Swift.Int64",
        "Swift.Int128", "Swift.String", "Swift.Substring", "Swift.UInt", "Swift.UInt8",
        "Swift.UInt16", "Swift.UInt32", "Swift.UInt64", "Swift.UInt128", "Swift.StaticString",
        "Swift.Duration", "Foundation.Data", "Foundation.Date", "Foundation.Decimal",
        "Foundation.URL", "Foundation.UUID",
    ]

    static func check(_ wiring: Wiring) -> [Diagnostic] {
        let registered = wiring.registrations.map { ($0.site, $0.key, "registered") }
        // An array without a name collects the values with names.
        let requested = wiring.requests.filter {
            if case .array = $0.key.type { false } else { true }
        }.map { ($0.site, $0.key, "asked for") }
        return (registered + requested).compactMap { site, key, verb in
            guard site.isReported, case .none = key.name, isPlain(key.type) else { return nil }
            return Diagnostic(
                severity: .warning,
                place: site.place,
                message: "\(key.type) is \(verb) without a name, which says nothing about its "
                    + "meaning; give it a name, or pass the value as an argument"
            )
        }
    }

    private static func isPlain(_ type: TypeName) -> Bool {
        switch type {
        case .nominal(let name, let arguments):
            plain.contains(name.replacing("FoundationEssentials.", with: "Foundation."))
                || name == "Swift.Set" && arguments.allSatisfy(isPlain)
        case .optional(let element), .array(let element): isPlain(element)
        case .dictionary(let key, let value): isPlain(key) && isPlain(value)
        default: false
        }
    }
}
