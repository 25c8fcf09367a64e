/// One finding, in the form that compilers use and editors show.
struct Diagnostic {
    enum Severity: String, Comparable {
        case error, warning, note

        static func < (left: Severity, right: Severity) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .error: 0
            case .warning: 1
            case .note: 2
            }
        }
    }

    let severity: Severity
    let place: Place
    let message: String
    /// Places that explain the finding, shown below it.
    var notes: [Note] = []

    struct Note {
        let place: Place
        let message: String
    }

    /// The finding's lines: `file:line:column: error: message`, then its notes.
    var lines: [String] {
        [Self.line(place, severity, message)]
            + notes.map { Self.line($0.place, .note, $0.message) }
    }

    private static func line(_ place: Place, _ severity: Severity, _ message: String) -> String {
        let position = place.position
        return "\(place.path):\(position.line):\(position.column): \(severity.rawValue): \(message)"
    }
}
