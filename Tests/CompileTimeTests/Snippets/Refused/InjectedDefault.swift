// modes: 5, 6
// A value given in the declaration would switch injection off.
import Collet

protocol Clock: Sendable {}
struct Real: Clock {}

final class Model {
    @Inject("x") var named: any Clock = Real()  // error: an injected property has no default value
    @Inject var perhaps: (any Clock)? = nil  // error: an injected property has no default value
    @Inject var clock: any Clock = Real()  // error: an injected property has no default value
}

func local() {
    @Inject var clock: any Clock = Real()  // error: an injected property has no default value
}
