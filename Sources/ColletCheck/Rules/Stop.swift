/// What stops the program for a reason that has words of its own: an error of `verify()`
/// that leaves it, and what is for the main actor alone.
struct Stop: EventRule {
    func finding(_ event: Event, in root: RootRun, of runs: PackageRuns) -> Finding? {
        guard root.purpose == .program, let (rule, message) = event.stop else {
            return nil
        }
        return Finding(
            rule: rule, severity: event.isCertain ? .error : .note,
            place: runs.place(of: event, in: root), message: message,
            notes: event.steps(runs))
    }
}

extension Event {
    /// The rule that tells why the program stops, and the reason.
    fileprivate var stop: (Finding.Rule, String)? {
        switch kind {
        case .failed(let message): (.missing, message)
        case .assumedMainActor:
            (.mainActor, "MainActor.assumeIsolated runs off the main actor")
        default: nil
        }
    }
}
