// modes: 5, 6
import Collet

struct Database: Sendable {
    init() throws {}
}

let dependencies = Dependencies {
    Module { try Database() }  // error: the closure can't wait or throw: make the value before
    Module("one") { try Database() }  // error: the closure can't wait or throw
    Module(.shared) { try Database() }  // error: the closure can't wait or throw
}
let mainActor = Module.mainActor { try Database() }  // error: invalid conversion from throwing
