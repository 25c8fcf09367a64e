// Lifetimes of other libraries. What is made for each injection site has no lifetime.
import Collet

struct Service: Sendable {}

let singleton = Dependencies {
    Module(.singleton) { Service() }  // error: type 'String?' has no member 'singleton'
}
let transient = Dependencies {
    Module(.transient) { Service() }  // error: type 'String?' has no member 'transient'
}

struct User {
    @Inject(.shared) var service: Service  // error: type 'String?' has no member 'shared'
}
