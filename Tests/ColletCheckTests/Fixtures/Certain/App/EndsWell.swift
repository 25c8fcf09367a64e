import Collet

final class GraphStore: Store, @unchecked Sendable { var owner: Owner? }
final class Owner { init(_ store: any Store) {} }

protocol StoreModuleType: Sendable { func component() -> any Store }
struct PlainModule: StoreModuleType { func component() -> any Store { RealStore() } }
// A decorator asks the module that it stands for, not itself.
struct CachingModule: StoreModuleType {
    @Inject("plain") private var plain: any StoreModuleType
    func component() -> any Store { plain.component() }
}

protocol GraphModuleType: Sendable {
    func component() -> GraphStore
    func component() -> Owner
}
// Two components that refer to each other within a graph: one as a property, later.
struct GraphModule: GraphModuleType {
    private let scope = Scope()
    func component() -> GraphStore {
        scope.graph {
            GraphStore()
        } configure: {
            $0.owner = component()
        }
    }
    func component() -> Owner { scope.graph { Owner(component() as GraphStore) } }
}

// Overloads that differ in their result only.
protocol ChainModuleType: Sendable {
    func component() -> Int
    func component() -> String
    func component() -> [String]
}
struct ChainModule: ChainModuleType {
    func component() -> Int { 1 }
    func component() -> String { "\(component() as Int)" }
    func component() -> [String] { [component()] }
}

// Two components by way of each other, of which a module makes one itself.
protocol EitherModuleType: Sendable {
    func component() -> Double
    func component() -> [Double]
}
extension EitherModuleType {
    func component() -> Double { (component() as [Double])[0] }
    func component() -> [Double] { [component()] }
}
struct EitherModule: EitherModuleType { func component() -> Double { 1 } }
// Who has such a module is not known.
public protocol OpenModuleType: Sendable {
    func component() -> Float
    func component() -> [Float]
}
extension OpenModuleType {
    public func component() -> Float { (component() as [Float])[0] }
    public func component() -> [Float] { [component()] }
}

let ending = Dependencies {
    Module { EitherModule() as any EitherModuleType }
    Module { CachingModule() as any StoreModuleType }
    Module("plain") { PlainModule() as any StoreModuleType }
    Module(.shared) { GraphModule() as any GraphModuleType }
    Module { ChainModule() as any ChainModuleType }
}

final class EndingScreen {
    @Inject private var either: any EitherModuleType
    @Inject private var stores: any StoreModuleType
    @Inject private var graphs: any GraphModuleType
    @Inject private var chains: any ChainModuleType
}
