/// What happened while the interpreter ran, in order.
final class Journal {
    private(set) var events: [Event] = []
    /// The functions of other libraries that a model stood for.
    private(set) var models: Set<String>
    /// How often functions were called that nobody knows.
    private(set) var unknownFunctions: [String: Int] = [:]
    /// Their symbols.
    private(set) var unknownSymbols: Set<String> = []
    /// How often instructions ran that nobody knows.
    private(set) var unknownInstructions: [String: Int] = [:]
    /// Is told of each event as it happens.
    var observer: ((Event) -> Void)?

    /// A journal of a root that begins with what these models did.
    init(models: Set<String> = []) { self.models = models }

    func note(_ event: Event) {
        events.append(event)
        observer?(event)
    }

    func noteModel(_ name: String) { models.insert(name) }

    func noteUnknown(function name: String, symbol: String) {
        unknownFunctions[name, default: 0] += 1
        unknownSymbols.insert(symbol)
    }

    func noteUnknown(instruction name: String) {
        unknownInstructions[name, default: 0] += 1
    }
}
