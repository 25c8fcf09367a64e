package struct Diagnostic {
    package enum Severity: Comparable { case error, warning, note }

    /// What is found, by the identifier that stays the same until the next major version.
    package enum Rule: String {
        case absent, conditional, cycle, duplicate, kept, missing, scope, unbuilt, uncalled
        case unknown, unnamed, unused, weak
        case mainActor = "main-actor"
    }

    package typealias Note = (place: Place, message: String)

    package let rule: Rule
    package let severity: Severity
    package let place: Place
    package var message: String
    package var notes: [Note]
    /// Whether it says that an injection site could not be checked.
    var isDoubt = false

    init(
        _ rule: Rule, _ severity: Severity, _ place: Place, _ message: String, notes: [Note] = []
    ) {
        self.rule = rule
        self.severity = severity
        self.place = place
        self.message = message
        self.notes = notes
    }
}
