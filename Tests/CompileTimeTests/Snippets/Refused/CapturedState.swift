// A closure that may run on any thread has no business with somebody's variables.
import Collet

final class Counter { var count = 0 }
struct Service: Sendable { let id: Int }

func register() {
    var next = 0
    let counter = Counter()
    Dependencies {
        Module {
            next += 1  // error: mutation of captured var 'next'
            return Service(id: 0)
        }
        Module { Service(id: counter.count) }  // error: capture of 'counter' with non-Sendable type
        Module { counter }  // error: capture of 'counter' with non-Sendable type
    }.build()
}
