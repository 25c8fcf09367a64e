/// Registrations by what they serve.
struct RegistrationTable {
    private var byType: [TypeName: [Registration]] = [:]
    private var unreadable: [Registration] = []

    init(_ registrations: [Registration]) {
        for registration in registrations {
            if registration.key.type.isKnown {
                byType[registration.key.type, default: []].append(registration)
            } else {
                unreadable.append(registration)
            }
        }
    }

    /// The registrations that serve a key or may do so.
    func matches(for key: Key) -> [Registration] {
        (byType[key.type, default: []] + unreadable).filter { key.matches($0.key) != false }
    }

    /// The registrations that serve a request or may do so; an optional takes what is registered for
    /// its element under its name, and an array all of that.
    func registrations(for request: Request) -> [Registration] {
        let found = matches(for: request.key)
        guard found.isEmpty, let element = request.key.type.element else { return found }
        if case .array = request.key.type { return byType[element, default: []] }
        return matches(for: Key(type: element, name: request.key.name))
    }
}
