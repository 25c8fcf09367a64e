import Collet
import Synchronization

protocol Logger: Sendable {
    func log(_ text: String)
}

struct StandardOutput: Logger {
    func log(_ text: String) { print(text) }
}

struct Settings: Sendable {
    var port = 8080
    var pageSize = 20
}

protocol Database: Sendable {
    func rows(of table: String) async throws -> [String]
    func insert(_ row: String, into table: String) async throws
    func close() async throws
}

struct ConnectionIsClosed: Error {}

final class LiveDatabase: Database {
    private let tables = Mutex<[String: [String]]?>(["books": ["Emma", "Momo"]])
    private let logger: any Logger

    init(logger: any Logger) {
        self.logger = logger
        logger.log("opened the database")
    }

    func rows(of table: String) async throws -> [String] {
        guard let rows = tables.withLock({ $0?[table, default: []] }) else {
            throw ConnectionIsClosed()
        }
        return rows
    }

    func insert(_ row: String, into table: String) async throws {
        try tables.withLock { tables in
            if tables == nil { throw ConnectionIsClosed() }
            tables?[table, default: []].append(row)
        }
    }

    func close() async throws {
        tables.withLock { $0 = nil }
        logger.log("closed the database")
    }
}

/// Sends letters once the database has their subjects.
final class PostOffice: Sendable {
    private let database = Inject<any Database>()
    private let logger = Inject<any Logger>()

    func remind(_ reader: String) async throws {
        try await database().insert(reader, into: "letters")
    }

    func close() async throws {
        let letters = try await database().rows(of: "letters")
        logger().log("sent \(letters.count) letters")
    }
}

struct Closer: Sendable {
    let close: @Sendable () async throws -> Void
}

let connectionModules = Dependencies {
    Module(.shared) { LiveDatabase(logger: Resolver.resolve()) as any Database }
    Module(.shared) { PostOffice() }

    // Closed from top to bottom.
    Module("post office") {
        let office = Resolver.resolve(PostOffice.self)
        return Closer { try await office.close() }
    }
    Module("database") {
        let database = Resolver.resolve((any Database).self)
        return Closer { try await database.close() }
    }
}
