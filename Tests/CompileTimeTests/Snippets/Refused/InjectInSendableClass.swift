import Collet

final class Counter { var count = 0 }

final class Model: Sendable {
    let counter = Inject<Counter>()  // error: contains non-Sendable type 'Counter'
}
