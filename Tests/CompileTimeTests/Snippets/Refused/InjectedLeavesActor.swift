import Collet

final class Counter { var count = 0 }

@MainActor
final class Model {
    @Inject private var counter: Counter

    func leak() {
        let counter = counter
        Task.detached { counter.count += 1 }  // error: passing closure as a 'sending' parameter
    }
}
