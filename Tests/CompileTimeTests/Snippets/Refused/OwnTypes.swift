// The target's own types come first: `Collet.Module` is the library's.
import Collet

struct Module { let id: Int }
final class Resolver {}
struct Inject {}

let block = Collet.Dependencies {
    Module { 1 }  // error: trailing closure passed to parameter of type 'Int' that does not accept
}
let number: Int = Resolver.resolve()  // error: type 'Resolver' has no member 'resolve'
struct Model {
    @Inject var number: Int  // error: struct 'Inject' cannot be used as an attribute
}

let right = Collet.Dependencies { Collet.Module { 1 } }
