/// What a check found, in order, and how much of it.
package struct Report {
    package let diagnostics: [Diagnostic]
    package let summary: String

    package init(_ wiring: Wiring, includesTests: Bool = false) {
        func counts(_ site: Site) -> Bool { includesTests || !site.isInTests }
        let all = [
            wiring.missingRegistrations(), wiring.duplicateRegistrations(),
            wiring.unusedRegistrations(), wiring.conditionalRegistrations(),
            wiring.wrongRegistrations(), wiring.endlessComponents(),
            wiring.unnamedValues(),
            wiring.keptRequests(), wiring.mainActorRequests(), wiring.uselessCode(),
        ]
        // What other packages get wrong concerns them alone, unless it stops the program.
        let found = all.joined().filter {
            counts($0.site)
                && ($0.site.isReported || [.missing, .mainActor].contains($0.rule))
        }
        diagnostics = (found + Self.leftOut(in: wiring, where: counts)).sorted {
            ($0.place, $0.severity, $0.message) < ($1.place, $1.severity, $1.message)
        }
        let requests = wiring.requests.filter { $0.site.isReported && counts($0.site) }
        let doubts = found.filter(\.isDoubt)
        summary =
            "check-dependencies: \(count(requests, "injection site")), "
            + "\(count(wiring.registrations.filter { counts($0.site) }, "registration")): "
            + "\(count(diagnostics.filter { $0.severity == .error }, "error")), "
            + "\(count(diagnostics.filter { $0.severity == .warning }, "warning"))"
            + (doubts.isEmpty
                ? "" : "; \(count(doubts, "injection site")) could not be checked")
    }

    /// For each reason a note that names the first files, as what is found depends on
    /// them.
    private static func leftOut(in wiring: Wiring, where counts: (Site) -> Bool)
        -> [Diagnostic]
    {
        // To build no tests is no mistake.
        let files = wiring.leftOut.filter { $0.reason != .unbuilt || counts($0.site) }
        return Dictionary(grouping: files, by: \.reason).map { reason, files in
            let names = files.prefix(3).map(\.path).joined(separator: ", ")
            let more = files.count > 3 ? " and \(files.count - 3) more" : ""
            let cure = reason == .foreign ? "" : "; build again"
            let number = count(files, "file")
            return Diagnostic(
                rule: .leftOut, severity: .note, site: files[0].site,
                message:
                    "left out \(number), which \(reason.rawValue): \(names)\(more)\(cure)",
                isDoubt: reason != .foreign && files.contains { counts($0.site) })
        }
    }

    package func isWrong(strict: Bool) -> Bool {
        !listed(from: strict ? .warning : .error).isEmpty
    }

    /// The findings that are no less severe than one; what is in doubt is as good as a
    /// warning.
    private func listed(from severity: Diagnostic.Severity) -> [Diagnostic] {
        diagnostics.filter {
            $0.severity <= severity || severity == .warning && $0.isDoubt
        }
    }

    /// These findings as `file:line:column: error: message [rule]`, and a line that sums
    /// up all.
    package func text(from severity: Diagnostic.Severity = .note) -> String {
        let lines = listed(from: severity).flatMap { finding in
            [
                "\(finding.place): \(finding.severity): \(finding.message) [\(finding.rule.rawValue)]"
            ]
                + finding.notes.map { "\($0.place): note: \($0.message)" }
        }
        return (lines + [summary]).joined(separator: "\n")
    }
}

private func count(_ list: [Any], _ noun: String) -> String {
    "\(list.count) \(noun)\(list.count == 1 ? "" : "s")"
}
