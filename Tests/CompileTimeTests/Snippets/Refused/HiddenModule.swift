// Swift takes a name for a type before it takes it for a module: `Dependencies::DependencyKey`.
import Collet

protocol Clock: Sendable {}
struct Shop {}

enum Key: Dependencies.DependencyKey {  // error: 'DependencyKey' is not a member type of struct
    case first
}
struct Model {
    @Inject var clock: any Shop.Clock  // error: 'Clock' is not a member type of struct
}
