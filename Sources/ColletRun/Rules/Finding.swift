/// What a rule has found, in one place.
package struct Finding {
    /// How bad it is, the worst first.
    package enum Severity: Comparable { case error, warning, note }

    /// What is found, by the identifier that stays the same until the next major version.
    package enum Rule: String, CaseIterable {
        case absent, cycle, duplicate, kept, mainActor = "main-actor", missing, needs
        case noValue = "no-value", scope, unbuilt, uncalled, unknown, unnamed, unneeded
        case unused, weak
    }

    package typealias Note = (place: Place, message: String)

    package let rule: Rule
    package var severity: Severity
    package let place: Place
    package var message: String
    package var notes: [Note] = []
    /// The tests that it is about, as `Suite/test()`.
    package var tests: [String] = []
    /// Whether it says that something can't be told.
    package var isDoubt = false
}
