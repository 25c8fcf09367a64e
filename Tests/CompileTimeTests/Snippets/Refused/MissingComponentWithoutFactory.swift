// Without `ComponentFactory` the compiler has other words for it, or none.
import Collet

struct Printer {}
struct Paper {}
struct Till { let printer: Printer }

struct TillModule {
    func component() -> Till {
        Till(printer: component())  // error: cannot convert value of type
    }
    func component(width: Int) -> Paper { Paper() }
}

protocol Store {}
protocol Remote {}
protocol Worker {}
struct RealStore: Store {}
struct RealWorker: Worker {
    let store: any Store
    let remote: any Remote
}

struct WidgetModule {
    func component() -> any Worker {
        RealWorker(store: component(), remote: component())  // error: please submit a bug report
    }
    func component() -> any Store { RealStore() }
}

protocol StoreModule {
    func component() -> any Store
    func component() -> any Remote
}

final class Screen {
    @Inject private var stores: any StoreModule
    lazy var worker: any Worker = stores.component()  // error: no 'component' candidates produce
}
