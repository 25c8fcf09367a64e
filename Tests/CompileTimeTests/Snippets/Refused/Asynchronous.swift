// modes: 5, 6
import Collet

struct Database: Sendable {
    init() async {}
}

let dependencies = Dependencies {
    Module { await Database() }  // error: the closure can't wait or throw: make the value before
    Module("one") { await Database() }  // error: the closure can't wait or throw
    Module(.shared) { await Database() }  // error: the closure can't wait or throw
}
let mainActor = Module.mainActor { await Database() }  // error: cannot pass function of type
