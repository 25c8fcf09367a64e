/// What the check of a program found.
package struct Report {
    let diagnostics: [Diagnostic]
    private let wiring: Wiring

    package init(_ wiring: Wiring) {
        self.wiring = wiring
        let rules = [
            MissingRegistrations.check, DuplicateRegistrations.check, UnusedRegistrations.check,
            EndlessComponents.check, UnnamedValues.check, RegistrationRules.check,
            UnusedBlocks.check, ConditionalRegistrations.check,
        ]
        diagnostics = rules.flatMap { $0(wiring) }.sorted {
            ($0.place, $0.severity, $0.message) < ($1.place, $1.severity, $1.message)
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
        var lines = listed.flatMap(\.lines)
        if severity == .note, let first = wiring.leftOut.first {
            lines.append(
                "note: left out \(count(wiring.leftOut, "file")), changed since the build or of "
                    + "another program; the first is \(first.path)")
        }
        let requests = wiring.requests.filter(\.site.isReported)
        let doubts = count(diagnostics.filter(\.isDoubt), "injection site")
        lines.append(
            "check-dependencies: \(count(requests, "injection site")), "
                + "\(count(wiring.registrations, "registration")): "
                + "\(count(diagnostics.filter { $0.severity == .error }, "error")), "
                + "\(count(diagnostics.filter { $0.severity == .warning }, "warning"))"
                + (doubts.hasPrefix("0") ? "" : "; \(doubts) could not be checked"))
        return lines.joined(separator: "\n")
    }

    private func count(_ list: [Any], _ noun: String) -> String {
        "\(list.count) \(noun)\(list.count == 1 ? "" : "s")"
    }
}
