import Collet

// A program that builds no block runs in an override.
protocol Mail: Sendable {}
struct SMTP: Mail {}
struct Token: Sendable {}
let app = Dependencies { Module { SMTP() as any Mail } }
let forgotten = Dependencies { Module { Token() } }

struct Screen {
    @Inject var mail: any Mail
    @Inject var token: Token
}

@main
struct Main {
    static func main() {
        app.override {
            print(Screen())
            // A detached task runs outside of it.
            Task.detached { print(Resolver.resolve((any Mail).self)) }
        }
        Resolver.register(Module("port") { 80 })
        print(Resolver.resolve(Int.self, name: "port"))
    }
}
