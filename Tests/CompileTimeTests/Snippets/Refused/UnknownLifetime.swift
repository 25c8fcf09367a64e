// modes: 5, 6
// Lifetimes of other libraries. What is made for each injection site has no lifetime.
import Collet

struct Service: Sendable {}

let singleton = Dependencies {
    Module(.singleton) { Service() }  // error: 'singleton' is unavailable: write .shared
    Module(.singleton, "x") { Service() }  // error: 'singleton' is unavailable: write .shared
    Module.mainActor(.singleton) { Service() }  // error: 'singleton' is unavailable: write .shared
}
let transient = Dependencies {
    Module(.transient) { Service() }  // error: leave the lifetime out: Module { … }
    Module(.transient, "x") { Service() }  // error: leave the lifetime out: Module { … }
    Module.mainActor(.transient) { Service() }  // error: leave the lifetime out: Module { … }
}
