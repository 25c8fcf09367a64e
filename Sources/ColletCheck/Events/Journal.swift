/// The events of a run, in order.
class Journal {
    private(set) var events: [Event] = []
    /// The functions that weren't followed to their ends and can't register anything, by
    /// symbol. Only what they ask for is in doubt.
    var parts: Set<String> = []
    /// The functions of other libraries whose models ran.
    var models: Set<String> = []
    /// The types of the custom traits that ran once for a whole suite of the test.
    var traitsOfSuites: [String] = []
    /// The symbols of the unknown functions that ran, and the names of such instructions.
    var unknown: Set<String> = []
    /// How many steps ran, which tells how long the run took.
    var steps = 0

    /// Whether something wasn't followed to its end.
    var isCut: Bool {
        events.contains { if case .cut = $0.kind { true } else { false } }
    }

    func note(_ event: Event) { events.append(event) }
}
