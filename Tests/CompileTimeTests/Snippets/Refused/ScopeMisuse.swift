// What a scope keeps is made by a closure, and its key is said by `for:`.
import Collet

final class Inbox: Sendable {}

struct MailModule {
    private let scope = Scope()

    func component() -> Inbox {
        scope.shared(  // error: generic parameter 'E' could not be inferred
            Inbox()  // error: cannot convert value of type 'Inbox' to expected argument type
        )
    }
    func component(user: Int) -> Inbox { scope.shared(for: user) { Inbox() } }
}
