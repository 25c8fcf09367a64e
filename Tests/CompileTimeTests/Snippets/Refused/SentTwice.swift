// What is resolved belongs to one task.
import Collet

final class Counter { var count = 0 }

func resolve() {
    let counter = Resolver.resolve(Counter.self)
    Task { counter.count += 1 }  // error: risks causing data races
    counter.count += 1
}
