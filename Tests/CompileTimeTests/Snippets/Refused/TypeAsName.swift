// modes: 5, 6
// The type is the one of the closure's value, and of the property.
import Collet

protocol Clock: Sendable {}
struct Live: Clock {}

let dependencies = Dependencies {
    Module(Clock.self) { Live() }  // error: write the type in the closure: Module { … as any P }
    Module((any Clock).self) { Live() }  // error: write the type in the closure: Module { … as any
    Module(Live.self) { Live() }  // error: write the type in the closure: Module { … as any P }
}

struct User {
    @Inject(Clock.self) var clock: any Clock  // error: write the type at the end: @Inject var api:
    @Inject((any Clock).self) var other: any Clock  // error: write the type at the end
    @Inject(Live.self) var live: Live  // error: write the type at the end: @Inject var api: any P
}

func register() {
    Resolver.register(Clock.self) { Live() }  // error: the closure: register { … as any P }
    Resolver.register((any Clock).self) { Live() }  // error: the closure: register { … as any P }
}
