import AKit
import Collet

protocol Store {}; protocol Worker {}; protocol View {}
struct RealStore: Store { var name = "" }
struct RealWorker: Worker { init(_ store: any Store) {} }
struct RealView: View { init(_ worker: any Worker) {} }

protocol WidgetModuleType: Sendable {
    func component() -> any Store
    func component() -> any Worker
    func component() -> any View
    func component(id: Int) -> any Store
    func component(flag: Bool) -> any Store
    func component(lazy: Bool) -> any Store
    func component(deep: Int) -> any Store
    func component(other: Bool) -> any Store
}

func choose<T>(_ first: T?, or second: @autoclosure () -> T) -> T { first ?? second() }

extension WidgetModuleType {
    // By way of the extension.
    func component(deep: Int) -> any Store { deeper(deep - 1) }
    private func deeper(_ deep: Int) -> any Store { component(deep: deep) }
}

struct WidgetModule: WidgetModuleType {
    @Inject private var network: any NetworkModuleType

    // Across modules: worker -> network -> … -> worker.
    func component() -> any Worker { RealWorker(component()) }
    func component() -> any Store {
        let http: any HTTP = network.component()
        return RealStore(name: "\(http)")
    }
    // Calls itself only by its own overload.
    func component() -> any View { let view: any View = component(); return view }
    // A branch ends it.
    func component(id: Int) -> any Store { id == 0 ? RealStore() : component(id: id - 1) }
    // An early exit ends it.
    func component(flag: Bool) -> any Store {
        guard flag else { return RealStore() }
        return component(flag: false)
    }
    // So does an argument that may not be evaluated.
    func component(other: Bool) -> any Store { choose(RealStore(), or: component(other: true)) }
    // A closure puts it off.
    func component(lazy: Bool) -> any Store {
        let make = { component(lazy: lazy) }
        _ = make
        return RealStore()
    }
}

struct NetworkModule: NetworkModuleType {
    @Inject private var widgets: any WidgetModuleType

    func component() -> any HTTP { helper() }
    private func helper() -> any HTTP {
        let store: any Store = widgets.component()
        return RealHTTP(name: "\(store)")
    }
}

struct RealHTTP: HTTP { var name: String }

let dependencies = Dependencies {
    Module { WidgetModule() as any WidgetModuleType }
    Module { NetworkModule() as any NetworkModuleType }
}

final class Screen { @Inject private var widgets: any WidgetModuleType }

// A head always runs.
struct InAHead {
    func component() -> (any Store)? {
        guard let store: any Store = component() else { return nil }
        return store
    }
    func component() -> [any Store] {
        for store in component() as [any Store] { return [store] }
        return []
    }
    func component() async -> any Worker { await component() }
    func component() throws -> any View {
        switch try component() as any View {
        default: return RealView(RealWorker(RealStore()))
        }
    }
}

// What follows them may not run.
struct BehindAHead {
    let isOpen = true
    func component() -> (any Store)? {
        guard isOpen, let store: any Store = component() else { return nil }
        return store
    }
    func component() throws -> any View {
        try open()
        return try component()
    }
    func component() -> [any Store] {
        for _ in [1] where component().isEmpty {}
        return []
    }
    func open() throws {}
}

// A word in a text ends nothing.
struct Printing {
    func component() -> any View {
        print("return")
        return self.component()
    }
}

// A comparison puts nothing off.
struct Comparing { func component() -> Int { 1 > component() ? 1 : 2 } }
struct ByProperty {
    func component() -> any View { made() }
    private var made: () -> any View {
        let view: any View = component()
        return { view }
    }
}

// A default argument is no value that the component is set to.
struct WithADefault { func component(count: Int = 1) -> any View { component(count: count) } }

// Through the only type of the program that there is; a mock is none.
struct Nib {}
struct Barrel {}
protocol NibModuleType: Sendable { func component() -> Nib }
struct NibModule: NibModuleType {
    func component() -> Nib {
        let barrel: Barrel = BarrelModule(nibs: self).component()
        print(barrel)
        return Nib()
    }
}
struct BarrelModule {
    let nibs: any NibModuleType
    func component() -> Barrel {
        let nib: Nib = nibs.component()
        print(nib)
        return Barrel()
    }
}

// A condition says which of two modules serves it.
protocol SideModuleType: Sendable { func component() -> any View }
protocol LoopModuleType: Sendable { func component() -> any View }
struct ClosedSide: SideModuleType {
    @Inject private var loop: any LoopModuleType
    func component() -> any View { loop.component() }
}
struct OpenSide: SideModuleType {
    func component() -> any View { RealView(RealWorker(RealStore())) }
}
struct LoopModule: LoopModuleType {
    @Inject private var side: any SideModuleType
    func component() -> any View { side.component() }
}
let sides = Dependencies {
    if InAHead.isOpen {
        Module { ClosedSide() as any SideModuleType }
    } else {
        Module { OpenSide() as any SideModuleType }
    }
    Module { LoopModule() as any LoopModuleType }
}
extension InAHead { static var isOpen: Bool { dependencies.isolate { true } } }
