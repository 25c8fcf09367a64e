// The type of a registration stands in its closure.
import Collet

let dependencies = Dependencies {
    Module<Int> { 1 }  // error: cannot specialize non-generic type 'Module'
}
