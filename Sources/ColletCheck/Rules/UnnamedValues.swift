/// Finds plain values that are registered or asked for without a name.
///
/// There are many strings in a program; which one is meant, only a name can say.
enum UnnamedValues {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        let registered = wiring.registrations.map { ($0.site, $0.key, "registered") }
        // An array without a name collects the values with names.
        let requested = wiring.requests.filter {
            if case .array = $0.key.type { false } else { true }
        }.map { ($0.site, $0.key, "asked for") }
        return (registered + requested).compactMap { site, key, verb in
            guard site.isReported, key.name == .none, key.type.isPlainValue else { return nil }
            let message =
                "\(key.type) is \(verb) without a name, which says nothing about its meaning; "
                + "give it a name, or pass the value as an argument"
            return Diagnostic(.warning, at: site.place, message)
        }
    }
}

extension TypeName {
    private static let plainValues: Set<String> = [
        "Swift.Bool", "Swift.Character", "Swift.Double", "Swift.Float", "Swift.Float16",
        "Swift.Float80", "Swift.Int", "Swift.Int8", "Swift.Int16", "Swift.Int32", "Swift.Int64",
        "Swift.Int128", "Swift.String", "Swift.Substring", "Swift.UInt", "Swift.UInt8",
        "Swift.UInt16", "Swift.UInt32", "Swift.UInt64", "Swift.UInt128", "Swift.StaticString",
        "Swift.Duration", "Foundation.Data", "Foundation.Date", "Foundation.Decimal",
        "Foundation.URL", "Foundation.UUID",
    ]

    /// Whether the type is a value of the standard library's or Foundation's, or a collection of
    /// such values.
    var isPlainValue: Bool {
        switch self {
        case .nominal("Swift.Set", let elements), .nominal("Swift.Dictionary", let elements):
            elements.allSatisfy(\.isPlainValue)
        case .nominal(let name, _):
            Self.plainValues.contains(name.replacing("FoundationEssentials.", with: "Foundation."))
        case .optional(let element), .array(let element): element.isPlainValue
        default: false
        }
    }
}
