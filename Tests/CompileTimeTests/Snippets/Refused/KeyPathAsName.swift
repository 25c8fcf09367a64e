// No key path leads to what is registered, as in other libraries: the type does, or a name.
import Collet

protocol Clock: Sendable {}

final class Model {
    @Inject(\.clock) private var clock: any Clock  // error: no key path: the type is the key
}
