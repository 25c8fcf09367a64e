import Synchronization

/// What is made once for all tests that ask, by its name.
public final class Cache<Value: Sendable>: Sendable {
    private let making = Mutex<[String: Task<Value, any Error>]>([:])

    public init() {}

    /// Returns a value, which is made where nobody has asked for it yet.
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
