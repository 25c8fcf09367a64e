// Registration and resolution one by one.
import Collet

nonisolated protocol RegisteredService: Sendable {}
nonisolated struct RegisteredReal: RegisteredService {}

/// Not `Sendable`: made for each injection site, and sent there.
nonisolated final class RegisteredCounter {
    var count = 0
}

nonisolated func registered() -> Int {
    Resolver.register(value: RegisteredReal() as any RegisteredService)
    Resolver.register(value: RegisteredReal() as any RegisteredService, name: "named")
    let held: any RegisteredService = RegisteredReal()
    Resolver.register(value: held, name: "held")
    Resolver.register(Module { RegisteredCounter() })
    Resolver.register { RegisteredReal() as any RegisteredService }
    Resolver.register(name: "transient") { RegisteredCounter() }
    Resolver.register(name: "statements") {
        let counter = RegisteredCounter()
        counter.count = 1
        return counter
    }

    let service: any RegisteredService = Resolver.resolve()
    let named = Resolver.resolve((any RegisteredService).self, name: "named")
    let all = Resolver.resolve([any RegisteredService].self)
    let perhaps = Resolver.resolve((any RegisteredService)?.self, name: "no such")
    _ = (service, named, perhaps)

    // A value that was sent may go on to another task.
    let counter = Resolver.resolve(RegisteredCounter.self)
    Task { counter.count += 1 }
    return all.count
}
