// modes: 5, 6
// The type is the one of the closure's value, and of the property.
import Collet

protocol Clock: Sendable {}
struct Live: Clock {}

let dependencies = Dependencies {
    Module(Clock.self) { Live() }  // error: a name is a String; a type goes in { … as any P }
    Module((any Clock).self) { Live() }  // error: a name is a String; a type goes in {
    Module(Live.self) { Live() }  // error: a name is a String; a type goes in { … as any P }
}

struct User {
    @Inject(Clock.self) var clock: any Clock  // error: a name is a String; a type stands
    @Inject((any Clock).self) var other: any Clock  // error: a name is a String; a type
    @Inject(Live.self) var live: Live  // error: a name is a String; a type stands behind
}

func register() {
    Resolver.register(Clock.self) { Live() }  // error: the closure: register { … as any P }
    Resolver.register((any Clock).self) { Live() }  // error: the closure: register { … as any P }
}
