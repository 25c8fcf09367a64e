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
