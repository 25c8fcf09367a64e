// modes: 5, 6
// A lifetime stands before the name, and where a module is registered.
import Collet

struct Service: Sendable {}

let behindName = Dependencies {
    Module("x", .shared) { Service() }  // error: write the lifetime first: Module(.shared, "name")
    Module("x", .weak) { Service() }  // error: write the lifetime first: Module(.shared, "name")
}

struct User {
    @Inject(.shared) var service: Service  // error: register it with the lifetime: Module(.shared)
    @Inject(.weak) var other: Service  // error: register it with the lifetime: Module(.shared)
}

func local() {
    @Inject(.shared) var service: Service  // error: register it with the lifetime: Module(.shared)
}
