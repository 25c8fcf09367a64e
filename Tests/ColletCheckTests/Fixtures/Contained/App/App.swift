import Collet
import Dispatch

// What runs in overrides, isolations and containers, and what these have.
protocol A: Sendable {}; protocol B: Sendable {}; protocol C: Sendable {}; protocol D: Sendable {}
protocol E: Sendable {}
struct Impl: A, B, C, D, E {}

let app = Dependencies { Module { Impl() as any A } }
let spies = Dependencies {
    Module { Impl() as any B }
    Module { Impl() as any C }
}

// MARK: Helpers that pass a closure on

func preview<R>(_ times: Int = 1, _ make: () -> R) -> R {
    times == 1 ? spies.isolate(make) : preview(times - 1, make)
}
func spied<R>(_ value: @autoclosure () -> R) -> R { spies.isolate(value) }
func counted(_ make: (_ count: Int) -> Void) { spies.override { make(1) } }
func titled<R>(_ title: String, make: () -> R) -> R { preview { make() } }
func previewAll() {
    _ = titled("Spied") { Spied() }
    spies.override(named)
    spies.override(Shower.show)
    counted { _ in print(Resolver.resolve((any B).self)) }
    print(spied(Resolver.resolve((any C).self)))
}
final class Spied {
    @Inject var b: any B
    @Inject var onlyInApp: any A
}
enum Shower { static func show() { print(Resolver.resolve((any B).self)) } }
func named() { print(Resolver.resolve((any B).self)) }
final class Screen { @Inject var onlyInSpies: any C }

let perhaps = Dependencies { Module("perhaps") { Impl() as any D } }
func run(_ closures: [() -> Void]) {
    perhaps.override(closures[0])
    perhaps.override { print("seen") }
}
final class Unfollowed { @Inject("perhaps") var perhaps: any D }

// What runs in an isolation counts there, even if it also runs outside of any.
func setUp() { app.build() }
func isolateAll() {
    Dependencies {}.isolate {
        setUp()
        print(OnlyIsolated(), ContinuousClock(), Resolver.resolve((any A).self, name: "own"))
    }
}
// What nobody asks for counts where it is built.
struct Unasked: Sendable { init(_ a: any A) {} }
let both = Dependencies { Module("both") { Unasked(Resolver.resolve()) } }
func buildBoth() {
    both.build()
    both.isolate { print("isolated") }
}
// So does what the system calls of a type of its own.
extension ContinuousClock: @retroactive CustomStringConvertible {
    public var description: String { "\(Resolver.register(name: "own") { Impl() as any A })" }
}
final class OnlyIsolated { @Inject var a: any A }

// A block that is handed on may be isolated with anywhere.
extension Dependencies { func shown<V>(_ make: () -> V) -> V { isolate(make) } }
struct Holder {
    let block: Dependencies
    func show() { block.isolate { print(Resolver.resolve((any A).self, name: "held")) } }
}
func hold() {
    Holder(block: Dependencies { Module("held") { Impl() as any A } }).show()
    Dependencies { Module("shown") { Impl() as any A } }.shown {
        print(Resolver.resolve((any A).self, name: "shown"))
    }
}

// MARK: Tasks that leave an override

func leave() {
    spies.override {
        print(Resolver.resolve((any B).self))
        print([1].map { _ in Resolver.resolve((any B).self) })
        Task { print(Resolver.resolve((any C).self)) }
        Task.detached(name: "\(Resolver.resolve((any B).self))") { print("detached") }
        Task.detached { print(Resolver.resolve((any B).self)) }
        DispatchQueue.main.async { print(Resolver.resolve((any B).self)) }
    }
}

// MARK: Containers

final class Cart {
    @Inject var a: any A
    @Inject("user") var user: any B
    @Inject("inner") var inner: any C
    private let current = Dependencies.Container.current
    func pay() { current.perform { print(Resolver.resolve((any E).self)) } }
}
final class Session {
    private let container: Dependencies.Container
    init(_ container: Dependencies.Container) { self.container = container }
    func start() -> Cart {
        container.perform {
            Resolver.register(name: "inner") { Impl() as any C }
            return Cart()
        }
    }
}
final class Outside { @Inject("user") var user: any B }

@main enum Main {
    static func main() {
        setUp()
        isolateAll()
        buildBoth()
        hold()
        _ = Session(Dependencies { Module("user") { Impl() as any B } }.makeContainer()).start()
        Dependencies { Module { Impl() as any E } }.override { print(Cart.self) }
        print(Screen(), Outside(), Unfollowed())
        previewAll()
        run([])
        leave()
        edit()
        warmUp()
        help()
    }
}

// Outside of its container, what that made still has its modules; but nobody else there has any.
struct Coal: Sendable {}
protocol Warmer { func warm(mode: Int) }
final class Heater: Warmer {
    @Inject var coal: Coal
    func warm(mode: Int) { print(mode) }
}
struct Shed: C { @Inject var coal: Coal }
let heating = Dependencies {
    Module { Heater() as any Warmer }
    Module { Coal() }
    Module("shed") { Shed() as any C }
}
func warmUp() {
    let warmer: any Warmer = heating.makeContainer().perform { Resolver.resolve() }
    warmer.warm(mode: 1)
    print(Resolver.resolve((any C).self, name: "shed"))
}

// A helper may run only one of its closures in an override.
struct Help: Sendable {}
let helping = Dependencies { Module { Help() } }
func around(before: () -> Void = {}, body: () -> Void, after: (() -> Void)? = nil) {
    before()
    helping.override(body)
    after?()
}
func help() {
    around { print(Resolver.resolve(Help.self)) }
    around {
        print("before")
    } body: {
        print(Resolver.resolve(Help.self))
    } after: {
        print(Resolver.resolve(Help.self))
    }
    // An override doesn't have what a container has, which it asks for.
    Dependencies { Module("own") { Help() } }.override {
        print(Resolver.resolve((any C).self, name: "shed"))
        print(Resolver.resolve(Help.self, name: "own"))
    }
}
