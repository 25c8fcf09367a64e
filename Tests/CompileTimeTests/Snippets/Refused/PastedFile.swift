// with: the file pasted
// A pasted file is a part of the app's own target.
import Collet  // error: no such module 'Collet'

struct Service: Sendable {}

let dependencies = Dependencies { Module { Service() } }
