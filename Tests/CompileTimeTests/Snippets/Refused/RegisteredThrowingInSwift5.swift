// modes: 5, 5 MainActor, new Xcode project
// It compiles, and stops the program: without this, the closure itself would be registered.
import Collet

nonisolated struct Database: Sendable {
    init() throws {}
    init(name: String) async {}
}

func register() {
    Resolver.register { try Database() }  // warning: the closure can't wait or throw
    Resolver.register { await Database(name: "x") }  // warning: the closure can't wait or throw
    Resolver.register(name: "x") { try Database() }  // warning: the closure can't wait or throw
    Resolver.register(name: "x") { await Database(name: "x") }  // warning: the closure can't wait
}
