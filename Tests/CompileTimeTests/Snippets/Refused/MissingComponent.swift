// The graph of components is ordinary code, so what nobody makes does not compile.
import Collet

protocol Store {}
protocol Remote {}
struct RealStore: Store {}
struct Worker {
    let store: any Store
    let remote: any Remote
}

struct WidgetModule {
    func component() -> Worker {
        let store: any Store = component()
        let remote: any Remote = component()  // error: expected contextual result type 'any Remote'
        return Worker(store: store, remote: remote)
    }
    func component() -> any Store { RealStore() }
}
