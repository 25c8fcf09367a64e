import Collet
import Core
import Synchronization

public let storageModules = Dependencies {
    Module(.shared) { MemoryStore() as any Store }
    Module { Console() as any Log }
}

/// Keeps what an app would write to its files.
final class MemoryStore: Store {
    private let trips = Mutex<[String: [Trip]]>([:])
    private let log = Inject<any Log>()

    func trips(of user: String) -> [Trip] { trips.withLock { $0[user, default: []] } }

    func append(_ trip: Trip, of user: String) {
        trips.withLock { $0[user, default: []].append(trip) }
        log().note("stored a trip of \(user)")
    }
}

struct Console: Log {
    func note(_ text: String) { print("log: \(text)") }
}
