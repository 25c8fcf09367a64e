// A closure that is called later can't capture what is still being made.
import Collet

struct ShopApp {
    var address = "example.com"

    init() {
        Dependencies {
            Module { self.address }  // error: mutable capture of 'inout' parameter 'self' is not
        }
        .build()
    }
}

// What the page says to write instead.
struct Other {
    var address = "example.com"

    init() {
        let address = address
        Dependencies { Module("address") { address } }.build()
    }
}
