// modes: 5, 6
// It compiles, and registers nothing: the closure is the code that has the fakes.
import Collet

let app = Dependencies { Module { 1 } }

func test() {
    app.override { Module { 1 } }  // warning: result of call to 'override' is unused
    app.isolate {
        Module { 1 }  // warning: result of 'Module' initializer is unused
        Module { "1" }  // warning: result of 'Module' initializer is unused
    }
}
