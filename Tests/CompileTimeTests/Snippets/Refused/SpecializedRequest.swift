// The type of a request is an argument.
import Collet

protocol Clock: Sendable {}

func now() {
    _ = Resolver.resolve<any Clock>()  // error: cannot explicitly specialize // error: generic
    _ = Resolver.resolve((any Clock).self)
}
