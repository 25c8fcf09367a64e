/// What is made on the main actor, but asked for elsewhere: there the program stops.
struct OffMainActor: EventRule {
    func finding(_ event: Event, in root: RootRun, of runs: PackageRuns) -> Finding? {
        guard case .made(let made) = event.kind, made.registration.isMainActor else {
            return nil
        }
        let isUnreached = root.purpose == .unreached
        if made.isOnMainActor == true || isUnreached || event.isVerifying { return nil }
        var finding = Finding(
            rule: .mainActor, severity: event.isCertain ? .error : .warning,
            place: runs.place(of: event, in: root),
            message: """
                \(made.registration.key) is made on the main actor, but this asks for it \
                elsewhere, where the program stops; to fix, ask for it in code that is \
                '@MainActor'
                """)
        if let place = made.registration.place {
            finding.notes = [(place, "it is registered with Module.mainActor here")]
        }
        if made.isOnMainActor == false { return finding }
        // Which actor runs a test's code, the test's own declaration needn't say.
        return root.purpose == .test ? nil : finding.doubt(about: made.registration.key)
    }
}

extension Finding {
    fileprivate func doubt(about key: Key) -> Finding {
        Finding(
            rule: .unknown, severity: .note, place: place,
            message: """
                cannot tell whether \(key) is asked for on the main actor alone, where it \
                is made
                """,
            notes: notes, isDoubt: true)
    }
}
