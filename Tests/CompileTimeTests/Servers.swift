// Stand-ins for Hummingbird, Vapor, Swift OpenAPI and ServiceLifecycle, for the samples of
// the page on servers.

struct Request: Sendable { let user: String }
struct Response: Sendable { let text: String }
func user(of request: Request) -> User { User(name: request.user) }

protocol RequestContext {}
protocol RouterMiddleware {
    associatedtype Context
    func handle(
        _ request: Request, context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response
}

protocol AsyncResponder: Sendable {
    func respond(to request: Request) async throws -> Response
}
protocol AsyncMiddleware: Sendable {
    func respond(to request: Request, chainingTo next: any AsyncResponder) async throws
        -> Response
}

struct HTTPRequest: Sendable {}
struct HTTPResponse: Sendable {}
final class HTTPBody: Sendable {}
struct ServerRequestMetadata: Sendable {}
protocol ServerMiddleware: Sendable {
    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, metadata: ServerRequestMetadata,
        operationID: String,
        next:
            @Sendable (HTTPRequest, HTTPBody?, ServerRequestMetadata) async throws -> (
                HTTPResponse, HTTPBody?
            )
    ) async throws -> (HTTPResponse, HTTPBody?)
}
func user(of request: HTTPRequest) -> User { User(name: "operator") }

protocol Service: Sendable { func run() async throws }
func gracefulShutdown() async throws {}
