// modes: 5, 6
// Lifetimes of other libraries. What is made for each injection site has no lifetime.
import Collet

struct Service: Sendable {}

let singleton = Dependencies {
    Module(.singleton) { Service() }  // error: write .shared: everybody gets the same instance
    Module(.singleton, "x") { Service() }  // error: write .shared: everybody gets the same instance
    Module.mainActor(.singleton) { Service() }  // error: write .shared: everybody gets the same
}
let transient = Dependencies {
    Module(.transient) { Service() }  // error: leave the lifetime out: Module { … }
    Module(.transient, "x") { Service() }  // error: leave the lifetime out: Module { … }
    Module.mainActor(.transient) { Service() }  // error: leave the lifetime out: Module { … }
}
let cached = Dependencies {
    Module(.cached) { Service() }  // error: write .shared: everybody gets the same instance
    Module(.unique) { Service() }  // error: leave the lifetime out: Module { … }
}
let others = Dependencies {
    Module(.application) { Service() }  // error: write .shared: everybody gets the same instance
    Module(.container) { Service() }  // error: write .shared: everybody gets the same instance
    Module(.session) { Service() }  // error: hold a container
    Module(.request, "x") { Service() }  // error: hold a container
    Module(.graph) { Service() }  // error: a graph is of components: scope.graph { … }
}

func forget(_ scope: Scope) {
    scope.reset()  // error: a scope keeps what it made
}
