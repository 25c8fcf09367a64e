// modes: 5, 6
// It compiles, and would register the block itself: nobody asks for that.
import Collet

struct Service: Sendable {}

let feature = Dependencies { Module { Service() } }

let app = Dependencies {
    Module { feature }  // warning: write the block itself, without Module { … } around it
    feature
}
