import Collet
import Synchronization

/// What the other modules need to talk to a server.
protocol NetworkModuleType: ComponentFactory, Sendable {
    func component() -> any HTTPServiceType
}

struct NetworkModule: NetworkModuleType {
    @Inject private var session: any SessionType

    func component() -> any HTTPServiceType { HTTPService(session: session) }
}

/// The network of the demo, which needs no session.
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

/// Who is signed in. What needs no components is registered and injected itself.
protocol SessionType: Sendable {
    var user: String { get }
    func signIn(as user: String)
}

final class Session: SessionType {
    private let name = Mutex("nobody")

    var user: String { name.withLock { $0 } }

    func signIn(as user: String) { name.withLock { $0 = user } }
}
