import Collet

/// Everything about widgets that the rest of the app may ask for.
protocol WidgetModuleType: ComponentFactory {
    func component() -> any WidgetWorkerType
    func component(id: Int) -> any WidgetViewModelType
    func test() -> String
}

struct WidgetModule: WidgetModuleType {
    @Inject private var network: any NetworkModuleType

    // The expected type chooses the overload. If no component made the worker's store,
    // the compiler would point to that argument, because the module is a
    // `ComponentFactory`.
    func component() -> any WidgetWorkerType {
        WidgetWorker(store: component(), remote: component())
    }

    func component(id: Int) -> any WidgetViewModelType {
        WidgetViewModel(id: id, remote: component())
    }

    private func component() -> any WidgetStore { WidgetRealmStore() }

    private func component() -> any WidgetRemote {
        WidgetNetworkRemote(http: network.component())
    }

    func test() -> String { "WidgetModule.test()" }
}

final class WidgetScreen {
    @Inject private var widgets: any WidgetModuleType
    private lazy var worker: any WidgetWorkerType = widgets.component()

    func show() {
        print(widgets.test())
        print(worker.fetch(id: 3))
    }

    func refresh(id: Int) {
        let widget: any WidgetViewModelType = widgets.component(id: id)
        print(widget.refresh())
    }
}

// MARK: - Components

protocol WidgetStore {
    func fetch(id: Int) -> String
}

protocol WidgetRemote {
    func fetch(id: Int) -> String
    func refresh(id: Int) -> String
}

protocol WidgetWorkerType {
    func fetch(id: Int) -> String
}

protocol WidgetViewModelType {
    func refresh() -> String
}

struct WidgetRealmStore: WidgetStore {
    func fetch(id: Int) -> String { "|MediaRealmStore.\(id)|" }
}

struct WidgetNetworkRemote: WidgetRemote {
    let http: any HTTPServiceType

    func fetch(id: Int) -> String { "|MediaNetworkRemote.\(id)|" }

    func refresh(id: Int) -> String { http.get("/widgets/\(id)") }
}

/// Looks in the store first, then asks the server.
struct WidgetWorker: WidgetWorkerType {
    let store: any WidgetStore
    let remote: any WidgetRemote

    func fetch(id: Int) -> String { store.fetch(id: id) + remote.fetch(id: id) }
}

/// One widget on the screen, known only at run time, so it is an argument.
struct WidgetViewModel: WidgetViewModelType {
    let id: Int
    let remote: any WidgetRemote

    func refresh() -> String { "Widget \(id): \(remote.refresh(id: id))" }
}
