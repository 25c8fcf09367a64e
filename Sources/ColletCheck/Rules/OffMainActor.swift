/// What is made on the main actor, but asked for elsewhere: there the program stops.
struct OffMainActor: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        var found: [Place: Finding] = [:]
        for root in runs.roots where root.purpose != .unreached {
            for event in root.journal.events {
                guard let finding = Self.finding(event, in: root, runs) else { continue }
                let old = found[finding.place]
                if let old, old.severity <= finding.severity { continue }
                found[finding.place] = finding
            }
        }
        return Array(found.values)
    }

    private static func finding(
        _ event: Event, in root: RootRun, _ runs: PackageRuns
    ) -> Finding? {
        guard case .made(let made) = event.kind, made.registration.isMainActor else {
            return nil
        }
        guard made.isOnMainActor != true, !event.isVerifying else { return nil }
        let key = made.registration.key
        let notes = made.registration.place.map {
            ($0, "it is registered with Module.mainActor here")
        }
        let isKnown = made.isOnMainActor == false
        // Which actor calls a test's code, its caller says.
        if !isKnown, root.purpose == .test { return nil }
        let certainly: Finding.Severity = event.isCertain ? .error : .warning
        let what = "\(key) is made on the main actor, but this asks for it elsewhere"
        return Finding(
            rule: isKnown ? .mainActor : .unknown, severity: isKnown ? certainly : .note,
            place: runs.place(of: event, in: root),
            message: isKnown
                ? """
                \(what), where the program stops; to fix, ask for it in code that is \
                '@MainActor'
                """
                : """
                cannot tell whether \(key) is asked for on the main actor alone, where it \
                is made
                """,
            notes: [notes].compactMap(\.self), isDoubt: !isKnown)
    }
}
