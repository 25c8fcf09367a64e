/// What stops the program for a reason that has words of its own: an error of `verify()`
/// that leaves it, and what is for the main actor alone.
struct Stop: EventRule {
    func finding(_ event: Event, in root: RootRun, of runs: PackageRuns) -> Finding? {
        guard case .failed(let message) = event.kind, root.purpose == .program else {
            return nil
        }
        let isOfActor = message.hasPrefix("MainActor")
        return Finding(
            rule: isOfActor ? .mainActor : .missing,
            severity: event.isCertain ? .error : .note,
            place: runs.place(of: event, in: root), message: message,
            notes: event.steps(runs))
    }
}
