// One instance for everyone must be safe to share.
import Collet

final class Counter { var count = 0 }

let dependencies = Dependencies {
    Module(.shared) { Counter() }  // error: 'Counter' does not conform to the 'Sendable'
}
