// The app's own type comes first: `Collet.Scope` is the library's.
import Collet

enum Scope { case user, device }
final class Inbox: Sendable {}

struct MailModule {
    let scope = Scope()  // error: 'Scope' cannot be constructed because it has no accessible
    let other = Collet.Scope()
}
