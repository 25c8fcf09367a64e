import Collet

protocol A: Sendable {}
protocol B: Sendable {}
protocol C: Sendable {}
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

extension A {
    func find() -> any A { Resolver.resolve(name: "perhaps") }
}

@main
struct Main {
    static func main() {
        core.build()
        let one: any A = Resolver.resolve(), other: any B = Resolver.resolve()
        let first: any A = Resolver.resolve(), missing: any A = Resolver.resolve(name: "second")
        print(Second(one: one, other: other), first, missing)
    }
}
