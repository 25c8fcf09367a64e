import FactoryKit

extension Peer {
    /// Objects that others need are new ones, by default.
    static func factory() -> Peer {
        var peer = Peer(
            name: "Factory",
            transient: Side { Container.shared.account() },
            shared: Side { Container.shared.session() },
            override: Side {
                Container.$shared.withValue(Container()) {
                    Container.shared.account.register { FakeAccountModule() }
                    return Container.shared.account()
                }
            },
            register: Side { Container.shared.account.register { AccountModule() } },
            tree: Side { Container.shared.viewModel() }
        )
        peer.open(InjectedScreen.init)
        return peer
    }

    private final class InjectedScreen: Screen { @LazyInjected(\.session) var module }
}

extension Container {
    var account: Factory<any AccountModuleType> { self { AccountModule() } }
    var session: Factory<any SessionType> { self { Session() }.singleton }
    var viewModel: Factory<any ViewModel> {
        self { WidgetViewModel(self.worker(), self.tracker()) }
    }
    var worker: Factory<any Worker> { self { WidgetWorker(self.store(), self.remote()) } }
    var store: Factory<any Store> { self { RealmStore(self.database(), self.encoder()) } }
    var remote: Factory<any Remote> {
        self { NetworkRemote(self.client(), self.decoder()) }
    }
    var client: Factory<any Client> {
        self { HTTPClient(self.connection(), self.retryPolicy()) }
    }
    var tracker: Factory<any Tracker> { self { WidgetTracker(self.cache(), self.log()) } }
    var cache: Factory<any Cache> { self { WidgetCache() } }
    var database: Factory<any Database> { self { WidgetDatabase() } }
    var encoder: Factory<any Encoder> { self { JSONEncoder() } }
    var decoder: Factory<any Decoder> { self { JSONDecoder() } }
    var connection: Factory<any Connection> { self { TCPConnection() } }
    var retryPolicy: Factory<any RetryPolicy> { self { ThreeAttempts() } }
    var log: Factory<any Log> { self { FileLog() } }
}
