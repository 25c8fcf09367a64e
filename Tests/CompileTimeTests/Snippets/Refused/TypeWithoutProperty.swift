// The type stands behind the property.
import Collet

protocol Clock: Sendable {}

final class Model {
    @Inject(Clock.self) var clock  // error: write Inject(value: fake) for a value; a type
    @Inject private var prices  // error: generic parameter 'Value' could not be inferred
}

func now() -> any Clock {
    Resolver.resolve(any Clock)  // error: expected member name or initializer call after type name
}

func test(with fakes: Dependencies) {
    fakes.override()  // error: write fakes.override { … }, with a closure
}
