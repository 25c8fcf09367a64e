import Collet

// Each of these is called in a way of its own.
struct N<T>: Sendable {}
enum A1 {}; enum A2 {}; enum A3 {}; enum A4 {}; enum A5 {}; enum A6 {}; enum A7 {}; enum A8 {}
enum B1 {}; enum B2 {}; enum B3 {}; enum B4 {}; enum B5 {}; enum B6 {}; enum B7 {}; enum B8 {}
enum C1 {}; enum C2 {}; enum C3 {}; enum C4 {}; enum C5 {}; enum C6 {}; enum C7 {}; enum C8 {}
enum D1 {}; enum D2 {}; enum D3 {}

func inAList() { Resolver.register { N<A1>() } }
func inADefault() -> Int { Resolver.register { N<A2>() }; return 1 }
func inAnInitialValue() -> Int { Resolver.register { N<A3>() }; return 1 }
func inALazyValue() -> Int { Resolver.register { N<A4>() }; return 1 }
func inASubscript() { Resolver.register { N<A5>() } }
func inAnOperator() { Resolver.register { N<A6>() } }
func inAnObserver() { Resolver.register { N<A7>() } }
func inADeinitializer() { Resolver.register { N<A8>() } }
func inAWrapper() { Resolver.register { N<B1>() } }
func inALiteral() { Resolver.register { N<B2>() } }
func inACall() { Resolver.register { N<B3>() } }
func inATask() async { Resolver.register { N<B4>() } }
func inALocalFunction() { Resolver.register { N<B5>() } }
func inAProtocolsExtension() { Resolver.register { N<B6>() } }
func inASuperclass() { Resolver.register { N<B7>() } }
func byAKeyPath() -> Int { Resolver.register { N<B8>() }; return 1 }
func inAnInterpolation() -> Int { Resolver.register { N<C1>() }; return 1 }
func inADescription() -> Int { Resolver.register { N<C2>() }; return 1 }
func inAGenericFunction() { Resolver.register { N<C3>() } }
func inAMember() -> Int { Resolver.register { N<C4>() }; return 1 }
func inAnActor() { Resolver.register { N<C5>() } }
func byAMetatype() { Resolver.register { N<C6>() } }
func inABuilder() -> Module { Module { N<C7>() } }
func inADefaultImplementation() { Resolver.register { N<D1>() } }
func inAnInheritedInitializer() { Resolver.register { N<D2>() } }
func inADecoder() { Resolver.register { N<D3>() } }
func inAThrower() throws { Resolver.register { N<C8>() } }

@propertyWrapper struct Setup {
    var wrappedValue = 1
    init() { inAWrapper() }
}
struct Literal: ExpressibleByIntegerLiteral { init(integerLiteral value: Int) { inALiteral() } }
struct Caller { func callAsFunction() { inACall() } }
func += (left: inout Object, right: Int) { inAnOperator() }
protocol Role {}
extension Role { func play() { inAProtocolsExtension() } }
protocol Stage { func enter() }
extension Stage { func enter() { inADefaultImplementation() } }
struct Scene: Stage {}
class Inherited { init() { inAnInheritedInitializer() } }
final class Heir: Inherited {}
struct Decoded: Decodable {
    let name: String
    init(from decoder: any Decoder) throws {
        name = ""
        inADecoder()
    }
    func show() { print(name) }
}
func decode<T: Decodable>(_ type: T.Type) {}
class Base {
    func open() {}
    func close() { open() }
}
final class Object: Base, Role {
    let value = inAnInitialValue()
    lazy var late = inALazyValue()
    var observed = 1 { didSet { inAnObserver() } }
    @Setup var wrapped: Int
    let literal: Literal = 1
    init(_ number: Int = inADefault()) {}
    deinit { inADeinitializer() }
    subscript(index: Int) -> Int { inASubscript(); return index }
    override func open() { inASuperclass() }
    var keyed: Int { byAKeyPath() }
}
extension Object: CustomStringConvertible { var description: String { "\(inADescription())" } }
actor Worker { func work() { inAnActor() } }
class Made { required init() { byAMetatype() } }
final class MadeToo: Made {}
@dynamicMemberLookup struct Members { subscript(dynamicMember name: String) -> Int { inAMember() } }
func generic<T: Role>(_ role: T) { inAGenericFunction() }

let app = Dependencies { inABuilder() }

struct Screen {
    @Inject var a1: N<A1>; @Inject var a2: N<A2>; @Inject var a3: N<A3>; @Inject var a4: N<A4>
    @Inject var a5: N<A5>; @Inject var a6: N<A6>; @Inject var a7: N<A7>; @Inject var a8: N<A8>
    @Inject var b1: N<B1>; @Inject var b2: N<B2>; @Inject var b3: N<B3>; @Inject var b4: N<B4>
    @Inject var b5: N<B5>; @Inject var b6: N<B6>; @Inject var b7: N<B7>; @Inject var b8: N<B8>
    @Inject var c1: N<C1>; @Inject var c2: N<C2>; @Inject var c3: N<C3>; @Inject var c4: N<C4>
    @Inject var d1: N<D1>; @Inject var d2: N<D2>; @Inject var d3: N<D3>
    @Inject var c5: N<C5>; @Inject var c6: N<C6>; @Inject var c7: N<C7>; @Inject var c8: N<C8>
}

@main
struct Main {
    static func main() async throws {
        app.build()
        for call in [inAList] { call() }
        var object = Object()
        print(object.late, object[1], object.observed, "\(inAnInterpolation())", object)
        object += 1
        Caller()()
        Task { await inATask() }
        func local() { inALocalFunction() }
        local()
        object.play()
        object.close()
        print([object].map(\.keyed), Members().name)
        generic(object)
        await Worker().work()
        let type: Made.Type = MadeToo.self
        _ = type.init()
        let stage: any Stage = Scene()
        stage.enter()
        _ = Heir()
        decode(Decoded.self)
        try inAThrower()
        print(Screen())
    }
}
