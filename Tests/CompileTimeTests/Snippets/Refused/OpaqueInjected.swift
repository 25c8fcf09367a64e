// Which type conforms to the protocol is known at run time.
import Collet

protocol Clock: Sendable {}

struct Model {
    @Inject  // error: generic parameter 'Value' could not be inferred
    var clock: some Clock  // error: property declares an opaque return type, but cannot infer
}
