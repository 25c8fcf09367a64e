import Synchronization

/// What people write themselves: a dictionary of closures under a lock.
final class Container: Sendable {
    static let shared = Container()

    private let entries = Mutex<[ObjectIdentifier: @Sendable () -> Any]>([:])

    func register<T>(_ type: T.Type, _ make: @escaping @Sendable () -> T) {
        entries.withLock { $0[ObjectIdentifier(type)] = make }
    }

    func resolve<T>(_ type: T.Type) -> T {
        let make = entries.withLock { $0[ObjectIdentifier(type)] }!
        return make() as! T
    }

    /// Registers another closure for a type while the body runs, for every thread.
    func override<T, Result>(
        _ type: T.Type,
        _ make: @escaping @Sendable () -> T,
        body: () -> Result
    ) -> Result {
        let key = ObjectIdentifier(type)
        let overridden = entries.withLock { entries in
            let overridden = entries[key]
            entries[key] = make
            return overridden
        }
        defer { entries.withLock { $0[key] = overridden } }
        return body()
    }

    func reset() {
        entries.withLock { $0 = [:] }
    }
}
