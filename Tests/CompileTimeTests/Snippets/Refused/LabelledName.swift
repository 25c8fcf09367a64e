// A module's name has no label.
import Collet

struct Service: Sendable {}

let transient = Module(name: "first") { Service() }  // error: extraneous argument label 'name:'
let shared = Module(.shared, name: "one") { Service() }  // error: extraneous argument label 'name:'
let dependencies = Dependencies {
    Module(.shared, name: "one") { Service() }  // error: extraneous argument label 'name:' in call
}
