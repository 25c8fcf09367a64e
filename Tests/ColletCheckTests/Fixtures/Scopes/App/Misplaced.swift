import Collet

final class Store: Sendable {}

// Each call has another one.
final class LostModule: ComponentFactory, Sendable {
    var scope: Scope { Scope() }
    static var common: Scope { get { Scope() } }
    func other() -> Scope { return Scope() }
    func component() -> Store { scope.shared { Store() } }
    func component(_ id: Int) -> Store { other().weak { Store() } }
    func component(_ name: String) -> Store { Self.common.shared { Store() } }
    func component(_ flag: Bool) -> Store { Scope().shared { Store() } }
    func component(_ rate: Double) -> Store {
        let own = Scope()
        return own.shared { Store() }
    }
}
// All have one, and what it made in an override.
final class StaticModule: ComponentFactory, Sendable {
    static let scope = Scope()
    func component() -> Store { Self.scope.shared { Store() } }
}
// Somebody keeps these, or they serve more than one call.
final class FreshModule: ComponentFactory, Sendable {
    static let unasked = Scope()
    static func fresh() -> Scope { Scope() }
    let scope = FreshModule.fresh()
    func component() -> Store { scope.shared { Store() } }
    func component(_ ids: [Int]) -> [Store] {
        let own = Scope()
        return ids.map { id in own.shared(for: id) { Store() } }
    }
}

// What the first call is given decides for all.
final class Named: Sendable {
    let id: Int
    init(id: Int) { self.id = id }
}
final class NamedModule: ComponentFactory, Sendable {
    let scope = Scope()
    func component(id: Int) -> Named { scope.shared { Named(id: id) } }
    func component(user id: Int) -> Named {
        scope.weak {
            let named = Named(id: id)
            return named
        }
    }
    // And here it doesn't.
    func component(of id: Int) -> Named { scope.shared(for: id) { Named(id: id) } }
    func component(printing id: Int) -> Named {
        print(id)
        return scope.shared { Named(id: 1) }
    }
    func component(alike id: Named) -> Named { scope.shared { Named(id: fixed.id) } }
    func component(new id: Int) -> Named { scope.graph { Named(id: id) } }
}
let fixed = Named(id: 1)

let misplaced = Dependencies {
    Module(.shared) { NamedModule() }
    Module(.shared) { LostModule() }
    Module(.shared) { StaticModule() }
    Module(.shared) { FreshModule() }
}
struct MisplacedApp {
    @Inject private var lost: LostModule
    @Inject private var kept: StaticModule
    @Inject private var fresh: FreshModule
    @Inject private var named: NamedModule
}
public func withFakes() {
    Dependencies { Module { Store() } }.override { print(Resolver.resolve(Store.self)) }
}
