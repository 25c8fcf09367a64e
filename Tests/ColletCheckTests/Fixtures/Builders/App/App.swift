import Collet

protocol A: Sendable {}
protocol B: Sendable {}
protocol C: Sendable {}
protocol D: Sendable {}
struct S: A, B, C, D {}

@DependenciesBuilder func common() -> [Module] {
    Module { S() as any A }
    Module("second") { S() as any A }
}
@DependenciesBuilder private var mocked: [Module] {
    Module { S() as any B }
}
struct Feature {
    @DependenciesBuilder static func forgotten() -> [Module] { Module { S() as any C } }
}

let app = Dependencies { common() }
let mocks = Dependencies { Nested.modules }
enum Nested { static let modules = Dependencies { mocked } }

// This registers the block as a value.
let inner = Dependencies { Module { S() as any D } }
let wrong = Dependencies { Module { inner } }

struct Screen {
    @Inject var a: any A
    @Inject("second") var second: any A
    @Inject var b: any B
    @Inject var c: any C
    @Inject var d: any D
    @Inject var block: Dependencies
}

@main
struct Main {
    static func main() {
        app.build()
        wrong.build()
        mocks.override { print(Screen()) }
        // A variable may have the name of what it is set to.
        let modules = Nested.modules
        _ = modules
        print(Screen())
    }
}
