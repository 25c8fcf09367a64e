import Synchronization

/// The code that people write themselves: a dictionary of closures in a mutex.
enum Handwritten {
    private static let entries = Mutex<[ObjectIdentifier: @Sendable () -> Any]>([:])

    static func register<T>(_ type: T.Type, _ make: @escaping @Sendable () -> T) {
        entries.withLock { $0[ObjectIdentifier(type)] = make }
    }

    static func resolve<T>(_ type: T.Type = T.self) -> T {
        entries.withLock { $0[ObjectIdentifier(type)] }!() as! T
    }

    /// Registers another closure for a type while the body runs, for every thread.
    static func override<T, Result>(
        _ type: T.Type,
        _ make: @escaping @Sendable () -> T,
        body: () -> Result
    ) -> Result {
        let overridden = entries.withLock { entries in
            defer { entries[ObjectIdentifier(type)] = make }
            return entries[ObjectIdentifier(type)]
        }
        defer { entries.withLock { $0[ObjectIdentifier(type)] = overridden } }
        return body()
    }

    static func reset() {
        entries.withLock { $0 = [:] }
    }
}
