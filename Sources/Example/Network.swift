import Collet

/// What the other areas of the app need in order to talk to a server.
protocol NetworkModuleType: Sendable {
    func component() -> any HTTPServiceType
}

struct NetworkModule: NetworkModuleType {
    @Inject private var session: any SessionType

    func component() -> any HTTPServiceType { HTTPService(session: session) }
}

protocol HTTPServiceType: Sendable {
    func get(_ path: String) -> String
}

/// A stand-in for the real thing: it answers with its request.
struct HTTPService: HTTPServiceType {
    let session: any SessionType

    func get(_ path: String) -> String { "GET \(path) as \(session.user)" }
}
