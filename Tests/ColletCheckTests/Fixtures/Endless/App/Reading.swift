import Collet

// What is asked for in an initializer, by way of another type, can be asked for later.
protocol Logging: Sendable { func debug(_ text: String) }
protocol Environmenting: Sendable { var isVerbose: Bool { get } }
final class Logger: Logging {
    private let environment = Inject<any Environmenting>()
    func debug(_ text: String) { if environment().isVerbose { print(text) } }
}
final class Environment: Environmenting {
    private let logger = Inject<any Logging>()
    init() { logger().debug("reading the environment") }
    var isVerbose: Bool { true }
}
// Without an initializer there is no later.
struct Bill: Sendable { let base: Int }
struct Tax { func add(_ base: Int) -> Int { base + Resolver.resolve(Bill.self).base } }

let reading = Dependencies {
    Module(.shared) { Logger() as any Logging }
    Module(.shared) { Environment() as any Environmenting }
    Module { Bill(base: Tax().add(1)) }
}
final class Reader {
    @Inject var environment: any Environmenting
    @Inject var bill: Bill
}
