/// What stops the program for a reason that has words of its own: an error of `verify()`
/// that leaves it, what is for the main actor alone, and `nil` that is unwrapped.
struct Stop: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        runs.roots.filter { $0.purpose == .program }.flatMap { root in
            var verified: Place?
            return root.journal.events.compactMap { event -> Finding? in
                if case .blockUsed(_, .verified) = event.kind { verified = event.place }
                guard let (rule, message) = event.stop else { return nil }
                // An error that leaves `main` does so nowhere.
                let place = runs.place(of: event, in: root)
                let isNowhere = place.file == Place.unknown.file
                return Finding(
                    rule: rule, severity: event.isCertain ? .error : .note,
                    place: isNowhere ? verified ?? place : place, message: message,
                    notes: event.steps(runs))
            }
        }
    }
}

extension Event {
    /// The rule that tells why the program stops, and the reason.
    fileprivate var stop: (Finding.Rule, String)? {
        switch kind {
        case .failed(let message): (.missing, message)
        case .assumedMainActor:
            (.mainActor, "MainActor.assumeIsolated runs off the main actor")
        case .unwrapped(let key):
            (
                .absent,
                """
                nothing that serves this registers \(key), so '!' finds nil; to fix, \
                register it, or ask for it without '?' and '!'
                """
            )
        default: nil
        }
    }
}
