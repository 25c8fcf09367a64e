/// What a check found, in order, and how much of it.
package struct Report {
    package let diagnostics: [Diagnostic]
    /// What comments in the program accept.
    package let accepted: [Diagnostic]
    package let summary: String

    /// - Parameters:
    ///   - includesTests: Whether what is wrong in tests counts.
    ///   - excludesTests: Whether it doesn't matter if tests could be read.
    ///   - isJustBuilt: Whether all files are as the last build had them, so that one
    ///     which the index describes otherwise is the check's own fault.
    package init(
        _ wiring: Wiring, includesTests: Bool = false, excludesTests: Bool = false,
        isJustBuilt: Bool = false
    ) {
        func counts(_ site: Site) -> Bool { includesTests || !site.isInTests }
        let all = [
            wiring.missingRegistrations(), wiring.duplicateRegistrations(),
            wiring.unusedRegistrations(), wiring.conditionalRegistrations(),
            wiring.wrongRegistrations(),
            wiring.wrongScopes(),
            wiring.endlessComponents(), wiring.unnamedValues(),
            wiring.keptRequests(), wiring.mainActorRequests(), wiring.uselessCode(),
        ]
        // What other packages get wrong concerns them alone, unless it stops the program.
        let ofProgram = all.joined().filter { finding in
            let mayStopIt = [.missing, .mainActor].contains(finding.rule)
            return counts(finding.site) && (finding.site.isReported || mayStopIt)
        }
        let needs = wiring.missingInTests()
        // Of what a test lacks, its own finding says more. What the program lacks, too, is
        // another mistake.
        let told = Set(needs.flatMap { $0.notes.map(\.place) })
        let others = ofProgram.filter { finding in
            let isOfProgram = finding.severity == .error && !finding.site.isInTests
            let isTold = finding.rule == .missing && told.contains(finding.place)
            return isOfProgram || !isTold
        }
        let useless = wiring.uselessAcceptances(among: Array(all.joined()) + needs)
        let found = others + needs + useless.filter { counts($0.site) }
        let files = wiring.leftOutFiles(isJustBuilt: isJustBuilt)
            .filter { includesTests || !excludesTests || !$0.site.isInTests }
        accepted = Self.inOrder(found.filter(wiring.isAccepted))
        diagnostics = Self.inOrder(found.filter { !wiring.isAccepted($0) } + files)
        let requests = wiring.requests.filter { $0.site.isReported && counts($0.site) }
        let registrations = wiring.registrations.filter { counts($0.site) }
        let checked =
            "\(count(requests, "injection site")), \(count(registrations, "registration"))"
        let sum = Self.summary(checked, of: diagnostics, accepted: accepted)
        let doubt = Self.doubt(about: wiring.openTests.sorted())
        let editor = "; by an editor's index, as there is no build"
        summary = sum + doubt + (wiring.isByEditor ? editor : "")
    }

    /// Names some of the tests that may lack more than can be told.
    private static func doubt(about tests: [Place]) -> String {
        if tests.isEmpty { return "" }
        let some = tests.prefix(3).map(\.short).joined(separator: ", ")
        return "; \(count(tests, "test")) may lack more than can be told: \(some)"
    }

    private static func inOrder(_ findings: [Diagnostic]) -> [Diagnostic] {
        findings.sorted {
            ($0.place, $0.severity, $0.message) < ($1.place, $1.severity, $1.message)
        }
    }

    private static func summary(
        _ checked: String, of findings: [Diagnostic], accepted: [Diagnostic]
    ) -> String {
        let errors = findings.filter { $0.severity == .error }
        let warnings = findings.filter { $0.severity == .warning }
        let unchecked = [
            (findings.filter(\.isDoubt), "injection site"),
            (findings.filter(\.asksForBuild), "file"),
        ].filter { !$0.0.isEmpty }.map { count($0, $1) }.joined(separator: " and ")
        let found = "\(count(errors, "error")), \(count(warnings, "warning"))"
        let rest = unchecked.isEmpty ? nil : "\(unchecked) could not be checked"
        let meant = accepted.isEmpty ? nil : "\(accepted.count) accepted"
        return ["check-dependencies: \(checked): \(found)", rest, meant]
            .compactMap(\.self).joined(separator: "; ")
    }

    /// The exit status: 1 on errors, and if strict on warnings and doubts, or else 2 where
    /// a file could not be checked.
    package func status(strict: Bool) -> Int32 {
        let isWrong = diagnostics.contains { finding in
            finding.severity == .error
                || strict && (finding.severity == .warning || finding.isDoubt)
        }
        if isWrong { return 1 }
        return diagnostics.contains(where: \.asksForBuild) ? 2 : 0
    }

    /// The findings that are no less severe than one, with the files that could not be
    /// checked; what is in doubt is as good as a warning.
    private func listed(from severity: Diagnostic.Severity) -> [Diagnostic] {
        diagnostics.filter { finding in
            finding.severity <= severity || finding.asksForBuild
                || severity == .warning && finding.isDoubt
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
