// modes: 5, 6
// Modules stand in a block, and blocks in blocks as they are.
import Collet

struct Service: Sendable {}

let one = Dependencies(Module { Service() })  // error: write Dependencies { … }, with a module on
let two = Dependencies(  // error: write Dependencies { … }, with a module on each line
    Module { Service() },
    Module("x") { Service() }
)
let none = Dependencies()  // error: write Dependencies { … }, with a module on each line

let feature = Dependencies { Module { Service() } }
let app = Dependencies {
    feature.build()  // error: write Module { … } around a value, and a block by itself
    feature
}
