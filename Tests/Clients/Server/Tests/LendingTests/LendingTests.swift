import Collet
import ColletTesting
import Synchronization
import Testing

@testable import Lending

final class FakeDatabase: Database {
    private let tables = Mutex<[String: [String]]>(["books": ["Emma"]])
    func rows(of table: String) async throws -> [String] {
        tables.withLock { $0[table, default: []] }
    }
    func insert(_ row: String, into table: String) async throws {
        tables.withLock { $0[table, default: []].append(row) }
    }
    func close() async throws {}
}

final class FakeLogger: Logger {
    private let lines = Mutex<[String]>([])
    var logged: [String] { lines.withLock { $0 } }
    func log(_ text: String) { lines.withLock { $0.append(text) } }
}

let fakes = Dependencies {
    app
    Module(.shared) { FakeDatabase() as any Database }
    Module(.shared) { FakeLogger() }
    Module { Resolver.resolve(FakeLogger.self) as any Logger }
}

@Suite(.dependencies(fakes))
struct RouterTests {
    let router = Router()

    @Test func aLoanIsKept() async throws {
        let response = await router.respond(
            to: Request(path: "/loans/Emma", reader: "ann"))

        #expect(response == Response(body: "Enjoy Emma, ann!"))
        let database = Resolver.resolve((any Database).self)
        #expect(try await database.rows(of: "loans") == ["Emma to ann"])
    }

    @Test func anUnknownBookIsNotFound() async {
        let response = await router.respond(
            to: Request(path: "/loans/Dune", reader: "ann"))
        #expect(response.status == 404)
    }

    @Test(.overrides { Module { Settings(pageSize: 0) } })
    func aPageHasAnEnd() async {
        #expect(await Router().respond(to: Request(path: "/books")).body.isEmpty)
    }
}

@Test(.dependencies(fakes)) func lettersAreSentBeforeTheDatabaseCloses() async {
    await Server().run([Request(path: "/reminders", reader: "bob")])

    #expect(Resolver.resolve(FakeLogger.self).logged.last == "sent 1 letters")
}

@Test func modulesFindTheirModules() throws {
    try Dependencies {
        fakes
        requestModules(for: Reader(name: "ann"))
    }
    .verify()
}
