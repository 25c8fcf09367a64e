import Collet

struct Request: Sendable {
    let path: String
    var reader: String?
}

struct Response: Sendable, Equatable {
    var status = 200
    let body: String
}

struct Reader: Sendable {
    let name: String
}

/// The changes of a request, which are kept if it succeeds.
actor Transaction {
    private let database = Inject<any Database>()
    private var rows: [(row: String, table: String)] = []

    func insert(_ row: String, into table: String) { rows.append((row, table)) }

    func commit() async throws {
        let rows = rows
        self.rows = []
        for (row, table) in rows { try await database().insert(row, into: table) }
    }

    func rollBack() { rows = [] }
}

func requestModules(for reader: Reader) -> Dependencies {
    Dependencies {
        Module { reader }
        Module(.shared) { Transaction() }
    }
}

/// Runs a handler in the request's own modules, and ends its transaction.
nonisolated(nonsending) func withRequest(
    of reader: Reader, _ respond: nonisolated(nonsending) () async throws -> Response
) async throws -> Response {
    try await requestModules(for: reader).override {
        let transaction = Resolver.resolve(Transaction.self)
        do {
            let response = try await respond()
            try await transaction.commit()
            return response
        } catch {
            await transaction.rollBack()
            throw error
        }
    }
}
