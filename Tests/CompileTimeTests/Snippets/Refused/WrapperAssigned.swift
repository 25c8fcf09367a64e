// An initializer assigns a wrapper, which is made of the value.
import Collet

protocol Clock: Sendable {}

final class Model {
    @Inject var clock: any Clock
    init(clock: any Clock) {
        _clock = clock  // error: cannot assign value of type 'any Clock' to type
    }
    init(other: any Clock) { _clock = Inject(value: other) }
}
