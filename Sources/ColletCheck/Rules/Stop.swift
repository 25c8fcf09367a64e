/// What stops the program for a reason that has words of its own: what is for the main
/// actor alone, and `nil` that is unwrapped.
struct Stop: EventRule {
    func finding(_ moment: Moment, in runs: PackageRuns) -> Finding? {
        let event = moment.event
        guard moment.root.purpose == .program, let (rule, message) = event.stop else {
            return nil
        }
        return Finding(
            rule: rule, severity: event.isCertain ? .error : .note,
            place: runs.place(of: moment), message: message, notes: event.steps(runs))
    }
}

extension PackageRuns {
    /// Whether something isn't followed to its end, or stops before.
    var endEarly: Bool {
        events.contains { event in
            if case .cut(.steps) = event.kind { true } else { event.stop != nil }
        }
    }
}

extension Event {
    /// The rule that tells why the program stops, and the reason.
    fileprivate var stop: (Finding.Rule, String)? {
        switch kind {
        case .assumedMainActor:
            (.mainActor, "MainActor.assumeIsolated runs off the main actor")
        case .unwrapped(let key):
            (
                .absent,
                """
                nothing that serves this registers \(key), so '!' finds nil; to fix, \
                register it
                """
            )
        default: nil
        }
    }
}
