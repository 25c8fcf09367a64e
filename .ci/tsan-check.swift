// Threads that contend for one mutex. Built with `-D RACE`, each of them also takes a
// step that nothing protects. The thread sanitizer must stay silent about the former, and
// report the latter.
import Synchronization

final class Counter: Sendable {
    private let value = Mutex(0)
    nonisolated(unsafe) private var unprotected = 0

    func step() {
        value.withLock { $0 += 1 }
        #if RACE
            unprotected += 1
        #endif
    }
}

let counter = Counter()
await withTaskGroup { group in
    for _ in 0..<8 {
        group.addTask { for _ in 0..<20_000 { counter.step() } }
    }
}
