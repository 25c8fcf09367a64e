// modes: 5, 6
// Modules stand in a block, and blocks in blocks as they are.
import Collet

struct Service: Sendable {}

let one = Dependencies(Module { Service() })  // error: to expected argument type '() -> [Module]'
let two = Dependencies(  // error: write Dependencies { … }, with a module on each line
    Module { Service() },
    Module("x") { Service() }
)
let array = Dependencies([Module { Service() }])  // error: '[Module]' to expected
let none = Dependencies()  // error: write Dependencies { … }, with a module on each line

let feature = Dependencies { Module { Service() } }
let app = Dependencies {
    feature.build()  // error: this gives no module: write Module { … }
    feature
}
let names = ["x", "y"]
let named = Dependencies {
    names.forEach {  // error: this gives no module: write Module { … }
        _ = Module($0) { Service() }
    }
}
let registering = Dependencies {
    Resolver.register { Service() }  // error: this gives no module: write Module { … }
}
let nested = Dependencies(parent: app) {  // error: nest the other block
    Module { Service() }
}
let container = Dependencies.Container {  // error: write Dependencies { … }.makeContainer()
    Module { Service() }
}

func build() {
    Dependencies.build { Module { Service() } }  // error: write Dependencies { … }.build()
    app.override(feature)  // error: write fakes.override { … }, with a closure
    app.override(feature) {}  // error: write fakes.override { … }, with a closure
    app.isolate(feature)  // error: write fakes.isolate { … }, with a closure
}
