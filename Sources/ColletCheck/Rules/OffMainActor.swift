extension PackageRuns {
    /// A value made on the main actor but asked for elsewhere, where the program stops.
    func requestOffMainActor(_ moment: Moment) -> Finding? {
        let event = moment.event
        let root = moment.root
        guard case .made(let made) = event.kind, made.registration.isMainActor else {
            return nil
        }
        if made.isOnMainActor == true || root.isUnreached { return nil }
        let key = made.registration.key
        let place = sources.written(made.registration.place) ?? root.place
        let notes = place.map { [($0, "it is registered with Module.mainActor here")] }
        // A test's declaration needn't say which actor runs its code.
        let isDoubt = made.isOnMainActor == nil || event.isGuess
        if isDoubt, root.isTest { return nil }
        let (deed, cure) =
            event.isVerifying ? ("makes", "call verify()") : ("asks for", "ask for it")
        let home = event.wayToInitialValue != nil ? "an 'init'" : "code"
        let message =
            isDoubt
            ? """
            cannot tell whether \(key) is asked for on the main actor alone, where it is made
            """
            : """
            \(key) is made on the main actor, but this \(deed) it elsewhere, where the \
            program stops; to fix, \(cure) in \(home) that is '@MainActor'
            """
        let isCertain = event.isCertain && made.registration.isLifetimeCertain
        let severity = isCertain ? Finding.Severity.error : .warning
        return Finding(
            rule: isDoubt ? .unknown : .mainActor,
            severity: isDoubt ? .note : severity,
            place: event.verifiedAt ?? self.place(of: moment),
            message: message, notes: notes ?? [], isDoubt: isDoubt)
    }
}
