// modes: 5, 6
// Lifetimes of other libraries. What is made for each injection site has no lifetime.
import Collet

struct Service: Sendable {}

let singleton = Dependencies {
    Module(.singleton) { Service() }  // error: write .shared, or leave the lifetime out
    Module(.singleton, "x") { Service() }  // error: write .shared, or leave the lifetime out
    Module.mainActor(.singleton) { Service() }  // error: write .shared, or leave the lifetime out
}
let transient = Dependencies {
    Module(.transient) { Service() }  // error: write .shared, or leave the lifetime out
    Module(.transient, "x") { Service() }  // error: write .shared, or leave the lifetime out
    Module.mainActor(.transient) { Service() }  // error: write .shared, or leave the lifetime out
}
