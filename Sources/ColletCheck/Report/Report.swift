/// What a check has found, in order, and how much of the package is proved.
package struct Report {
    package let findings: [Finding]
    /// What comments in the sources accept.
    package let accepted: [Finding]
    /// What wasn't checked. A target has no place.
    let unchecked: [Finding]
    let requests: RequestCount

    /// - Parameters:
    ///   - acceptances: The comments of all sources.
    ///   - includesTests: Whether all rules count in tests. By default those do that say what
    ///     a test lacks.
    init(
        _ runs: PackageRuns, _ acceptances: [Acceptance] = [],
        unchecked: [Unchecked] = [], includesTests: Bool = false
    ) {
        let sources = runs.sources
        let counts = { (rule: Finding.Rule, place: Place) in
            if !sources.isOwn(place) { return rule.mayStop }
            if includesTests { return true }
            return rule.isForTests || !sources.isInTests(place)
        }
        let found = runs.findings.filter { counts($0.rule, $0.place) }
        let proof = Proof(runs)
        let isAccepted = { finding in acceptances.contains { $0.accepts(finding) } }
        let stops = found.contains { $0.isStop && !isAccepted($0) }
        let all = found + proof.doubts(notIn: found, stops: stops)
        let mistakes = acceptances.filter { sources.isOwn($0.place) }.flatMap { comment in
            // What isn't checked may be what makes one necessary.
            comment.mistakes(among: all) {
                unchecked.isEmpty && counts($0, comment.place)
            }
        }
        accepted = all.filter(isAccepted).byMistake.inOrder
        findings = (all.filter { !isAccepted($0) }.byMistake + mistakes).inOrder
        requests = RequestCount(proof, stops: stops, accepted: accepted)
        self.unchecked = unchecked.map { one in
            let path = one.subjects.first { $0.hasPrefix("/") }
            let place = path.map { Place(file: $0, line: 1, column: 1) }
            return Finding(
                rule: .unchecked, severity: .error, place: place ?? .unknown,
                message: one.message)
        }
    }

    /// The exit status: 1 on errors, and if strict on all that isn't proved, or else 2 where
    /// something wasn't checked.
    package func status(strict: Bool) -> Int32 {
        let limit = strict ? Finding.Severity.warning : .error
        if findings.contains(where: { $0.severity <= limit }) { return 1 }
        let isOpen = requests.open > 0 || findings.contains(where: \.isDoubt)
        if strict, isOpen { return 1 }
        return unchecked.isEmpty ? 0 : 2
    }

    /// The last line: `1 error, 0 warnings; 118 of 120 requests are answered on every way`.
    package var summary: String {
        let severities = findings.map(\.severity)
        let errors = count(severities.count { $0 == .error }, "error")
        let warnings = count(severities.count { $0 == .warning }, "warning")
        let meant = accepted.isEmpty ? "" : ", \(accepted.count) accepted"
        let found = "\(errors), \(warnings)\(meant)"
        let rest = unchecked.isEmpty ? "" : "; not everything was checked"
        return "check-dependencies: \(found); \(requests)\(rest)"
    }
}

extension Finding.Rule {
    /// Whether it finds what stops a program, whoever wrote that. Other mistakes of another
    /// package concern its own people.
    fileprivate var mayStop: Bool {
        [.cycle, .mainActor, .missing, .needs, .noValue, .weak].contains(self)
    }

    /// Whether it is about what tests do.
    fileprivate var isForTests: Bool { [.needs, .unknown].contains(self) }
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
    private let proof: Proof
    /// Those that a comment accepts.
    private let accepted: Int
    private let missing: Int, unknown: Int
    /// Those that nothing leads to, as the program stops before.
    private let behindStop: Int

    init(_ proof: Proof, stops: Bool, accepted: [Finding]) {
        self.proof = proof
        var rest = proof.unproved.filter { !$0.isTold(in: accepted) }
        self.accepted = proof.unproved.count - rest.count
        missing = rest.count(where: \.isMissing)
        let open = rest.count - missing
        rest.removeAll { stops && $0.mayBeBehindStop }
        unknown = rest.count - missing
        behindStop = open - unknown
    }

    /// Those that aren't answered, and that nobody accepts.
    var open: Int { missing + unknown + behindStop }

    var description: String {
        let all = proof.total, answered = proof.answered
        let verb = all == 1 ? "request is" : "requests are"
        let parts = [
            (missing, missing == 1 ? "isn't" : "aren't"),
            (accepted, accepted == 1 ? "is accepted" : "are accepted"),
            (unknown, "can't be told"),
            (behindStop, "can't be told until the errors are mended"),
        ]
        return
            (["\(answered) of \(all) \(verb) answered on every way"]
            + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }).joined(separator: "; ")
    }
}

extension Finding {
    /// Whether it says that a program stops.
    fileprivate var isStop: Bool { severity == .error && rule != .needs }
}

extension Proof {
    /// What can't be told of requests of which no finding says more.
    func doubts(notIn findings: [Finding], stops: Bool) -> [Finding] {
        unproved.filter { request in
            let isSaid = request.isMissing || request.isTold(in: findings)
            return !isSaid && !(stops && request.mayBeBehindStop)
        }.map { request in
            Finding(
                rule: .unknown, severity: .note, place: request.place,
                message: """
                    whether \(request.key) is registered here can't be told: \
                    \(request.reason)
                    """, isDoubt: true, subject: request.key.description)
        }.surest
    }
}

extension Proof.Unproved {
    /// Whether findings say that it isn't answered, where it is or on the way to it.
    func isTold(in findings: [Finding]) -> Bool {
        findings.contains { finding in
            guard [.missing, .needs, .unknown].contains(finding.rule) else {
                return false
            }
            return finding.place == place || finding.notes.contains { $0.place == place }
        }
    }
}
