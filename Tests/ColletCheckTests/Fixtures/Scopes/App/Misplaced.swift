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

let misplaced = Dependencies {
    Module(.shared) { LostModule() }
    Module(.shared) { StaticModule() }
    Module(.shared) { FreshModule() }
}
struct MisplacedApp {
    @Inject private var lost: LostModule
    @Inject private var kept: StaticModule
    @Inject private var fresh: FreshModule
}
public func withFakes() {
    Dependencies { Module { Store() } }.override { print(Resolver.resolve(Store.self)) }
}
