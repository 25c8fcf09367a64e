// The traits are a module of their own, or pasted.
import Collet
import Testing

let fakes = Dependencies { Module { 1 } }

@Test(.dependencies(fakes)) func works() {}  // error: reference to member 'dependencies' cannot be
