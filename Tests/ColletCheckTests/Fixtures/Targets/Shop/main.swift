import Collet
import Core

struct FileLog: Log {}
struct FileStore: Store {}
core.build()
Dependencies {
    Module(Names.file) { FileLog() as any Log }
    Module("misnamed") { FileStore() as any Store }
}
.build()

final class View {
    @Inject var network: any Network
    @Inject var store: any Store
    @Inject var client: Client
    @Inject("host") var host: String
    @Inject("port") var port: Int
}
struct Client: Sendable {
    let load: @Sendable () -> String
    static let live = Client(load: { "live" })
}

// The statements of a script number this value and the closures together.
Resolver.register(value: "example.com", name: "host")
Dependencies { Module { Client.live } }.build()

// A global variable of a script is set when the script runs.
let started: Void = start()
func start() { Resolver.register(name: "port") { 80 } }
print(View())
