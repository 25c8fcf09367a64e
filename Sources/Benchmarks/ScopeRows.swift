import Collet

extension Row {
    /// The rows about components whose lifetime a scope decides.
    static var scopes: [Row] {
        let sessions = ScopedSessionModule()
        let widgets = ScopedWidgetModule()
        return [
            Row("shared component that exists", against: "static let, called", atMost: 3) {
                sessions.constant()
            } collet: {
                sessions.component()
            },
            Row("Scope.graph of 13 components", against: "initializers", atMost: 4) {
                WidgetViewModel.byHand(id: 1)
            } collet: {
                widgets.component(id: 1)
            },
        ]
    }
}

/// A module with one instance of its component, and the same without a scope.
private struct ScopedSessionModule {
    private let scope = Scope()

    @inline(never)
    func component() -> any SessionType { scope.shared { Session() } }

    @inline(never)
    func constant() -> any SessionType { Session.shared }
}

/// The widget module, with components that are one within each graph.
private struct ScopedWidgetModule: WidgetModuleType {
    private let scope = Scope()

    func component(id: Int) -> any WidgetViewModelType {
        scope.graph { WidgetViewModel(id: id, worker: component(), tracker: component()) }
    }
    func component() -> any WidgetWorkerType {
        scope.graph { WidgetWorker(store: component(), remote: component(), cache: component()) }
    }
    func component() -> any WidgetStore {
        scope.graph { WidgetRealmStore(database: component(), encoder: component()) }
    }
    func component() -> any WidgetRemote {
        scope.graph { WidgetNetworkRemote(client: component(), decoder: component()) }
    }
    func component() -> any HTTPClientType {
        scope.graph { HTTPClient(connection: component(), policy: component()) }
    }
    func component() -> any TrackerType { scope.graph { Tracker(log: component()) } }
    func component() -> any WidgetCacheType { scope.graph { WidgetCache() } }
    func component() -> any DatabaseType { scope.graph { Database() } }
    func component() -> any EncoderType { scope.graph { Encoder() } }
    func component() -> any DecoderType { scope.graph { Decoder() } }
    func component() -> any ConnectionType { scope.graph { Connection() } }
    func component() -> any RetryPolicyType { scope.graph { RetryPolicy() } }
    func component() -> any LogType { scope.graph { Log() } }
}
