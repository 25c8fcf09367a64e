import Collet

/// Everything about widgets: what the rest of the app may ask for.
protocol WidgetModuleType {
    func component() -> any WidgetWorkerType
    func component() -> any WidgetStore
    func component() -> any WidgetRemote
    func component(id: Int) -> any WidgetViewModelType
    func test() -> String
}

struct WidgetModule: WidgetModuleType {
    @Inject private var network: any NetworkModuleType

    // Which overload is meant follows from the type that the caller wants, and so the compiler
    // checks that the worker gets its store and its remote.
    func component() -> any WidgetWorkerType {
        WidgetWorker(store: component(), remote: component())
    }

    func component() -> any WidgetStore { WidgetRealmStore() }

    func component() -> any WidgetRemote { WidgetNetworkRemote(http: network.component()) }

    func component(id: Int) -> any WidgetViewModelType {
        WidgetViewModel(id: id, worker: component())
    }

    func test() -> String { "WidgetModule.test()" }
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
    func refresh(id: Int) -> String
}

protocol WidgetViewModelType {
    var title: String { get }
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

    func refresh(id: Int) -> String { remote.refresh(id: id) }
}

/// One widget on the screen. Which one is known only at run time.
struct WidgetViewModel: WidgetViewModelType {
    let id: Int
    let worker: any WidgetWorkerType

    var title: String { "Widget \(id): \(worker.fetch(id: id))" }

    func refresh() -> String { worker.refresh(id: id) }
}
