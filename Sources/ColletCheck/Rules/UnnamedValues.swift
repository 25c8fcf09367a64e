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
            return Diagnostic(.unnamed, .warning, site.place, message)
        }
    }
}
