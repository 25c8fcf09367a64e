// A value given in the declaration would switch injection off.
import Collet

protocol Clock: Sendable {}
struct Real: Clock {}

final class Model {
    @Inject var clock: any Clock = Real()  // error: incorrect argument label in call
}

func local() {
    @Inject var clock: any Clock = Real()  // error: incorrect argument label in call
}
