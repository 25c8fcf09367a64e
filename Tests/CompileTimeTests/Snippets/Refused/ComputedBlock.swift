// modes: 5, 6
// Only what follows the name of the type builds a block.
import Collet

struct Service: Sendable {}

var computed: Dependencies {
    Module { Service() }  // warning: result of 'Module' initializer is unused
    Module { 1 }  // warning: result of 'Module' initializer is unused
}  // error: missing return in getter expected to return 'Dependencies'
