import Collet

protocol Store: Sendable {}
struct RealStore: Store {}
struct AppleID: Sendable {}

let app = Dependencies { Module { RealStore() as any Store } }
let session = Dependencies { Module { AppleID() } }

final class Account {
    private let container = session.makeContainer()
    func id() -> AppleID { container.perform { Resolver.resolve() } }
}

struct Command {
    @Inject var store: any Store
    func run() { print(store) }
}

@main
struct App {
    static func main() {
        print(Account().id())
        Command().run()
    }
}
