// What a scope keeps for everyone must be safe to share; what lives in one graph need not.
import Collet

final class Counter { var count = 0 }

struct CounterModule: Sendable {
    let scope = Scope()

    func component() -> Counter { scope.shared { Counter() } }  // error: 'Counter' does not conform
    func other() -> Counter { scope.graph { Counter() } }
}
