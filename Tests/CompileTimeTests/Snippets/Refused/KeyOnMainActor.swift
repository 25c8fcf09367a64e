// modes: 6 MainActor, new Xcode project
// A key is compared on any thread: it is declared as `nonisolated struct`.
import Collet

struct UserID: Hashable {
    let number: Int
}
nonisolated struct ListID: Hashable {
    let number: Int
}
final class Inbox: Sendable {}

struct MailModule {
    private let scope = Scope()

    func component(user: UserID) -> Inbox {
        scope.shared(for: user) { Inbox() }  // error: main actor-isolated conformance of 'UserID'
    }
    func component(list: ListID) -> Inbox { scope.shared(for: list) { Inbox() } }
    func weak(user: UserID) -> Inbox {
        scope.weak(for: user) { Inbox() }  // error: cannot satisfy conformance requirement
    }
}
