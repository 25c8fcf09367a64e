extension PackageRuns {
    /// A value made on the main actor but asked for elsewhere, where the program stops.
    func requestOffMainActor(_ moment: Moment) -> Finding? {
        let event = moment.event
        let root = moment.root
        guard let made = event.made, made.registration.isMainActor else {
            return nil
        }
        if made.isOnMainActor == true || root.isUnreached { return nil }
        let registration = made.registration
        // A test's declaration needn't say which actor runs its code.
        let isDoubt = made.isOnMainActor == nil || event.isGuess
        if isDoubt, root.isTest { return nil }
        let (deed, cure) =
            event.isVerifying ? ("makes", "call verify()") : ("asks for", "ask for it")
        let code =
            event.wayToInitialValue == nil
            ? "code that is '@MainActor', such as MainActor.run { … }"
            : "an 'init' that is '@MainActor'"
        let message =
            isDoubt
            ? """
            cannot tell whether \(registration.key) is asked for on the main actor alone, \
            where it is made
            """
            : """
            \(registration.key) is made on the main actor, but this \(deed) it elsewhere, \
            where the program stops; to fix, \(cure) in \(code)
            """
        let isCertain = event.isCertain && registration.isLifetimeCertain
        return Finding(
            rule: isDoubt ? .unknown : .mainActor,
            severity: isDoubt ? .note : isCertain ? .error : .warning,
            place: event.verification?.place ?? place(of: moment), message: message,
            notes: [
                (
                    home(of: registration.place, in: root),
                    "it is registered with Module.mainActor here"
                )
            ],
            isDoubt: isDoubt)
    }
}
