// A module is made by a closure, so that each injection site gets a value of its own.
import Collet

protocol Net: Sendable {}
struct LiveNet: Net {}

let value = Dependencies {
    Module(  // error: generic parameter 'T' could not be inferred
        LiveNet()  // error: cannot convert value of type 'LiveNet' to expected argument type
    )
}
let named = Dependencies {
    Module(  // error: generic parameter 'T' could not be inferred
        "x",
        LiveNet()  // error: cannot convert value of type 'LiveNet' to expected argument type
    )
}
let opaque = Dependencies {
    Module { LiveNet() as some Net }  // error: 'some' types are only permitted in properties
}

struct Other {}
let other = Dependencies {
    Module { Other() as any Net }  // error: cannot convert value of type 'Other' to type 'any Net'
}
