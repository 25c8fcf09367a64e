// modes: 5, 6
// A lifetime stands before the closure, not behind it.
import Collet

struct Service: Sendable {}

let properties = Dependencies {
    Module { Service() }.shared  // error: 'shared' is unavailable: write the lifetime first
}
let other = Dependencies {
    Module("x") { Service() }.singleton  // error: write the lifetime first: Module(.shared) { … }
}
let calls = Dependencies {
    Module { Service() }.shared()  // error: 'shared' is unavailable: write the lifetime first
}
let otherCall = Dependencies {
    Module { Service() }.singleton()  // error: write the lifetime first: Module(.shared) { … }
}
let scoped = Dependencies {
    Module { Service() }.scope(.shared)  // error: 'scope' is unavailable: write the lifetime first
}
let mainActor = Module.mainActor { Service() }.shared  // error: write the lifetime first
let prefix = Module.shared { Service() }  // error: write the lifetime first: Module(.shared)
let named = Module.shared("x") { Service() }  // error: write the lifetime first
