// The type of a request stands in parentheses, as `any` goes before all of it.
import Collet

protocol Clock: Sendable {}

func ask() {
    _ = Resolver.resolve(any Clock.self)  // error: 'self' is not a member type of protocol
}
