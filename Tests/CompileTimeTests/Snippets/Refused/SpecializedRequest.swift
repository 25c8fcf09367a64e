// The type of a request is an argument.
import Collet

protocol Clock: Sendable {}

func now() {
    let clock: any Clock =
        Resolver.resolve<any Clock>()  // error: cannot explicitly specialize static method 'resolve
    print(clock, Resolver.resolve((any Clock).self))
}
