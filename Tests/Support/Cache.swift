import Synchronization

/// Values that are made once for all tests that ask for them, by name.
public final class Cache<Value: Sendable>: Sendable {
    private let making = Mutex<[String: Task<Value, any Error>]>([:])

    public init() {}

    /// Returns a value, and makes it on the first request.
    public func value(
        named name: String, _ make: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = making.withLock { all in
            let task = all[name] ?? Task { try await make() }
            all[name] = task
            return task
        }
        return try await task.value
    }
}
