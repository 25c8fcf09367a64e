@preconcurrency import Resolver

extension Peer {
    /// Objects are unique within a graph, by default.
    static func resolver() -> Peer {
        Resolver.register { Session() as any SessionType }.scope(.application)
        var peer = Peer("Resolver", Resolver.main)
        peer.open(InjectedScreen.init)
        peer.override = Side {
            Resolver.root = Resolver(child: .main)
            defer { Resolver.root = .main }
            Resolver.root.register { FakeAccountModule() as any AccountModuleType }
            return Resolver.resolve() as any AccountModuleType
        }
        return peer
    }

    private final class InjectedScreen: Screen {
        @LazyInjected var module: any SessionType
    }
}

extension Resolver: Registry {
    func add<T>(_ make: @escaping (Resolver) -> T) { register { make(self) } }
    func get<T>() -> T { resolve() }
}
