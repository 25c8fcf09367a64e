// modes: 5, 6
// The graph of components is ordinary code, so what nobody makes does not compile. With
// `ComponentFactory`, on the module or on its protocol, the message says so, at the very argument.
import Collet

protocol Store {}
protocol Remote {}
struct RealStore: Store {}
struct Worker {
    let store: any Store
    let remote: any Remote
}

struct WidgetModule: ComponentFactory {
    func component() -> Worker {
        Worker(store: component(), remote: component())  // error: no component() here makes this
    }
    func component() -> any Store { RealStore() }
}

struct Label {}
struct Parcel { let label: Label }

// It doesn't help that one with an argument makes the type.
struct Post: ComponentFactory {
    func component() -> Parcel {
        Parcel(label: component())  // error: no component() here makes this type
    }
    func component(to address: String) -> Label { Label() }
}

struct Printer {}
struct Till { let printer: Printer }

protocol TillModuleType: ComponentFactory {
    func component() -> Till
}
struct TillModule: TillModuleType {
    private let scope = Scope()

    func component() -> Till {
        scope.graph {
            Till(printer: component())  // error: no component() here makes this type
        }
    }
}

final class Screen {
    @Inject private var tills: any TillModuleType
    lazy var printer: Printer = tills.component()  // error: no component() here makes this type
}
