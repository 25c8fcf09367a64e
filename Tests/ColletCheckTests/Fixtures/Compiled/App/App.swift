import Collet
import Foundation

protocol P: Sendable {}; protocol Q: Sendable {}; protocol Missing: Sendable {}
struct A: P, Q {}
struct B: P {}
enum Mode: Sendable { case slow(Int) }
func generic<T>(_ value: T) -> T { value }
func either<T>(_ one: T, _ other: T) -> T { one }
func build<T>(_ make: () -> T) -> T { make() }
func build<T>(_ make: () -> T, do other: () -> T) -> T { make() }

let isFast = true

/// What only the compiler can tell.
let core = Dependencies {
    #if UNSET
        Module("left out") { generic(A()) }
    #endif
    Module("url") { URL(string: "https://example.com")! }
    Module("ternary") { isFast ? A() as any P : B() }
    Module("branches") { if isFast { return A() as any P } else { return B() } }
    Module("payload") { Mode.slow(1) }
    Module("generic") { generic(A()) }
    Module("arguments") { either(A(), A()) }
    Module("condition") {
        #if UNSET
            return A() as any Q
        #else
            let made = [A()].map { $0 as any P }
            return made[0]
        #endif
    }
    for name in ["a", "b"].map({ $0 + "x" }) { Module(name) { A() as any Q } }
    if isFast {
        Module("switch") {
            switch isFast {
            case true: A() as any P
            case false: B()
            }
        }
    }
    if CommandLine.arguments.isEmpty {
    } else {
        Module("else") { A() as any P }
    }
    switch isFast {
    case true: Module("case") { A() as any P }
    default: Module("default") { A() as any P }
    }
    Module("closures") { build { build { A() } } }
    Module("immediate") { { A() }() }
    Module("capture") { [isFast] in isFast ? 1 : 2 }
    Module("optional") { isFast ? A() : nil }
    Module("inner return") {
        let make = { () -> Int in return 1 }
        return [make()]
    }
    Module.mainActor("main") { generic(A() as any P) }
    Module(.shared, "shared") { generic(A() as any P) }
}

struct Blocks {
    static let stored = Dependencies { Module("static") { generic(A()) } }
    let instance = Dependencies { Module("instance") { generic(A()) } }
    lazy var late = Dependencies { Module("late") { generic(A()) } }
    var computed: Dependencies {
        let names = ["computed"].map { $0 }
        return Dependencies { for name in names { Module(name) { generic(A()) } } }
    }
    var getter: Dependencies {
        get { Dependencies { Module("getter") { generic(A()) } } }
        set { print([newValue].map { $0 }) }
    }

    init() {
        Dependencies { Module("initializer") { generic(A()) } }.build()
        Resolver.register(name: "register") { generic(A()) }
        let value = generic(A() as any P)
        Resolver.register(value: value, name: "value")
        func local() { Resolver.register(name: "local") { generic(A()) } }
        local()
        register()
    }

    /// A local property's braces are no closure, which would be counted.
    private func register() {
        var local: Int { 1 }
        Resolver.register(name: "miscounted") { generic(local > 0 ? A() : A()) }
    }

    private static func build<T: Sendable>(_ value: T) {
        Dependencies { Module("function") { generic(A()) } }.build()
        Dependencies { Module("parameter") { value } }.build()
    }
    static func buildAll() { build(A() as any Q) }
}

extension Array { func build() { Dependencies { Module("extension") { generic(A()) } }.build() } }

/// What a closure asks for is not of the type of what it is given to.
struct Lazy<T> {
    let make: () -> T
    init(count: Int = 1, _ make: @escaping () -> T) { self.make = make }
}
final class Service: Sendable { init(_ make: @escaping @Sendable () -> any Missing) {} }
struct Closures {
    let trailing: Lazy<A> = Lazy { Resolver.resolve(name: "closure 1") }
    let argument: Lazy<A> = .init(count: 2, { return Resolver.resolve(name: "closure 2") })
    lazy var called: Lazy<A> = { Lazy { Resolver.resolve(name: "closure 3") } }()
    let signature: Lazy<any P> = Lazy { () -> any P in Resolver.resolve(name: "closure 4") }
    let task: Task<any P, Never> = Task { Resolver.resolve(name: "closure 5") }
    let function: @Sendable () -> A = { Resolver.resolve(name: "closure 6") }
    let missing: Service? = Service { Resolver.resolve(name: "closure 7") }
    var observed = 1 { didSet { _ = either(A(), build { Resolver.resolve(name: "closure 1") }) } }
    let initialized: Lazy<A> = .init { Resolver.resolve(name: "closure 1") }
    // swift-format-ignore
    let labelled: A = build { A() } do: { Resolver.resolve(name: "closure 1") }
    let statements: Lazy<A> = Lazy {
        print(A())
        return Resolver.resolve(name: "closure 8")
    }

    nonisolated(unsafe) static let made: Lazy<A> = {
        print(A())
        return Lazy { Resolver.resolve(name: "closure 1") }
    }()

    static let registrations = Dependencies {
        Module("closure 1") { A() }
        Module("closure 2") { A() }
        Module("closure 3") { A() }
        Module("closure 4") { A() as any P }
        Module("closure 5") { A() as any P }
        Module("closure 6") { A() }
        Module("closure 8") { A() }
    }
}

@main
struct Main {
    @Inject("url") var url: URL
    @Inject("ternary") var ternary: any P
    @Inject("branches") var branches: any P
    @Inject("payload") var payload: Mode
    @Inject("generic") var generic: A
    @Inject("arguments") var arguments: A
    @Inject("condition") var condition: any P
    @Inject("switch") var switched: any P
    @Inject("else") var other: any P
    @Inject("case") var ofACase: any P
    @Inject("default") var ofTheDefault: any P
    @Inject("closures") var closures: A
    @Inject("immediate") var immediate: A
    @Inject("capture") var capture: Int
    @Inject("optional") var optional: A?
    @Inject("inner return") var innerReturn: [Int]
    @Inject("main") var main: any P
    @Inject("shared") var shared: any P
    @Inject("static") var `static`: A
    @Inject("instance") var instance: A
    @Inject("late") var late: A
    @Inject("getter") var getter: A
    @Inject("initializer") var initializer: A
    @Inject("register") var register: A
    @Inject("value") var value: any P
    @Inject("function") var function: A
    @Inject("extension") var `extension`: A
    @Inject("parameter") var parameter: any Q
    @Inject("local") var local: A
    @Inject("miscounted") var miscounted: A
    @Inject("wrong") var wrong: any P
    @Inject var missing: any Missing

    static func main() {
        core.build()
        Closures.registrations.build()
        Blocks.stored.build()
        var blocks = Blocks()
        let all = [blocks.instance, blocks.late, blocks.computed, blocks.getter]
        for block in all { block.build() }
        Blocks.buildAll()
        [1].build()
        print(Main())
    }
}
