// modes: 5, 6
// A lifetime stands before the name, and where a module is registered.
import Collet

struct Service: Sendable {}

let behindName = Dependencies {
    Module("x", .shared) { Service() }  // error: write Module(.shared, "name") { … }, in this order
    Module("x", .weak) { Service() }  // error: write Module(.shared, "name") { … }, in this order
}

struct User {
    @Inject(.shared) var service: Service  // error: @Inject takes a name; lifetimes
    @Inject(.weak) var other: Service  // error: @Inject takes a name; lifetimes
}

func local() {
    @Inject(.shared) var service: Service  // error: @Inject takes a name; lifetimes
}
