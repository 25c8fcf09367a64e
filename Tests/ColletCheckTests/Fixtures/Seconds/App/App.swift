import Collet

protocol Hub: Sendable {}; protocol Left: Sendable {}; protocol Right: Sendable {}
struct RealHub: Hub { init(_ left: any Left, _ right: any Right) {} }
struct RealLeft: Left { init(_ hub: any Hub) {} }
struct RealRight: Right { init(_ hub: any Hub) {} }
struct Clock: Sendable {}

// Two cycles share the hub; of three registrations two replace another.
let app = Dependencies {
    Module { RealHub(Resolver.resolve(), Resolver.resolve()) as any Hub }
    Module { RealLeft(Resolver.resolve()) as any Left }
    Module { RealRight(Resolver.resolve()) as any Right }
    Module { Clock() }
    Module { Clock() }
    Module { Clock() }
}

// What is registered in a branch and outside of it is there in every build.
protocol Log: Sendable {}
struct Console: Log {}
protocol Trace: Sendable {}
struct Tracer: Trace {}
let logs = Dependencies {
    #if !RELEASE
        Module { Console() as any Log }
        Module { Tracer() as any Trace }
    #endif
    Module { Console() as any Log }
}

// A composition of protocols, one of which refines the other, is the finer one.
protocol Reading: Sendable {}
protocol Editing: Reading {}
struct Editor: Editing {}
let editors = Dependencies { Module { Editor() as any Editing } }

// Which lifetime a variable has nobody can tell, and so not whether it is wrong.
struct Holder: Sendable { private let scope = Scope() }
let lifetime: Module.Lifetime = .shared
let lifetimes = Dependencies {
    Module(lifetime) { Holder() }
    Module(lifetime, "value") { Clock() }
    Module(.weak, "weak") { Clock() }
}

// A constant may stand for no name.
enum Names {
    static let none: String? = nil
    static let main = "main"
}
struct Page: Sendable {}
struct Book: Sendable {}
let named = Dependencies {
    Module(Names.none) { Page() }
    Module { Book() }
    Module(Names.main) { Book() }
}

final class Screen {
    @Inject var hub: any Hub
    @Inject var clock: Clock
    @Inject("value") var value: Clock
    @Inject("weak") var weak: Clock
    @Inject var log: any Log
    @Inject var trace: any Trace
    @Inject var editor: any Editing & Reading
    @Inject var holder: Holder
    @Inject var page: Page
    @Inject(Names.none) var book: Book
    @Inject("main") var main: Book
    @Inject(Names.main) var missing: Page
}

// Registrations that ask for each other in their closures.
protocol A: Sendable {}; protocol B: Sendable {}; protocol C: Sendable {}
struct AType: A { let b: any B }
struct BType: B { let c: any C }
struct CType: C { let a: any A }
struct Mock: A {}
struct Second: Sendable { let one: any A, other: any B }

let core = Dependencies {
    Module { AType(b: Resolver.resolve()) as any A }
    Module {
        let c: any C = Resolver.resolve()
        return BType(c: c) as any B
    }
    Module(.shared) {
        let a = Resolver.resolve((any A).self)
        return CType(a: a) as any C
    }
}
let previews = Dependencies { Module { Mock() as any A } }

func preview() { previews.isolate {} }

extension A { func find() -> any A { Resolver.resolve(name: "perhaps") } }

@main
struct Main {
    static func main() {
        for block in [app, core, logs, editors, lifetimes, named] { block.build() }
        print(Screen())
        let one: any A = Resolver.resolve(), other: any B = Resolver.resolve()
        let first: any A = Resolver.resolve(), missing: any A = Resolver.resolve(name: "second")
        print(Second(one: one, other: other), first, missing)
    }
}
