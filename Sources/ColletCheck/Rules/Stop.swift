/// What stops the program for a reason that has words of its own: an error of `verify()`
/// that leaves it, what is for the main actor alone, and `nil` that is unwrapped.
struct Stop: EventRule {
    func finding(_ moment: Moment, in runs: PackageRuns) -> Finding? {
        let event = moment.event
        guard moment.root.purpose == .program, let (rule, message) = event.stop else {
            return nil
        }
        var place = runs.place(of: moment)
        // An error that leaves `main` does so nowhere.
        if place.file == Place.unknownFile {
            let before = moment.root.journal.events[..<moment.index]
            place = before.last(where: \.isVerification)?.place ?? place
        }
        return Finding(
            rule: rule, severity: event.isCertain ? .error : .note, place: place,
            message: message, notes: event.steps(runs))
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

    fileprivate var isVerification: Bool {
        if case .blockUsed(_, .verified) = kind { true } else { false }
    }
}
