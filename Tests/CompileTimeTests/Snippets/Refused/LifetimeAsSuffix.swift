// modes: 5, 6
// A lifetime stands before the closure, not behind it.
import Collet

struct Service: Sendable {}

let properties = Dependencies {
    Module { Service() }.shared  // error: write Module(.shared, "name") { … }, in this order
}
let other = Dependencies {
    Module("x") { Service() }.singleton  // error: write Module(.shared, "name") { … }
}
let calls = Dependencies {
    Module { Service() }.shared()  // error: write Module(.shared, "name") { … }, in this order
}
let otherCall = Dependencies {
    Module { Service() }.singleton()  // error: cannot call value of non-function type 'Module'
}
let scoped = Dependencies {
    Module { Service() }.scope(.shared)  // error: write Module(.shared, "name") { … }
}
let mainActor = Module.mainActor { Service() }.shared  // error: write Module(.shared, "name") { … }
let prefix = Module.shared { Service() }  // error: write Module(.shared, "name") { … }
let named = Module.shared("x") { Service() }  // error: write Module(.shared, "name") { … }
let cached = Module { Service() }.cached  // error: write Module(.shared, "name") { … }
let inScope = Module { Service() }.inObjectScope(.shared)  // error: write Module(.shared, "name")
