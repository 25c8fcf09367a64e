import Collet

// A server: each request has a user, whom the modules of the app inject.
struct User: Sendable { let name: String }
protocol Handler: Sendable { func handle() }
struct OrderHandler: Handler {
    @Inject private var user: User
    @Inject private var orders: any Orders
    func handle() { print(user, orders) }
}
protocol Orders: Sendable {}
struct UserOrders: Orders {
    @Inject private var user: User
}

// What is kept has the user of nobody.
protocol Prices: Sendable {}
struct KeptPrices: Prices {
    @Inject private var region: any Region
}
protocol Region: Sendable {}
struct Everywhere: Region {}
struct Here: Region {}
final class Totals: Sendable {
    static let all = Totals()
    let region = Resolver.resolve((any Region).self)
}
struct Cart {
    @Inject var region: any Region
    @Inject var prices: any Prices
}

let app = Dependencies {
    Module { OrderHandler() as any Handler }
    Module { UserOrders() as any Orders }
    Module(.shared) { KeptPrices() as any Prices }
    Module { Everywhere() as any Region }
}

func serve(_ user: User) {
    Dependencies { Module { user } }.override {
        Resolver.resolve((any Handler).self).handle()
    }
    let block = Dependencies { Module { Here() as any Region } }
    block.override { print(Cart(), Totals.all) }
}

// What registers or builds in the closure of an override serves that closure alone.
struct Ticket: Sendable {}
struct Stamp: Sendable {}
let stamps = Dependencies { Module { Stamp() } }
func sell() {
    app.override {
        Resolver.register { Ticket() }
        stamps.build()
        print(Resolver.resolve(Ticket.self), Resolver.resolve(Stamp.self))
    }
    print(Resolver.resolve(Ticket.self), Resolver.resolve(Stamp.self))
}

// Who is made outside of it doesn't see the override.
struct Outside {
    @Inject var user: User
}

@main
struct Main {
    static func main() {
        app.build()
        serve(User(name: "Ada"))
        sell()
        print(Outside())
    }
}
