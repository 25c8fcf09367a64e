/// A finding of one rule, in one place.
package struct Diagnostic: Placed {
    /// How bad it is, the worst first.
    package enum Severity: Comparable { case error, warning, note }

    /// What is found, by the identifier that stays the same until the next major version.
    package enum Rule: String {
        case absent, conditional, cycle, duplicate, kept, leftOut = "left-out"
        case mainActor = "main-actor", missing, needs, noValue = "no-value", scope
        case unbuilt, uncalled, unknown, unnamed, unneeded, unread, unused, weak
    }

    package typealias Note = (place: Place, message: String)

    package let rule: Rule
    package var severity = Severity.warning
    package let site: Site
    package var message: String
    package var notes: [Note] = []
    /// Whether it says that an injection site could not be checked.
    var isDoubt = false
    /// Whether it says that a file could not be checked, which a build may change.
    var asksForBuild = false
    /// The tests that it is about, as `Suite/test()`.
    package var tests: [String] = []
}

extension Placed {
    /// A finding where it stands.
    func finding(
        _ rule: Diagnostic.Rule, as severity: Diagnostic.Severity = .warning,
        _ message: String, notes: [Diagnostic.Note] = []
    ) -> Diagnostic {
        Diagnostic(
            rule: rule, severity: severity, site: site, message: message, notes: notes)
    }
}
