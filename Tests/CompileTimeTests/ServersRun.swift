// Runs the samples of the page on servers: closing in both orders, and `Connections`.

struct Refusal: Error {}
final class EagerDatabase: Sendable {
    private let client: any Client
    init(client: any Client) { self.client = client }
    func close() async throws {
        client.send("goodbye")
        throw Refusal()
    }
}
let eager = Dependencies {
    app
    Module(.shared) { EagerDatabase(client: Resolver.resolve()) }
    Module("database") {
        let database = Resolver.resolve(EagerDatabase.self)
        return Closer { try await database.close() }
    }
}
await eager.isolate { print(await closeAll(Resolver.resolve()).count, "error") }
try await app.isolate { try await Connections().run() }
// Prints "opened the client"
// Prints "sent: goodbye"
// Prints "closed the client"
// Prints "1 error"
// Prints "opened the client"
// Prints "sent: goodbye"
// Prints "closed the client"
