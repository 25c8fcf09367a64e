// modes: 5, 6
// A value given in the declaration would switch injection off.
import Collet

protocol Clock: Sendable {}
struct Real: Clock {}

final class Model {
    @Inject("x") var named: any Clock = Real()  // error: @Inject takes a name; lifetimes
    @Inject var perhaps: (any Clock)? = nil  // error: @Inject takes a name; lifetimes
    @Inject var clock: any Clock = Real()  // error: @Inject takes a name; lifetimes
}

func local() {
    @Inject var clock: any Clock = Real()  // error: @Inject takes a name; lifetimes
}
