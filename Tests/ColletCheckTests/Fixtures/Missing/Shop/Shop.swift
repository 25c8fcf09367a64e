import Collet

protocol Clock {}
protocol Store: Sendable {}
protocol Cache: Store {}
struct SystemClock: Clock {}
struct DiskStore: Cache {}
enum Other {
    protocol Clock {}
    struct Fake: Clock {}
}

let dependencies = Dependencies {
    Module("local") { SystemClock() as any Clock }
    Module("berlin") { SystemClock() as any Clock }
    Module { SystemClock() as any Clock }
    Module { SystemClock() }
    Module { Other.Fake() as any Other.Clock }
    Module("utc") { DiskStore() as any Store }
    Module("x") { DiskStore() as any Cache }
}

final class Checkout {
    @Inject("utc") private var clock: any Clock
    @Inject private var cache: any Cache
    let store = Inject<any Store>("disk")
    let annotated: Inject<any Store> = .init("tape")
    @Inject("x") private var found: any Cache

    func pay() {
        @Inject("tokyo") var clock: any Clock
        @Inject("tokyo") var disk: DiskStore
        _ = (clock, disk)
        _ = Resolver.resolve((any Cache).self, name: "y")
        let one: any Store = Resolver.resolve()
        _ = one
        _ = Resolver.resolve() as any Other.Clock
        let many = Resolver.resolve([any Clock].self)
        _ = many
        let maybe: (any Cache)? = Resolver.resolve(name: "z")
        _ = maybe
    }
}

func free() {
    let clock = Inject<SystemClock>()
    _ = clock()
    let store = Inject<DiskStore>()
    _ = store()
}

// What nobody asks for.
protocol P: Sendable {}; protocol Q: Sendable {}; protocol R: Sendable {}; protocol U: Sendable {}
struct S: P, Q, R, U {}

let unused = Dependencies {
    Module { S() as any P }
    Module("a") { S() as any P }
    Module("b") { S() as any Q }
    Module { S() as any Q }
    Module { S() as any R }
    Module { S() as any U }
    Module { S() }
}

final class Asking {
    @Inject("b") var q: any Q
    @Inject var r: (any R)?
    lazy var all = Resolver.resolve([any U].self)
}

// One misspelt name is one mistake.
protocol V: Sendable {}
struct T: V {}
let nested = Dependencies {
    Module("nested") {
        Resolver.register(name: "inner") { One(two: Resolver.resolve()) }
        return One(two: Two())
    }
}
struct One: Sendable { let two: Two }
struct Two: Sendable {}
final class ByHand {
    @Inject var absent: (any Cache)?
    init() {}
    init(_ cache: any Cache) { _absent = Inject(value: cache) }
}
// To read a wrapper, or to set another property, gives it no value by hand.
final class Reading {
    @Inject("read") var one: One
    var other: One = Resolver.resolve(name: "set")
    func read() { print(_one) }
    func set() { other = one }
}
#if UNSET
    let two = Resolver.resolve(Two.self)
#endif
let misspelt = Dependencies { Module("berlin") { T() as any V } }
final class Misspelt { @Inject("belrin") var v: any V }
// What serves the element serves an optional of an optional or of an array, too.
struct Spare: Sendable {}
let spares = Dependencies { Module { Spare() } }
final class Spares { @Inject var all: [Spare]?; @Inject var one: Spare?? }

// A default value is asked for where one call gives no other.
func load(from store: any Store = Resolver.resolve(name: "default")) {}
func loadTwice() {
    load()
    load(from: DiskStore())
}
