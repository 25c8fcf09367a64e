// modes: 5, 6
// A module is made by a closure, which calls the function.
import Collet

protocol Net: Sendable {}
struct Live: Net {}
func make() -> any Net { Live() }

let one = Dependencies { Module(make) }  // error: write Module { make() }
let shared = Dependencies { Module(.shared, make) }  // error: write Module { make() }
