import Collet

final class Counter { var count = 0 }

let dependencies = Dependencies {
    Module(.weak) { Counter() }  // error: 'Counter' does not conform to the 'Sendable'
}
