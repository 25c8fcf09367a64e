import Collet

// The program for the step `instructions`: does one thing a given number of times, with a
// hundred other registrations: `Instructions resolve-shared 1000`

protocol API: Sendable {}
struct TransientAPI: API {}
final class SharedAPI: API {}

final class TransientHolder { @Inject var api: any API }
final class SharedHolder { @Inject("shared") var api: any API }

/// One of a chain of shared instances, each of which needs the next.
final class Link: Sendable {
    static let names = (0..<20).map(String.init)

    init(_ number: Int) {
        if number < 19 { _ = Resolver.resolve(Link.self, name: Self.names[number + 1]) }
    }
}

/// Not inlined, so that the value is really made.
@inline(never) func use(_ api: any API) { withExtendedLifetime(api) {} }

Dependencies {
    Module { TransientAPI() as any API }
    Module(.shared, "shared") { SharedAPI() as any API }
    for number in 0..<100 { Module("\(number)") { number } }
}
.build()

let times = 0..<Int(CommandLine.arguments[2])!
switch CommandLine.arguments[1] {
case "first-access-transient": for _ in times { use(TransientHolder().api) }
case "first-access-shared": for _ in times { use(SharedHolder().api) }
case "resolve-transient": for _ in times { use(Resolver.resolve()) }
case "resolve-shared": for _ in times { use(Resolver.resolve(name: "shared")) }
case "read-again":
    let holder = TransientHolder()
    for _ in times { use(holder.api) }
case "override":
    let fakes = Dependencies { Module { TransientAPI() as any API } }
    for _ in times { fakes.override { use(Resolver.resolve()) } }
case "register":
    for number in times {
        Resolver.register(name: "again \(number % 50)") { TransientAPI() as any API }
    }
case "chain":
    let chain = Dependencies {
        for number in 0..<20 { Module(.shared, Link.names[number]) { Link(number) } }
    }
    for _ in times { chain.isolate { _ = Resolver.resolve(Link.self, name: "0") } }
default: fatalError("nothing is called so")
}
