// A module is shared or weak. A graph is of components, in a scope.
import Collet

final class Service: Sendable {}

let graph = Dependencies {
    Module(.graph) { Service() }  // error: type 'String?' has no member 'graph'
}
let weak = Dependencies {
    Module.weak { Service() }  // error: type 'Module' has no member 'weak'
}
