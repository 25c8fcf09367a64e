import Collet

protocol AType: Sendable {}; protocol BType: Sendable {}; protocol P: Sendable {}
protocol Session: Sendable {}; protocol API: Sendable {}

// MARK: Registrations that need themselves

struct A: AType { let b: any BType }
struct B: BType {
    let a: any AType
    init(_ number: Int = 1, a: any AType) { self.a = a }
}
struct Real: P {}
struct Logged: P { let inner: any P }
struct Retrying: P { init(_ name: String, _ inner: any P) {} }

let cycles = Dependencies {
    Module(.shared) { A(b: Resolver.resolve()) as any AType }
    Module(.shared) { B(a: Resolver.resolve()) as any BType }
    Module { Logged(inner: Resolver.resolve((any P).self)) as any P }
    // This one asks for another.
    Module("retrying") { Retrying("x", Resolver.resolve(name: "real")) as any P }
    Module("real") { Real() as any P }
    Module("maybe") { isDebug ? Real() as any P : Resolver.resolve(name: "maybe") as any P }
}
let isDebug = true

// MARK: Requests of a closure

struct RealSession: Session { init(token: String) {} }
struct Client: API { init(_ session: any Session) {} }
func makeClient(for session: any Session, retries: Int = 1) -> Client { Client(session) }

func register() {
    Resolver.register(name: "closure") { Client(Resolver.resolve()) as any API }
    Resolver.register { RealSession(token: Resolver.resolve(name: "tokn")) as any Session }
}
let asked = Dependencies {
    Module {
        @Inject var session: any Session
        return Client(session) as any API
    }
    Module("function") { makeClient(for: Resolver.resolve(name: "other")) as any API }
    Module("later") {
        let make = { @Sendable in Resolver.resolve((any API).self, name: "later") }
        return Deferred(make: make) as any API
    }
    Module("token") { "abc" }
    Module("twice") {
        @Inject("twice") var own: any API
        print(own, { own })
        return Client(RealSession(token: "")) as any API
    }
}
struct Deferred: API { let make: @Sendable () -> any API }

// MARK: What a type's initializer asks for

protocol Left: Sendable {}
protocol Right: Sendable {}
final class LeftService: Left { private let right: any Right = Resolver.resolve() }
final class RightService: Right {
    private let left: any Left
    init() { left = Resolver.resolve() }
}
protocol Lazy: Sendable {}
final class LazyService: Lazy, @unchecked Sendable {
    private lazy var other: any Lazy = Resolver.resolve()
    func show() { print(other) }
}
let services = Dependencies {
    Module(.shared) { LeftService() as any Left }
    Module(.shared) { RightService() as any Right }
    Module(.shared) { LazyService() as any Lazy }
}

// An array has everybody in it, whoever asks.
protocol Plugin: Sendable {}
struct Simple: Plugin {}
struct Composite: Plugin { let all: [any Plugin] }
struct Fallback: Plugin { let other: (any Plugin)? }
let plugins = Dependencies {
    Module("simple") { Simple() as any Plugin }
    Module { Composite(all: Resolver.resolve()) as any Plugin }
    Module("fallback") { Fallback(other: Resolver.resolve(name: "fallback")) as any Plugin }
}

// What a generic parameter asks for can't be told.
struct Box<Value>: Sendable where Value: Sendable { let value: Value }
func box() -> Box<Int> { Box(value: Resolver.resolve()) }

final class Screen {
    @Inject("retrying") var retrying: any P
    @Inject("maybe") var maybe: any P
    @Inject("closure") var closure: any API
    @Inject("function") var function: any API
    @Inject("later") var later: any API
    @Inject var api: any API
}

// What a function injects for itself, it asks for where it uses it.
protocol Local: Sendable {}
struct LocalService: Local {
    init() {
        @Inject var other: any Local
        print(other)
    }
    func later() -> @Sendable () -> Void {
        @Inject("local") var other: any Local
        return { [other] in print(other) }
    }
}
let locals = Dependencies {
    Module { LocalService() as any Local }
    Module("local") { LocalService() as any Local }
    Module("global") { global }
}
// So does a variable of the program, for who reads it first.
let global: any Local = Resolver.resolve(name: "global")

// MARK: Properties that are read while their object is made

final class Cart: Sendable {
    private let checkout = Inject<Checkout>()
    init() { print(checkout()) }
}
final class Checkout: @unchecked Sendable {
    @Inject private var cart: Cart
    init() { print(cart) }
}
final class EarlyReader: Sendable {
    private let late = Inject<LateReader>()
    init() { print(late()) }
}
final class LateReader: Sendable {
    private let early = Inject<EarlyReader>()
    func read() { print(early()) }
}
let readers = Dependencies {
    Module(.shared) { Cart() }
    Module { Checkout() }
    Module(.shared) { EarlyReader() }
    Module(.shared) { LateReader() }
}
