import Collet

// Faults that look like working code.
protocol A: Sendable {}
protocol B: Sendable {}
protocol C: Sendable {}
protocol D: Sendable {}
protocol E: Sendable {}
struct Impl: A, B, C, D, E {}

// MARK: Modules and blocks that nobody uses

let app = Dependencies {
    let unused = Module { Impl() as any A }
    let used = Module("used") { Impl() as any A }
    used
    extras
    more()
}
let extras: [Module] = [Module("extra") { Impl() as any A }]
func more() -> [Module] {
    let module = Module("more") { Impl() as any A }
    return [module]
}
let registered = Module("registered") { Impl() as any A }
let dropped: [Module] = [Module { Impl() as any B }]
let mentioned = Dependencies { Module { Impl() as any C } }
final class Setup {
    init() { Resolver.register { Impl() as any D } }
}
final class Client {
    @Inject var unused: any A
    @Inject("used") var used: any A
    @Inject("extra") var extra: any A
    @Inject("more") var more: any A
    @Inject("registered") var registered: any A
    @Inject var dropped: any B
    @Inject var mentioned: any C
    @Inject var uncalled: any D
}

@main enum Main {
    static func main() {
        app.build()
        let start = mentioned.build
        Resolver.register(registered)
        print(Client())
    }
}
