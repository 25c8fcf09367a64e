import Collet

protocol P: Sendable {}
struct S: P {}

func find<T>() -> T { Resolver.resolve() }

let dependencies = Dependencies {
    Module { S() as any P }
    Module("a") { S() as any P }
}
