import Collet

// All of this runs, so nothing in it may be an error.

protocol P: Sendable {}
struct S: P {}

// MARK: Components that seem to call themselves

struct Later { init(_ make: @autoclosure () -> any P) {} }
struct LaterOf<T> { init(_ make: @autoclosure () -> T) {} }
struct Table { subscript(make: @autoclosure () -> any P) -> Int { 1 } }
func crash() -> Never { fatalError() }
func use(_ value: Any) {}

struct Seeming {
    func component(autoclosure: Int) -> any P {
        _ = Later(component(autoclosure: 1))
        return S()
    }
    func component(genericAutoclosure: Int) -> any P {
        _ = LaterOf<any P>(component(genericAutoclosure: 1))
        return S()
    }
    func component(subscript: Int) -> any P {
        _ = Table()[component(subscript: 1)]
        return S()
    }
    func component(lazyVariable: Int) -> any P {
        lazy var part: any P = component(lazyVariable: 1)
        return S()
    }
    func component(behindTheReturn: Int) -> any P {
        return S()
        use(component(behindTheReturn: 1))
    }
    func component(behindTheEnd: Int) -> any P {
        crash()
        return component(behindTheEnd: 1)
    }
    func component(behindTheStop: Int) -> any P {
        fatalError("stopped")
        return component(behindTheStop: 1)
    }
}

struct Once {
    private let scope = Scope()
    func component(condition: Int) -> any P {
        scope.shared {
            if condition > 0 { return S() }
            return component(condition: condition)
        }
    }
}

struct Described {
    var component: any P {
        use(\Described.component)
        return S()
    }
}

struct Kept {
    static let make: @Sendable () -> any P = { Kept().component() }
    func component() -> any P {
        use((Kept.make, component))
        return S()
    }
}

class Node {
    let parent: Node?
    init(parent: Node?) { self.parent = parent }
    func component() -> any P { parent!.component() }
}
final class Root: Node { override func component() -> any P { S() } }

// MARK: One registration, two implementations

protocol AType: Sendable { func component() -> any P }
protocol BType: Sendable { func component() -> any P }
struct A: AType {
    @Inject var b: any BType
    func component() -> any P { b.component() }
}
struct B: BType {
    @Inject var a: any AType
    func component() -> any P { a.component() }
}
struct LastB: BType { func component() -> any P { S() } }

// MARK: Requests whose type is not the one that is written before them

func choose(_ isLast: Bool) {
    Dependencies {
        Module { A() as any AType }
        Module {
            guard !isLast else { return LastB() as any BType }
            return B() as any BType
        }
        Module("overridden") {
            Dependencies { Module("overridden") { S() as any P } }
                .override { Resolver.resolve((any P).self, name: "overridden") }
        }
        Module("rate") { 1e3 }
        Module("ratio") { 0x1p3 }
        Module("number") { 0x1e3 }
    }
    .build()
}

final class Screen {
    @Inject("rate") var rate: Double
    @Inject("ratio") var ratio: Double
    @Inject("number") var number: Int
    let fallback: any P = Resolver.resolve() ?? S()
    let overridden: any P = Resolver.resolve(name: "overridden")
    let comparison: Bool = Resolver.resolve(name: "number") == 3
    let cast: any P = Resolver.resolve() as Optional ?? S()
    let below: any P =
        Resolver.resolve()
        ?? S()
    func made() -> any P { return Resolver.resolve() ?? S() }
}

// MARK: What a subclass decides

class Service: @unchecked Sendable {
    required init() {}
    class func module() -> Module { Module("self") { Self.init() } }
}
final class Mailer: Service, @unchecked Sendable {}
let services = Dependencies { Mailer.module() }
struct MailerScreen { @Inject("self") var mailer: Mailer }

public final class Product {}
open class ParentModule {
    public init() {}
    open func component() -> Product { make().component() }
    open func make() -> ParentModule { fatalError() }
}

// MARK: What generic code registers, told by who uses it

struct C: P {}
struct D: P {}
extension Module {
    static func single<T: Sendable>(_ make: @escaping @Sendable () -> T) -> Module {
        kept(.shared, make)
    }
    static func opaque(_ value: some P) -> Module { Module("opaque") { value } }
    static func kept<T: Sendable>(
        _ lifetime: Lifetime, _ make: @escaping @Sendable () -> T
    ) -> Module {
        Module(lifetime, nil, make)
    }
}
struct Single<T: Sendable> {
    let make: @Sendable () -> T
    var modules: Dependencies { Dependencies { Module(.shared, "single", make) } }
}
typealias SingleD = Single<D>
func registerAll() {
    Dependencies {
        Module.single { C() }
        Module.opaque(C())
    }
    .build()
    SingleD(make: makeD).modules.build()
}
@Sendable func makeD() -> D { D() }
func ask() {
    print(Resolver.resolve(C.self), Resolver.resolve(D.self, name: "single"))
    print(Resolver.resolve(C.self, name: "opaque"))
}
