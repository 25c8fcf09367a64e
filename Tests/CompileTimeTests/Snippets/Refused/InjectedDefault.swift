// modes: 5, 6
// A value given in the declaration would switch injection off.
import Collet

protocol Clock: Sendable {}
struct Real: Clock {}

final class Model {
    @Inject("x") var named: any Clock = Real()  // error: write @Inject("name") var api: any P, and
    @Inject var perhaps: (any Clock)? = nil  // error: write @Inject("name") var api: any P, and
    @Inject var clock: any Clock = Real()  // error: write @Inject("name") var api: any P, and
}

func local() {
    @Inject var clock: any Clock = Real()  // error: write @Inject("name") var api: any P, and
}
