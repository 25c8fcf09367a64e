/// The findings of a check, in order, and how much of the package is proved.
package struct Report {
    package let findings: [Finding]
    /// The findings that comments in the sources accept.
    package let accepted: [Finding]
    /// The sources and targets that weren't checked. A target has no place.
    let unchecked: [Finding]
    let requests: RequestCount

    /// - Parameters:
    ///   - acceptances: The comments of all sources.
    ///   - includesTests: Whether all rules count in tests. By default, only errors,
    ///     doubts and mistakes that may stop a test do.
    init(
        _ runs: PackageRuns, _ acceptances: [Acceptance] = [],
        unchecked: [Finding] = [], includesTests: Bool = false
    ) {
        let sources = runs.sources
        let counts = { (rule: Finding.Rule, place: Place) in
            if !place.isOwn { return rule.mayStop }
            if includesTests { return true }
            return rule.isForTests || !sources.isInTests(place)
        }
        let found = runs.findings.filter {
            $0.mayStop || $0.severity == .error || counts($0.rule, $0.place)
        }
        let proof = runs.proof
        let isAccepted = { finding in acceptances.contains { $0.accepts(finding) } }
        let stops = found.contains { $0.isStop && !isAccepted($0) }
        let all = found + proof.doubts(notIn: found, stops: stops)
        let mistakes = acceptances.filter(\.place.isOwn).flatMap { comment in
            // Code that wasn't checked may need the comment.
            comment.mistakes(among: all) {
                unchecked.isEmpty && counts($0, comment.place)
            }
        }
        accepted = all.filter(isAccepted).byMistake.inOrder
        findings = (all.filter { !isAccepted($0) }.byMistake + mistakes).inOrder
        requests = RequestCount(proof, stops: stops, accepted: accepted)
        self.unchecked = unchecked
    }

    /// The exit status: 1 on errors, and if strict on warnings and anything that isn't
    /// proved; otherwise 2 if something wasn't checked.
    package func status(strict: Bool) -> Int32 {
        let limit = strict ? Finding.Severity.warning : .error
        if findings.contains(where: { $0.severity <= limit }) { return 1 }
        let isOpen = requests.open > 0 || findings.contains(where: \.isDoubt)
        if strict, isOpen { return 1 }
        return unchecked.isEmpty ? 0 : 2
    }

    /// The last line:
    /// `1 error, 0 warnings; 118 of 120 requests are answered on every way`.
    package var summary: String {
        let severities = findings.map(\.severity)
        let errors = count(severities.count { $0 == .error }, "error")
        let warnings = count(severities.count { $0 == .warning }, "warning")
        let meant = accepted.isEmpty ? "" : ", \(accepted.count) accepted"
        let rest = unchecked.isEmpty ? "" : "; not everything was checked"
        return "check-dependencies: \(errors), \(warnings)\(meant); \(requests)\(rest)"
    }
}

extension Finding.Rule {
    /// Whether it finds code that stops a program, whoever wrote that code. Other
    /// mistakes in another package concern its own authors.
    fileprivate var mayStop: Bool {
        [.cycle, .mainActor, .missing, .needs, .noValue, .weak].contains(self)
    }

    /// Whether it also counts in tests.
    fileprivate var isForTests: Bool { mayStop || [.absent, .unknown].contains(self) }
}

extension [Finding] {
    fileprivate var inOrder: [Finding] {
        sorted {
            ($0.place, $0.severity, $0.message) < ($1.place, $1.severity, $1.message)
        }
    }
}

// MARK: Requests

/// How many requests there are, and what is known of them.
struct RequestCount: CustomStringConvertible {
    fileprivate enum State: String, CaseIterable {
        case missing = "isn't"
        /// A finding reports it. In the count, that is a finding that a comment accepts.
        case told = "is accepted"
        case unknown = "can't be told"
        /// Nothing leads to it, because the program stops before.
        case behindStop = "can't be told until the findings are mended"
    }

    private let proof: Proof
    private let states: [State]

    init(_ proof: Proof, stops: Bool, accepted: [Finding]) {
        self.proof = proof
        states = proof.unproved.map { $0.state(among: accepted, stops: stops) }
    }

    /// The number of requests that are neither answered nor accepted.
    var open: Int { states.count { $0 != .told } }

    var description: String {
        let verb = proof.total == 1 ? "request is" : "requests are"
        let parts = State.allCases.compactMap { state -> String? in
            let count = states.count { $0 == state }
            let words = state.rawValue
            if count < 2 { return count == 0 ? nil : "1 \(words)" }
            return "\(count) \(words.replacing(/^is/, with: "are"))"
        }
        let start = "\(proof.answered) of \(proof.total) \(verb) answered on every way"
        return ([start] + parts).joined(separator: "; ")
    }
}

extension Finding {
    /// Whether it says that a program stops, or may stop.
    fileprivate var isStop: Bool { mayStop || severity == .error && tests.isEmpty }
}

extension Proof {
    /// Findings on requests that can't be told, if no other finding says more.
    func doubts(notIn findings: [Finding], stops: Bool) -> [Finding] {
        unproved.filter { $0.state(among: findings, stops: stops) == .unknown }.map {
            request in
            Finding(
                rule: .unknown, severity: .note, place: request.id.place,
                message: """
                    cannot tell whether \(request.id.key) is registered here: \
                    \(request.answer.doubt(of: request.id.key) ?? "")
                    """, notes: request.notes, isDoubt: true,
                subject: request.id.key.description)
        }.surest
    }
}

extension Proof.Unproved {
    /// A note on the registration that may be meant, if its key isn't known.
    fileprivate var notes: [Finding.Note] {
        guard answer == .open, let near, !near.key.isKnown else { return [] }
        return [(near.origin, "this registers what the check cannot tell")]
    }

    /// The state of the request, given some findings.
    fileprivate func state(among findings: [Finding], stops: Bool) -> RequestCount.State {
        if isTold(in: findings) { return .told }
        if answer == .missing { return .missing }
        return stops && mayBeBehindStop ? .behindStop : .unknown
    }

    /// Whether a finding says that it isn't answered, at its place or in a note, or that
    /// the object it belongs to isn't registered.
    private func isTold(in findings: [Finding]) -> Bool {
        findings.contains { finding in
            // Another test's need says nothing of a request that something may answer.
            let isNeed = finding.rule == .needs && answer != .open
            guard isNeed || [.missing, .unknown].contains(finding.rule) else {
                return false
            }
            let type = finding.subject.prefix { $0 != " " }
            let isOfType = isUnseen && kinds.contains(String(type))
            if isOfType, !finding.isDoubt { return true }
            return (finding.notes.map(\.place) + [finding.place]).contains(id.place)
        }
    }
}
