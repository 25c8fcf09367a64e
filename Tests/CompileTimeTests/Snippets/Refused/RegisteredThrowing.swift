// mode: 6
// Without a name the closure would be a value, which is not `Sendable`.
import Collet

struct Database: Sendable {
    init() throws {}
    init(name: String) async {}
}

func register() {
    Resolver.register { try Database() }  // error: type '() throws -> Database' does not conform
    Resolver.register { await Database(name: "x") }  // error: type '() async -> Database' does not
    Resolver.register(name: "x") { try Database() }  // error: the closure can't wait or throw
    Resolver.register(name: "x") { await Database(name: "x") }  // error: the closure can't wait or
}

func registerValues() async throws {
    Resolver.register(value: try Database())  // error: call can throw, but it is executed
    Resolver.register(
        value: await Database(name: "x")  // error: 'async' call in an autoclosure that
    )
}
