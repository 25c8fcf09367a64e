import Collet

struct Client: Sendable {
    let load: @Sendable () -> String
    static let live = Client(load: { "live" })
}

// The statements of a script number this value and the closures together.
Resolver.register(value: "example.com", name: "host")
Dependencies { Module { Client.live } }.build()

final class View {
    @Inject var client: Client
    @Inject("host") var host: String
}
print(View().client.load())
