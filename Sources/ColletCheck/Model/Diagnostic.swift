/// One finding, in the form that compilers use and editors show.
package struct Diagnostic {
    package enum Severity: Comparable { case error, warning, note }

    /// A place that explains a finding.
    typealias Note = (place: Place, message: String)

    let severity: Severity
    let place: Place
    var message: String
    var notes: [Note] = []
    /// Whether it says that an injection site could not be checked.
    var isDoubt = false

    /// The finding's lines: `file:line:column: error: message`, then its notes.
    var lines: [String] {
        ["\(place): \(severity): \(message)"] + notes.map { "\($0.place): note: \($0.message)" }
    }
}
