// modes: 5, 6
import Collet

protocol Clock: Sendable {}
struct Service: Clock {}

let dependencies = Dependencies {
    Module { Service() as any Clock }
    Service()  // error: write Module { … } around a value
    Service() as any Clock  // error: write Module { … } around a value
    42  // error: write Module { … } around a value
}
