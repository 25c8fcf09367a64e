import Swinject

extension Peer {
    /// Objects are unique within a graph, by default.
    static func swinject() -> Peer {
        let container = Container().synchronize() as! Container
        container.register((any SessionType).self) { _ in Session() }.inObjectScope(
            .container)
        var peer = Peer("Swinject", container)
        peer.open { StoredSession(module: container.get()) }
        peer.override = Side {
            let child = Container(parent: container)
            child.register((any AccountModuleType).self) { _ in FakeAccountModule() }
            return child.resolve((any AccountModuleType).self)!
        }
        return peer
    }
}

extension Container: Registry {
    func add<T>(_ make: @escaping (Container) -> T) {
        register(T.self) { _ in make(self) }
    }
    func get<T>() -> T { resolve(T.self)! }
}
