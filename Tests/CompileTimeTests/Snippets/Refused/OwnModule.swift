// A type of the target's own that nothing makes from a closure.
import Collet

struct Module {}

let block = Collet.Dependencies {
    Module { 1 }  // error: extra trailing closure passed in call
}
let right = Collet.Dependencies { Collet.Module { 1 } }
