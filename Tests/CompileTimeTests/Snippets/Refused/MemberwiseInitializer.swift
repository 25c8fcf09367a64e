// The initializer that Swift writes takes the wrapper: one that is written out takes the value.
import Collet

protocol Clock: Sendable {}
struct Live: Clock {}

struct Model {
    @Inject var clock: any Clock
    let title: String
}

let model = Model(clock: Live(), title: "")  // error: to expected argument type 'Inject<any Clock>'
let other = Model(clock: Inject(value: Live()), title: "")
