import Collet

// Faults that look like working code.
protocol A: Sendable {}; protocol B: Sendable {}; protocol C: Sendable {}; protocol D: Sendable {}
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
final class Setup { init() { Resolver.register { Impl() as any D } } }
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

// MARK: Types that look like others, and calls of what a protocol requires

protocol Pair<Key, Count>: Sendable {
    associatedtype Key
    associatedtype Count
}
struct Names: Pair {
    typealias Key = String
    typealias Count = Int
}
final class Object: Sendable {}
extension A {
    func ask() {
        @Inject var missing: any E
        print(missing)
    }
}
protocol OneType: ComponentFactory, Sendable { func component() -> Int }
protocol OtherType: ComponentFactory, Sendable { func component() -> String }
struct One: OneType {
    let other: any OtherType
    func component() -> Int { (other.component() as String).count }
}
struct Other: OtherType {
    func one() -> any OneType { One(other: self) }
    func component() -> String { "\(one().component() as Int)" }
}
protocol TreeType: ComponentFactory, Sendable { func component() -> Bool }
struct Tree: TreeType {
    let inner: [any TreeType]
    func component() -> Bool { inner.isEmpty || inner[0].component() }
}
let types = Dependencies {
    Module { Names() as any Pair<String, Int> }
    Module(.weak) { Object() as Object? }
}
struct Types {
    @Inject var names: any Pair<String, Int>
    @Inject var swapped: any Pair<Int, String>
    @Inject var object: Object?
    @Inject var function: @Sendable () -> Int
    @Inject var all: [any A]
}

// MARK: Two features that register one key, and others that may replace what is registered

let search = Dependencies {
    Module("client") { Impl() as any A }
    Module("own") { Impl() as any A }
    if CommandLine.arguments.isEmpty { Module("branch") { Impl() as any A } }
}
func billing() -> Dependencies {
    Dependencies {
        Module("client") { Impl() as any A }
        Module("own") { Impl() as any A }
        Module("inline") { Impl() as any A }
        Module("branch") { Impl() as any A }
    }
}
@DependenciesBuilder func reports() -> [Module] { Module("client") { Impl() as any A } }
let layered = Dependencies {
    search
    Module("client") { Impl() as any A }
}
let features = Dependencies {
    search
    billing()
    reports()
    Dependencies { Module("inline") { Impl() as any A } }
    Module("own") { Impl() as any A }
    if CommandLine.arguments.isEmpty { debugging }
    #if !UNSET
        tracing
    #endif
}
let tracing = Dependencies { Module("inline") { Impl() as any A } }
let debugging = Dependencies { Module("client") { Impl() as any A } }
let layers = Dependencies {
    search
    layered
}

@main enum Main {
    static func main() {
        app.build()
        types.build()
        features.build()
        layers.build()
        Impl().ask()
        let start = mentioned.build
        Resolver.register(registered)
        print(Client(), Types())
    }
}
