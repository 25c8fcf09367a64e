// A value has a label. Without it, a function or a block might be registered instead.
import Collet

protocol API: Sendable {}
struct Live: API {}

let feature = Dependencies { Module { Live() as any API } }

func register() {
    Resolver.register(Live())  // error: write register { … as any P }, (name:
    Resolver.register(Live() as any API, name: "x")  // error: write register { … as any P }
    Resolver.register(feature)  // error: write register { … as any P }
    Resolver.register(Module { Live() as any API }, name: "x")  // error: write register
    Resolver.register(Live.init)  // error: risks causing data races
}
