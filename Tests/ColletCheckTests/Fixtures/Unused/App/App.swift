import Collet

protocol P: Sendable {}
protocol Q: Sendable {}
protocol R: Sendable {}
protocol U: Sendable {}
struct S: P, Q, R, U {}

let dependencies = Dependencies {
    Module { S() as any P }
    Module("a") { S() as any P }
    Module("b") { S() as any Q }
    Module { S() as any Q }
    Module { S() as any R }
    Module { S() as any U }
    Module { S() }
}

final class App {
    @Inject("b") var q: any Q
    @Inject var r: (any R)?
    lazy var all = Resolver.resolve([any U].self)
}

// One misspelt name is one mistake.
protocol V: Sendable {}
struct T: V {}
let misspelt = Dependencies { Module("berlin") { T() as any V } }
final class Misspelt {
    @Inject("belrin") var v: any V
}
