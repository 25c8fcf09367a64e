// A property's value is made before there is an object.
import Collet

struct Clock: Sendable {
    var zone = "UTC"
}

final class Delegate {
    let zone = "UTC"
    let block = Dependencies { Module { Clock(zone: self.zone) } }  // error: cannot find 'self'
}

// What the page says to write instead.
func clockModules(zone: String) -> Dependencies {
    Dependencies { Module { Clock(zone: zone) } }
}
