/// What the check of a program found.
package struct Report {
    package let diagnostics: [Diagnostic]
    package let summary: String
    private let leftOutNote: String?

    /// - Parameter includesTests: Whether what is wrong in tests counts, too.
    package init(_ wiring: Wiring, includesTests: Bool = false) {
        func counts(_ isInTests: Bool) -> Bool { includesTests || !isInTests }
        let all = [
            wiring.missingRegistrations(), wiring.duplicateRegistrations(),
            wiring.unusedRegistrations(), wiring.conditionalRegistrations(),
            wiring.wrongRegistrations(), EndlessComponents.check(wiring),
            wiring.unnamedValues(), wiring.keptRequests(), wiring.mainActorRequests(),
            wiring.unusedBlocks(), wiring.uncalledFunctions(),
        ]
        let findings = all.joined().filter { counts(wiring.testFiles.contains($0.place.path)) }
        diagnostics = findings.sorted {
            ($0.place, $0.severity, $0.message) < ($1.place, $1.severity, $1.message)
        }
        let requests = wiring.requests.filter { $0.site.isReported && counts($0.site.isInTests) }
        let registrations = wiring.registrations.filter { counts($0.site.isInTests) }
        let doubts = findings.filter(\.isDoubt)
        summary =
            "check-dependencies: \(count(requests, "injection site")), "
            + "\(count(registrations, "registration")): "
            + "\(count(findings.filter { $0.severity == .error }, "error")), "
            + "\(count(findings.filter { $0.severity == .warning }, "warning"))"
            + (doubts.isEmpty ? "" : "; \(count(doubts, "injection site")) could not be checked")
        leftOutNote = note(wiring.leftOut)
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
}

/// What says that files are left out, if some are.
private func note(_ leftOut: [LeftOutFile]) -> String? {
    if let failed = leftOut.first(where: \.isFailed) {
        return "note: the last build failed at \(failed.path); build again, so that nothing is "
            + "left out"
    }
    return leftOut.first.map { first in
        "note: left out \(count(leftOut, "file")), changed since the build or of another "
            + "program; the first is \(first.path)"
    }
}

private func count(_ list: [Any], _ noun: String) -> String {
    "\(list.count) \(noun)\(list.count == 1 ? "" : "s")"
}

extension Diagnostic {
    /// The finding's lines: `file:line:column: error: message [rule]`, then its notes.
    fileprivate var lines: [String] {
        ["\(place): \(severity): \(message) [\(rule.rawValue)]"]
            + notes.map { "\($0.place): note: \($0.message)" }
    }
}
