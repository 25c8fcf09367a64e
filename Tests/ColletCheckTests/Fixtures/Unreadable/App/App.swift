import Collet

protocol P {}
protocol Q {}
struct Both: P, Q {}
struct Box<Value> { var value: Value }

func opaque() -> some P { Both() }
func wrap<T: Sendable>(_ value: T) -> Module { Module { value } }
func find<T>(_ name: String) -> T { Resolver.resolve(name: name) }

let isFast = true
let dependencies = Dependencies {
    Module("opaque") { opaque() }
    Module("branch") { [Both(), Both()][isFast ? 0 : 1] }
    Module("inferred") { Box(value: 1) }
    wrap(1)
}

final class App {
    @Inject("opaque") var opaque: any P
    @Inject("other") var other: any P
    @Inject var unnamed: any Q
}

struct Generic<Value> { @Inject var box: Box<Value> }

final class Other {
    @Inject("inferred") var text: Box<String>
    @Inject("inferred") var protocols: any Q
}

extension Module {
    static func outer<T: Sendable>(_ make: @escaping @Sendable () -> T) -> Module { inner(make) }
    static func inner<T: Sendable>(_ make: @escaping @Sendable () -> T) -> Module {
        Module(.shared, "inner", make)
    }
}
let inners = Dependencies { Module.outer { 1 } }
let flag = Resolver.resolve(Bool.self, name: "inner")
