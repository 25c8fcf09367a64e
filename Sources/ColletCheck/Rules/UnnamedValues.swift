/// Finds plain values that are registered or asked for without a name. There are many strings in a
/// program; which one is meant, only a name can say.
enum UnnamedValues {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        let registered = wiring.registrations.map { ($0.site, $0.key, "registered") }
        // An array without a name collects the values with names.
        let requested = wiring.requests.filter { !$0.key.type.isArray }
            .map { ($0.site, $0.key, "asked for") }
        return (registered + requested).compactMap { site, key, verb in
            guard site.isReported, key.name == .none, key.type.isPlainValue else { return nil }
            let message =
                "\(key.type) is \(verb) without a name, which says nothing about its meaning; "
                + "give it a name, or pass the value as an argument"
            return Diagnostic(severity: .warning, place: site.place, message: message)
        }
    }
}

extension TypeName {
    private static let collections: Set = [
        "Swift.Array", "Swift.Dictionary", "Swift.Optional", "Swift.Set",
    ]

    private static let plainValues: Set = [
        "Foundation.Data", "Foundation.Date", "Foundation.Decimal", "Foundation.URL",
        "Foundation.UUID", "Swift.Bool", "Swift.Character", "Swift.Double", "Swift.Duration",
        "Swift.Float", "Swift.Int", "Swift.Int8", "Swift.Int16", "Swift.Int32", "Swift.Int64",
        "Swift.Int128", "Swift.StaticString", "Swift.String", "Swift.Substring", "Swift.UInt",
        "Swift.UInt8", "Swift.UInt16", "Swift.UInt32", "Swift.UInt64", "Swift.UInt128",
    ]

    /// Whether it is a value of the standard library's or Foundation's, or a collection of such.
    var isPlainValue: Bool {
        guard case .nominal(let name, let arguments) = self else { return false }
        if Self.collections.contains(name) { return arguments.allSatisfy(\.isPlainValue) }
        return Self.plainValues.contains(
            name.replacing("FoundationEssentials.", with: "Foundation."))
    }
}
