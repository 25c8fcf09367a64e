import Collet

struct Row { let open: (Int) -> any Store }

// A scope runs the closure that it is given, if there is no key to tell its calls apart.
struct ScopedModule: Sendable {
    private let scope = Scope()
    func component() -> any Store { scope.shared { RealStore(component()) } }
    func component(weak: Bool) -> any Store { scope.weak { RealStore(component(weak: weak)) } }
    func component(graph: Bool) -> RealStore { scope.graph { RealStore(component(graph: graph)) } }
    func component(for id: Int) -> any Store {
        scope.shared(for: id) { RealStore(component(for: id - 1)) }
    }
    // Somebody may run these later.
    func component() -> Row { Row(open: { (_: Int) -> any Store in component(open: true) }) }
    func component(open: Bool) -> any Store {
        let row: Row = component()
        return row.open(1)
    }
    func component(configured: Bool) -> RealStore {
        scope.graph {
            RealStore()
        } configure: { _ in
            _ = component(configured: configured)
        }
    }
}

// A module's other functions make components, too; one that ends may call itself.
protocol FactoryType: Sendable {
    func makeStore() -> any Store
    func makeRow() -> Row
}
struct Factory: FactoryType {
    @Inject private var other: any OtherType
    func makeStore() -> any Store { RealStore(other.makeStore()) }
    func makeRow() -> Row { depth(3) > 0 ? makeRow() : Row { _ in RealStore() } }
    private func depth(_ number: Int) -> Int { number == 0 ? 0 : depth(number - 1) }
}
protocol OtherType: Sendable { func makeStore() -> any Store }
struct Other: OtherType {
    private let factory = Inject<any FactoryType>()
    func makeStore() -> any Store { factory().makeStore() }
}

let scoped = Dependencies {
    Module(.shared) { ScopedModule() }
    Module { Factory() as any FactoryType }
    Module { Other() as any OtherType }
}
final class ScopedScreen { @Inject private var scoped: ScopedModule }

// A function that is handed on isn't called.
extension ScopedModule {
    func component(later: Int) -> Row { Row(open: component(opened:)) }
    func component(opened: Int) -> any Store { (component(later: 1) as Row).open(opened) }
}

// Who reads a property calls what its getter calls.
extension ScopedModule {
    func component(read: Bool) -> any Store { latest }
    private var latest: any Store { get { component(read: true) } }
}
