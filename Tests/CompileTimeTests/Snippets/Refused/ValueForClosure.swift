// A module is made by a closure, so that each injection site gets a value of its own.
import Collet

protocol Net: Sendable {}
struct LiveNet: Net {}

let value = Dependencies {
    Module(LiveNet())  // error: generic parameter 'T' could // error: missing argument for
}
let named = Dependencies {
    Module("x", LiveNet())  // error: cannot convert value of type // error: generic parameter 'T'
}
let opaque = Dependencies {
    Module { LiveNet() as some Net }  // error: 'some' types are only permitted in properties
}

struct Other {}
let other = Dependencies {
    Module { Other() as any Net }  // error: cannot convert value of type 'Other' to type 'any Net'
}
