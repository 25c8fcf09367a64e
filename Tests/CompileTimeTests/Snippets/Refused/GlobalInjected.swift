// mode: 5
// A wrapper stands in a type or a function. In Swift 6 mode, a global variable is refused, too.
import Collet

protocol Clock: Sendable {}

@Inject  // error: property wrappers are not yet supported in top-level code
var clock: any Clock  // error: global 'var' declaration requires an initializer expression

// What the page says to write instead.
let wrapper = Inject<any Clock>()
