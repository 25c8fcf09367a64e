// modes: 5, 6
// It compiles, and would register the block or the module itself: nobody asks for that.
import Collet

struct Service: Sendable {}

let feature = Dependencies { Module { Service() } }

let app = Dependencies {
    Module { feature }  // warning: write the block or the module itself, without
    feature
}
let twice = Dependencies {
    Module { Module { Service() } }  // warning: write the block or the module itself, without
}

func register() {
    Resolver.register { Module { Service() } }  // warning: write register(Module { … }), or block
    Resolver.register { feature }  // warning: write register(Module { … }), or block.build()
}
