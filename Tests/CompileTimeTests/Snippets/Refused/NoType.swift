// The type of a request comes from where its value goes, or from the argument.
import Collet

protocol Clock: Sendable {}

func now() {
    let clock = Resolver.resolve()  // error: generic parameter 'T' could not be inferred
    print(clock)
}
