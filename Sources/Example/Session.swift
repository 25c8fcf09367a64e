import Synchronization

/// Who is signed in. The app has one session, so it is registered `.shared`.
protocol SessionType: Sendable {
    var user: String { get }
    func signIn(as user: String)
}

final class Session: SessionType {
    private let name = Mutex("nobody")

    var user: String { name.withLock { $0 } }

    func signIn(as user: String) { name.withLock { $0 = user } }
}
