// A wrapper's storage is a variable: a `Sendable` class says `let clock = Inject<any Clock>()`.
import Collet

protocol Clock: Sendable {}

final class Model: Sendable {
    @Inject private var clock: any Clock  // error: 'Sendable'-conforming class 'Model' is mutable
}
