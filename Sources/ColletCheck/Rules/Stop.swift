extension PackageRuns {
    /// A stop of a program that has words of its own: code that must be on the main
    /// actor but isn't, a value that isn't there, or code that is too long to be
    /// followed.
    func stop(_ moment: Moment) -> Finding? {
        let event = moment.event
        guard let (rule, severity, message) = event.stop else { return nil }
        let isTooLong = rule == .unknown
        guard moment.root.isTest || moment.root.purpose == .program else { return nil }
        let cure =
            cure(of: moment)
            .map { "; to fix, \($0), or check that it is there" } ?? ""
        let steps = event.steps(self)
        return Finding(
            rule: rule, severity: severity,
            place: (isTooLong ? steps.first?.place : nil) ?? place(of: moment),
            message: message + cure, notes: isTooLong ? [] : steps,
            isDoubt: severity == .note, subject: cure)
    }

    /// The cure for an optional or an array that is unwrapped although nothing serves it.
    private func cure(of moment: Moment) -> String? {
        if case .beyondEnd(let key?) = moment.event.kind {
            return moment.root.program.flatMap { judges[$0].cast(to: key) }
        }
        guard let key = moment.event.unwrapped else { return nil }
        let request = Request(key: key, container: moment.event.container)
        let visit = Visit(request: request, moment: moment, place: place(of: moment))
        guard let program = moment.root.program else {
            return need(visit).map { cure(of: [$0]) }
        }
        return MissingCure(visit, judges[program]).text
    }
}

extension Sequence<RootRun> {
    /// Whether a root isn't followed to its end, or stops before.
    var endEarly: Bool {
        events.contains { $0.stop != nil }
    }
}

extension Event {
    /// The key whose value is unwrapped here although nothing serves it.
    var unwrapped: Key? {
        if case .unwrapped(let key, isSure: true) = kind { key } else { nil }
    }

    /// Whether the program certainly stops here.
    var isStop: Bool { stop?.1 == .error }

    private var severity: Finding.Severity {
        isGuess ? .note : isCertain ? .error : .warning
    }

    private var condition: String {
        severity == .error ? "" : ", if it gets here"
    }

    /// The rule that tells why the program stops, how sure that is, and the reason.
    fileprivate var stop: (Finding.Rule, Finding.Severity, String)? {
        switch kind {
        case .assumedMainActor:
            (
                .mainActor, isCertain ? .error : .note,
                "MainActor.assumeIsolated runs off the main actor"
            )
        case .askedForUnused:
            (
                .absent, isCertain ? .error : .note,
                """
                no override is current, so the program stops here; to fix, ask for \
                'unused' in an override, an isolation or a container
                """
            )
        case .unwrapped(let key, isSure: false):
            (
                .absent, .note,
                key.map { "\($0) may not be registered: then the program stops here" }
                    ?? """
                    the object that this refers to may be gone: then the program stops \
                    here; to fix, hold the object elsewhere, or register it .shared
                    """
            )
        case .unwrapped(let key, isSure: true):
            (
                .absent, severity,
                (key.map { "nothing that serves this registers \($0)" }
                    ?? "nothing is there") + ", so the program stops here\(condition)"
            )
        case .beyondEnd(let key):
            (
                .absent, severity,
                """
                this index is beyond \
                \(key.map { "the values registered as \($0)" } ?? "the array's end"), \
                so the program stops here\(condition)
                """
            )
        case .castFailed:
            (
                // A test of its type that isn't computed may be around it.
                .absent, severity == .error ? .error : .note,
                "the value has another type, so the program stops here\(condition)"
            )
        case .repeatedKey:
            (
                .absent, severity,
                "two values have the same key, so the program stops here\(condition)"
            )
        case .cut(.steps):
            (.unknown, .note, "the check doesn't follow this to its end: it is too long")
        default: nil
        }
    }
}
