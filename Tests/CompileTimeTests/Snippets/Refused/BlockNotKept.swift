// A block is kept, and built later.
import Collet

struct Service: Sendable {}

let built = Dependencies { Module { Service() } }.build()  // warning: inferred to have type '()'

func test() {
    _ = Container(built)  // error: cannot find 'Container' in scope
    built.isolate {}  // error: value of tuple type '()' has no member 'isolate'
}
