import Collet

// Odd code with which nothing is wrong; only what can't be told is noted.
protocol A {}; protocol B {}; protocol C {}; protocol D {}
struct Impl: A, B, C, D, Sendable {}
func makeA() -> any A { Impl() }
func makeB() -> any B { Impl() }
func makeC() -> any C { Impl() }
func makeD() -> any D { Impl() }

// MARK: What runs when a property is set

struct Setup {
    var a = false { willSet { Resolver.register { makeA() } } }
    static var b: Bool {
        get { true }
        set(isOn) { Resolver.register { makeB() } }
    }
    subscript(index: Int) -> Int {
        get { 1 }
        set { Resolver.register { makeC() } }
    }
}
var setup = Setup()
setup.a = true
Setup.b = true
setup[1] = 2
func start() {
    func inner() { Resolver.register { makeD() } }
    inner()
}
start()

// MARK: What a result builder or an operator makes of a request

@resultBuilder enum Texts {
    static func buildExpression(_ number: Int) -> Int { number }
    static func buildBlock(_ numbers: Int...) -> [String] { [] }
}
protocol Page { @Texts var head: [String] { get } }
struct FirstPage: Page {
    var head: [String] { Resolver.resolve(name: "number") }
    @Texts func body() -> [String] { Resolver.resolve(name: "number") }
}
Resolver.register(name: "number") { 1 }
let range: ClosedRange<Int> = 0...Resolver.resolve(name: "number")
_ = (FirstPage().body(), range)

// MARK: Scopes that one instance has

final class One: Sendable {
    let scope = Scope()
    static let one = One()
}
struct Depth: ComponentFactory {
    // Each of these ends.
    func component(half n: Int) -> Int { n == 0 ? 0 : component(half: n / 2) }
    func component(of text: Substring) -> String {
        guard !text.isEmpty else { return "" }
        let rest = text.dropFirst()
        return component(of: rest)
    }
}
Resolver.register { One.one }
Resolver.register { Depth() }
// A script sets its globals in their order.
var early: Int = late()
@MainActor func late() -> Int { early }

final class Client {
    @Inject var a: any A
    @Inject var b: any B
    @Inject var c: any C
    @Inject var d: any D
    @Inject var one: One
    @Inject var depth: Depth
}
_ = Client()

// MARK: Other accessors

struct Counter {
    var count: Int {
        get { 1 }
        nonmutating _modify {
            var one = 1
            yield &one
            Resolver.register { Modified() as Modified }
        }
    }
}
struct Modified: Sendable {}
Counter().count += 1
print(Resolver.resolve(Modified.self))
