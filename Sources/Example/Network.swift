import Collet
import Synchronization

/// The service with which other modules talk to a server.
protocol NetworkModuleType: ComponentFactory, Sendable {
    func component() -> any HTTPServiceType
}

struct NetworkModule: NetworkModuleType {
    @Inject private var session: any SessionType

    func component() -> any HTTPServiceType { HTTPService(session: session) }
}

/// The demo's network, which needs no session.
struct OfflineNetworkModule: NetworkModuleType {
    func component() -> any HTTPServiceType { OfflineService() }
}

// MARK: - Components

protocol HTTPServiceType: Sendable {
    func get(_ path: String) -> String
}

/// A stand-in for the real thing: it answers with its request.
struct HTTPService: HTTPServiceType {
    let session: any SessionType

    func get(_ path: String) -> String { "GET \(path) as \(session.user)" }
}

struct OfflineService: HTTPServiceType {
    func get(_ path: String) -> String { "\(path) from the demo's files" }
}

// MARK: - Session

/// The user who is signed in. It has no components, so it is registered itself.
protocol SessionType: Sendable {
    var user: String { get }
    func signIn(as user: String)
}

final class Session: SessionType {
    private let name = Mutex("nobody")

    var user: String { name.withLock { $0 } }

    func signIn(as user: String) { name.withLock { $0 = user } }
}
