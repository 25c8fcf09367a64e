// There is one resolver, which nobody makes.
import Collet

let resolver = Resolver()  // error: 'Resolver' cannot be constructed because it has no
