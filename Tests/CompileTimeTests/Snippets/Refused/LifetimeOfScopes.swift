// A module is shared or weak. A graph is of components, in a scope.
import Collet

final class Service: Sendable {}

let graph = Dependencies {
    Module(.graph) { Service() }  // error: a graph is of components
}
let weak = Dependencies {
    Module.weak { Service() }  // error: type 'Module' has no member 'weak'
}
