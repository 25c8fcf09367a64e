/// Another library, with the operations as its own documentation writes them.
struct Peer {
    let name: String
    var transient, shared, newObject, readAgain, override, register: Side?
    /// Objects that need others, each made anew.
    var tree: Side?
    /// The same, but each is unique within one call.
    var graph: Side?

    static func all() -> [Peer] {
        #if PEERS
            [resolver(), factory(), swinject(), dependencies()]
        #else
            []
        #endif
    }

    /// Compares how objects are made that have the shared module.
    mutating func open<S: Screen>(_ screen: @escaping () -> S) {
        let one = screen()
        newObject = Side { opened(screen()) }
        readAgain = Side { one.module }
    }
}

/// A container in which each object is registered by itself.
protocol Registry {
    func add<T>(_ make: @escaping (Self) -> T)
    func get<T>() -> T
}

extension Peer {
    init<R: Registry>(_ name: String, _ registry: R) {
        func addAccount() {
            registry.add { _ in AccountModule() as any AccountModuleType }
        }
        addAccount()
        self.name = name
        register = Side { addAccount() }
        transient = Side { registry.get() as any AccountModuleType }
        shared = Side { registry.get() as any SessionType }
        graph = Side { registry.get() as any ViewModel }

        registry.add { WidgetViewModel($0.get(), $0.get()) as any ViewModel }
        registry.add { WidgetWorker($0.get(), $0.get()) as any Worker }
        registry.add { RealmStore($0.get(), $0.get()) as any Store }
        registry.add { NetworkRemote($0.get(), $0.get()) as any Remote }
        registry.add { HTTPClient($0.get(), $0.get()) as any Client }
        registry.add { WidgetTracker($0.get(), $0.get()) as any Tracker }
        registry.add { _ in WidgetCache() as any Cache }
        registry.add { _ in WidgetDatabase() as any Database }
        registry.add { _ in JSONEncoder() as any Encoder }
        registry.add { _ in JSONDecoder() as any Decoder }
        registry.add { _ in TCPConnection() as any Connection }
        registry.add { _ in ThreeAttempts() as any RetryPolicy }
        registry.add { _ in FileLog() as any Log }
    }
}
