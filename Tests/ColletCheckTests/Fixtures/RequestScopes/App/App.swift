import Collet

// A server: each request has a user, whom the modules of the app inject.
struct User: Sendable { let name: String }
protocol Handler: Sendable { func handle() }
struct OrderHandler: Handler {
    @Inject private var user: User
    @Inject private var orders: any Orders
    let name = "orders"
    func handle() { print(user, orders) }
}
// To read what an object has, or to name its type, makes none.
struct Last { var handler: OrderHandler? }
func describe(_ handler: OrderHandler) -> String { handler.name }
// What a job does when it runs, it needs then.
protocol Job { func run() }
struct UserJob: Job { func run() { print(Resolver.resolve(User.self, name: "job")) } }
protocol Orders: Sendable {}
struct UserOrders: Orders { @Inject private var user: User }

// What is kept has the user of nobody.
protocol Prices: Sendable {}
struct KeptPrices: Prices { @Inject private var region: any Region }
protocol Region: Sendable {}
struct Everywhere: Region {}
struct Here: Region {}
final class Totals: Sendable {
    static let all = Totals()
    let region = Resolver.resolve((any Region).self)
}
struct KeptInside: Sendable { let region: any Region = Resolver.resolve() }
struct Fresh {
    static var all: Fresh { Fresh() }
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
    Module(.shared) { KeptTotals() }
    Module(.shared) { KeptLook() }
    Module { Plain() as any Look }
}

func serve(_ user: User) {
    let job: any Job = UserJob()
    Dependencies { Module("job") { user } }.override { job.run() }
    Dependencies { [Module("outer") { user }, Module { Bill() }] }.override { serveInside(user) }
    Dependencies { Module { user } }.override {
        Resolver.resolve((any Handler).self).handle()
    }
    let block = Dependencies { Module { Here() as any Region } }
    block.override { print(Cart(), Totals.all) }
    Dependencies {
        Module { Here() as any Region }
        Module(.shared) { KeptInside() }
    }
    .override { print(Cart(), Fresh.all, Resolver.resolve(KeptInside.self)) }
}

// What an override makes for another one within it has what that registers, too.
struct Bill { @Inject("inner") var user: User }
func serveInside(_ user: User) {
    Dependencies { Module("inner") { user } }.override {
        print(Resolver.resolve(User.self, name: "inner"), Resolver.resolve(Bill.self))
        print(Resolver.resolve(User.self, name: "outer"))
        Dependencies { Module("innermost") { user } }.override { showInside() }
    }
}
func showInside() {
    print(Resolver.resolve(User.self, name: "innermost"))
    print(Resolver.resolve(User.self, name: "inner"))
    print(Resolver.resolve(User.self, name: "outer"))
}

// What is kept is made outside, so this is missing.
struct KeptTotals: Sendable { @Inject var user: User }
func total(_ user: User) {
    Dependencies { Module { user } }.override { print(Resolver.resolve(KeptTotals.self)) }
}

// A preview shows its own.
protocol Look: Sendable {}
struct Plain: Look {}
struct Bright: Look {}
struct KeptLook: Sendable { @Inject var look: any Look }
protocol PreviewProvider { static var previews: String { get } }
struct ScreenPreviews: PreviewProvider {
    static var previews: String {
        Dependencies { Module { Bright() as any Look } }.override { "\(Shown())" }
    }
}
struct Shown { @Inject var kept: KeptLook }

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

// So does a function that nothing else calls.
struct Badge: Sendable {}
struct Visit: Sendable {}
struct Guest: Sendable {}
let visits = Dependencies { Module { Visit() } }
func registerBadge() {
    Resolver.register { Badge() }
    visits.build()
}
func registerGuest() { Resolver.register { Guest() } }
func enter() {
    app.override {
        registerBadge()
        registerGuest()
        print(Resolver.resolve(Badge.self), Resolver.resolve(Visit.self))
    }
    print(Resolver.resolve(Badge.self), Resolver.resolve(Visit.self))
    registerGuest()
    print(Resolver.resolve(Guest.self))
}

// Who is made outside of it doesn't see the override.
struct Outside { @Inject var user: User }

@main
struct Main {
    static func main() {
        app.build()
        serve(User(name: "Ada"))
        sell()
        enter()
        total(User(name: "Bob"))
        print(Last(), describe, ScreenPreviews.previews)
        print(Outside())
        weakly.build()
        print(Resolver.resolve(WeakPrices.self))
        again(1)
        post.build()
        sendNothing()
    }
}

// What is kept while somebody holds it has the user of nobody, either.
final class WeakPrices: Sendable { let region = Inject<any Region>() }
let weakly = Dependencies { Module(.weak) { WeakPrices() } }

// To make what is declared in a type, or to give something another name there, makes none, either.
extension OrderHandler {
    typealias Failure = Never
    struct Page: Sendable {}
}
let page = OrderHandler.Page()

// An override that leads to itself has what the app has built, too.
func again(_ times: Int) {
    stamps.override {
        print(Resolver.resolve(Stamp.self), Resolver.resolve(Region.self))
        if times > 0 { again(times - 1) }
    }
}

// In an isolation runs what that registers, and nothing that the app does.
protocol Sender: Sendable {}
struct Address: Sendable {}
struct Letter: Sender { @Inject var address: Address }
struct Nothing: Sender {}
let post = Dependencies {
    Module { Address() }
    Module { Letter() as any Sender }
}
func sendNothing() {
    Dependencies { Module { Nothing() as any Sender } }.isolate {
        print(Resolver.resolve((any Sender).self))
    }
}
