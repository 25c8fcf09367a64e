// `Module` is a registration: no type inherits from it, and no cast stands behind it.
import Collet

protocol Clock: Sendable {}
struct Live: Clock {}

struct ClockModule: Module {}  // error: inheritance from non-protocol type 'Module'
final class TimeModule: Module {}  // error: inheritance from non-protocol, non-class type

final class Model {
    @Module var clock: any Clock  // error: struct 'Module' cannot be used as an attribute
    init() {}
}

protocol Net: Sendable {}
struct LiveNet: Net {}

let modules = Dependencies {
    Module { LiveNet() } as any Net  // error: cannot convert value of type 'Module' to
}
