/// What happened while the interpreter ran, in order.
final class Journal {
    private(set) var events: [Event] = []
    /// The functions of other libraries that a model stood for.
    var models: Set<String> = []
    /// How often functions and instructions ran that nobody knows, by their symbols and
    /// names.
    var unknown: [String: Int] = [:]
    /// Is told of each event as it happens.
    var observer: ((Event) -> Void)?

    func note(_ event: Event) {
        events.append(event)
        observer?(event)
    }
}
