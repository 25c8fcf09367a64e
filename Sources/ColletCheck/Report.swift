/// What the check of a program found.
package struct Report {
    package let diagnostics: [Diagnostic]
    private let requests: [Request]
    private let registrations: [Registration]
    private let leftOut: [LeftOutFile]

    /// - Parameter includesTests: Whether what is wrong in tests counts, too.
    package init(_ wiring: Wiring, includesTests: Bool = false) {
        let rules = [
            MissingRegistrations.check, DuplicateRegistrations.check, UnusedRegistrations.check,
            EndlessComponents.check, UnnamedValues.check, RegistrationRules.check,
            UnusedBlocks.check, UncalledFunctions.check, ConditionalRegistrations.check,
            KeptRequests.check,
            MainActorRequests.check,
        ]
        func counts(_ isInTests: Bool) -> Bool { includesTests || !isInTests }
        diagnostics = rules.flatMap { $0(wiring) }
            .filter { counts(wiring.testFiles.contains($0.place.path)) }
            .sorted { ($0.place, $0.severity, $0.message) < ($1.place, $1.severity, $1.message) }
        requests = wiring.requests.filter { $0.site.isReported && counts($0.site.isInTests) }
        registrations = wiring.registrations.filter { counts($0.site.isInTests) }
        leftOut = wiring.leftOut
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
        let leftOut = severity == .note ? [leftOutNote].compactMap(\.self) : []
        return (listed.flatMap(\.lines) + leftOut + [summary]).joined(separator: "\n")
    }

    package var leftOutNote: String? {
        if let failed = leftOut.first(where: \.isFailed) {
            return "note: the last build failed at \(failed.path); build again, so that nothing is "
                + "left out"
        }
        return leftOut.first.map { first in
            "note: left out \(count(leftOut, "file")), changed since the build or of another "
                + "program; the first is \(first.path)"
        }
    }

    package var summary: String {
        let doubts = count(diagnostics.filter(\.isDoubt), "injection site")
        return "check-dependencies: \(count(requests, "injection site")), "
            + "\(count(registrations, "registration")): "
            + "\(count(diagnostics.filter { $0.severity == .error }, "error")), "
            + "\(count(diagnostics.filter { $0.severity == .warning }, "warning"))"
            + (doubts.hasPrefix("0") ? "" : "; \(doubts) could not be checked")
    }

    private func count(_ list: [Any], _ noun: String) -> String {
        "\(list.count) \(noun)\(list.count == 1 ? "" : "s")"
    }
}

extension Diagnostic {
    /// The finding's lines: `file:line:column: error: message [rule]`, then its notes.
    fileprivate var lines: [String] {
        ["\(place): \(severity): \(message) [\(rule.rawValue)]"]
            + notes.map { "\($0.place): note: \($0.message)" }
    }
}
