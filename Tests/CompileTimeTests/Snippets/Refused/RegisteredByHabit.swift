// modes: 5, 6
// Where names and lifetimes stand in calls of `Resolver`.
import Collet

struct Service: Sendable {}

func register() {
    Resolver.register("x") { Service() }  // error: write register { … as any P }, (name:
    Resolver.register(.shared) { Service() }  // error: write register { … as any P }, (name:
    Resolver.register(.shared, name: "x") { Service() }  // error: write register { … as any P }
    Resolver.register { Service() }.implements(Sendable.self)  // error: write register {
    Resolver.register { Service() }.scope(.shared)  // error: write register { … as any P }, (name:
    Resolver.register(Service.self) { _ in Service() }  // error: write register { … as any P }
    Resolver.register { r in r.resolve(Service.self)! }  // error: write register { … as any P }
}

func resolve() -> Service {
    Resolver.resolve("x")  // error: cannot convert value of type 'String' to expected argument type
}
