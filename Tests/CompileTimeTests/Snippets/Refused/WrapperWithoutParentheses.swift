import Collet

protocol Clock: Sendable {}

final class Model: Sendable {
    let clock = Inject<any Clock>  // error: expected member name or initializer call after
}
