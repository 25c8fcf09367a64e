/// What the check of a program found.
package struct Report {
    let diagnostics: [Diagnostic]
    private let counts: String
    private let leftOut: [String]

    package init(_ wiring: Wiring) {
        let rules = [
            MissingRegistrations.check, DuplicateRegistrations.check, UnusedRegistrations.check,
            EndlessComponents.check, UnnamedValues.check, RegistrationRules.check,
            UnusedBlocks.check, ConditionalRegistrations.check,
        ]
        diagnostics = rules.flatMap { $0(wiring) }.sorted {
            ($0.place, $0.severity, $0.message) < ($1.place, $1.severity, $1.message)
        }
        let requests = wiring.requests.count(where: \.site.isReported)
        counts =
            Self.count(requests, "injection site") + ", "
            + Self.count(wiring.registrations.count, "registration")
        leftOut = wiring.leftOut.prefix(1).map { first in
            "note: left out \(Self.count(wiring.leftOut.count, "file")), changed since the build or "
                + "of another program; the first is \(first.path)"
        }
    }

    package func isWrong(strict: Bool) -> Bool {
        diagnostics.contains {
            $0.severity == .error || strict && ($0.severity == .warning || $0.isDoubt)
        }
    }

    /// The findings that are no less severe than one, and a line that sums up all.
    package func text(from severity: Diagnostic.Severity = .note) -> String {
        let listed = diagnostics.filter {
            $0.severity <= severity || severity == .warning && $0.isDoubt
        }
        let errors = diagnostics.count { $0.severity == .error }
        let warnings = diagnostics.count { $0.severity == .warning }
        let doubts = diagnostics.count(where: \.isDoubt)
        let summary =
            "check-dependencies: \(counts): \(Self.count(errors, "error")), "
            + Self.count(warnings, "warning")
            + (doubts > 0 ? "; \(Self.count(doubts, "injection site")) could not be checked" : "")
        let notes = severity == .note ? leftOut : []
        return (listed.flatMap(\.lines) + notes + [summary]).joined(separator: "\n")
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
