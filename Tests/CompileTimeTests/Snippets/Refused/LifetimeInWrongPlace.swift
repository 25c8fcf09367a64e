// modes: 5, 6
// A lifetime stands before the name, and where a module is registered.
import Collet

struct Service: Sendable {}

let behindName = Dependencies {
    Module("x", .shared) { Service() }  // error: write Module(.shared, "name") { … }, in this order
    Module("x", .weak) { Service() }  // error: write Module(.shared, "name") { … }, in this order
}

struct User {
    @Inject(.shared) var service: Service  // error: write @Inject("name") var api: any P, and
    @Inject(.weak) var other: Service  // error: write @Inject("name") var api: any P, and
}

func local() {
    @Inject(.shared) var service: Service  // error: write @Inject("name") var api: any P, and
}
