import Collet
import Synchronization

/// Opening a database takes a while, and must happen once however many ask for it meanwhile.
protocol DatabaseModuleType: Sendable {
    func component() async throws -> any DatabaseType
}

struct DatabaseModule: DatabaseModuleType {
    private let scope = Scope()

    func component() async throws -> any DatabaseType {
        try await scope.shared { try await Database.open() }
    }
}

protocol DatabaseType: Sendable {
    /// Which of the databases opened so far this is, from 1 up.
    var number: Int { get }
    func weather(in city: String) -> String
}

struct Database: DatabaseType {
    private static let opened = Mutex(0)

    let number: Int

    static func open() async throws -> Database {
        try await Task.sleep(for: .milliseconds(10))
        let number = opened.withLock { count in
            count += 1
            return count
        }
        return Database(number: number)
    }

    func weather(in city: String) -> String { city == "Bergen" ? "rain" : "sun" }
}
