// modes: 5, 6
// A module's name has no label, as in `@Inject("first")`.
import Collet

struct Service: Sendable {}

let module = Module(name: "first") { Service() }  // error: the name has no label: Module("name")
let dependencies = Dependencies {
    Module(name: "first") { Service() }  // error: the name has no label: Module("name") { … }
}
let shared = Dependencies {
    Module(.shared, name: "one") { Service() }  // error: extraneous argument label 'name:' in call
}
let mainActor = Module.mainActor(name: "two") { Service() }  // error: extraneous argument label

struct User {
    @Inject(name: "first") var service: Service  // error: extraneous argument label 'name:' in call
}
