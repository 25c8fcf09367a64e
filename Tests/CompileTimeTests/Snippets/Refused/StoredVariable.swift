// What is shared has no variables, unless a lock guards them or it belongs to the main actor.
import Collet

final class Session: Sendable {
    var user = ""  // error: 'user' of 'Sendable'-conforming class 'Session' is mutable
}

@MainActor final class Account { var user = "" }

let dependencies = Dependencies {
    Module(.shared) { Session() }
    Module.mainActor(.shared) { Account() }
}
