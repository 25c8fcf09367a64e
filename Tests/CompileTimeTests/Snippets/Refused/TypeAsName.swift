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
    @Inject(Clock.self) var clock: any Clock  // error: @Inject takes a name; lifetimes
    @Inject((any Clock).self) var other: any Clock  // error: @Inject takes a name; lifetimes
    @Inject(Live.self) var live: Live  // error: @Inject takes a name; lifetimes
}

func register() {
    Resolver.register(Clock.self) { Live() }  // error: write register { … as any P }, (name:
    Resolver.register((any Clock).self) { Live() }  // error: write register { … as any P }, (name:
}
