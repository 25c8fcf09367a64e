import Collet

// The app that is measured: an account module, a session that all share, and a widget module whose
// components form a graph of thirteen objects.

protocol AccountModuleType: Sendable {
    func component() -> any AccountService
}

protocol AccountService: Sendable {
    var pageSize: Int { get }
}

final class AccountModule: AccountModuleType {
    private let host = "example.org"
    private let pageSize = 20

    func component() -> any AccountService { RemoteAccounts(host: host, pageSize: pageSize) }
}

/// What a test puts in place of the account module.
final class FakeAccountModule: AccountModuleType {
    private let pageSize = 1

    func component() -> any AccountService { RemoteAccounts(host: "", pageSize: pageSize) }
}

final class RemoteAccounts: AccountService {
    let host: String
    let pageSize: Int

    init(host: String, pageSize: Int) {
        self.host = host
        self.pageSize = pageSize
    }
}

protocol SessionType: Sendable {
    var token: String { get }
}

final class Session: SessionType {
    /// What an app without a container has.
    static let shared: any SessionType = Session()

    let token = "token"
}

/// What else could be a session, so that the compiler can't tell which one it is.
final class GuestSession: SessionType {
    let token = ""
}

// MARK: - Holders

/// The objects that need a module, each in one of the ways to get at it.
enum Screen {
    /// A screen whose account module is injected.
    final class InjectedAccount {
        @Inject var account: any AccountModuleType
    }

    /// A screen whose account module is handed to its initializer.
    final class StoredAccount {
        var account: any AccountModuleType

        init(account: any AccountModuleType) {
            self.account = account
        }
    }

    /// A screen that makes its account module on first access.
    final class LazyAccount {
        lazy var account: any AccountModuleType = AccountModule()
    }

    /// A screen whose session is injected.
    final class InjectedSession {
        @Inject var session: any SessionType
    }

    /// A screen whose session is handed to its initializer.
    final class StoredSession {
        var session: any SessionType

        init(session: any SessionType) {
            self.session = session
        }
    }

    /// A screen that takes the session on first access.
    final class LazySession {
        lazy var session: any SessionType = Session.shared
    }

    /// A screen as large as one with an injected module, but without one.
    final class Bare {
        private let object: AnyObject

        init(object: AnyObject) {
            self.object = object
        }
    }

    /// A screen whose widget module is injected.
    final class InjectedWidgets {
        @Inject var widgets: any WidgetModuleType
    }
}

// MARK: - Thirteen objects

protocol WidgetModuleType: Sendable {
    func component(id: Int) -> any WidgetViewModelType
}

/// A module without lifetimes: each call of a `component()` makes a new object.
struct WidgetModule: WidgetModuleType {
    func component(id: Int) -> any WidgetViewModelType {
        WidgetViewModel(id: id, worker: component(), tracker: component())
    }
    func component() -> any WidgetWorkerType {
        WidgetWorker(store: component(), remote: component(), cache: component())
    }
    func component() -> any WidgetStore {
        WidgetRealmStore(database: component(), encoder: component())
    }
    func component() -> any WidgetRemote {
        WidgetNetworkRemote(client: component(), decoder: component())
    }
    func component() -> any HTTPClientType {
        HTTPClient(connection: component(), policy: component())
    }
    func component() -> any TrackerType { Tracker(log: component()) }
    func component() -> any WidgetCacheType { WidgetCache() }
    func component() -> any DatabaseType { Database() }
    func component() -> any EncoderType { Encoder() }
    func component() -> any DecoderType { Decoder() }
    func component() -> any ConnectionType { Connection() }
    func component() -> any RetryPolicyType { RetryPolicy() }
    func component() -> any LogType { Log() }
}

extension WidgetViewModel {
    /// The same thirteen objects, wired by hand.
    static func byHand(id: Int) -> any WidgetViewModelType {
        WidgetViewModel(
            id: id,
            worker: WidgetWorker(
                store: WidgetRealmStore(database: Database(), encoder: Encoder()),
                remote: WidgetNetworkRemote(
                    client: HTTPClient(connection: Connection(), policy: RetryPolicy()),
                    decoder: Decoder()
                ),
                cache: WidgetCache()
            ),
            tracker: Tracker(log: Log())
        )
    }
}

protocol WidgetViewModelType: Sendable {}
protocol WidgetWorkerType: Sendable {}
protocol WidgetStore: Sendable {}
protocol WidgetRemote: Sendable {}
protocol HTTPClientType: Sendable {}
protocol TrackerType: Sendable {}
protocol WidgetCacheType: Sendable {}
protocol DatabaseType: Sendable {}
protocol EncoderType: Sendable {}
protocol DecoderType: Sendable {}
protocol ConnectionType: Sendable {}
protocol RetryPolicyType: Sendable {}
protocol LogType: Sendable {}

final class WidgetViewModel: WidgetViewModelType {
    private let id: Int
    private let worker: any WidgetWorkerType
    private let tracker: any TrackerType

    init(id: Int, worker: any WidgetWorkerType, tracker: any TrackerType) {
        self.id = id
        self.worker = worker
        self.tracker = tracker
    }
}

final class WidgetWorker: WidgetWorkerType {
    private let store: any WidgetStore
    private let remote: any WidgetRemote
    private let cache: any WidgetCacheType

    init(store: any WidgetStore, remote: any WidgetRemote, cache: any WidgetCacheType) {
        self.store = store
        self.remote = remote
        self.cache = cache
    }
}

final class WidgetRealmStore: WidgetStore {
    private let database: any DatabaseType
    private let encoder: any EncoderType

    init(database: any DatabaseType, encoder: any EncoderType) {
        self.database = database
        self.encoder = encoder
    }
}

final class WidgetNetworkRemote: WidgetRemote {
    private let client: any HTTPClientType
    private let decoder: any DecoderType

    init(client: any HTTPClientType, decoder: any DecoderType) {
        self.client = client
        self.decoder = decoder
    }
}

final class HTTPClient: HTTPClientType {
    private let connection: any ConnectionType
    private let policy: any RetryPolicyType

    init(connection: any ConnectionType, policy: any RetryPolicyType) {
        self.connection = connection
        self.policy = policy
    }
}

final class Tracker: TrackerType {
    private let log: any LogType

    init(log: any LogType) {
        self.log = log
    }
}

final class WidgetCache: WidgetCacheType { private let capacity = 100 }
final class Database: DatabaseType { private let name = "widgets" }
final class Encoder: EncoderType { private let version = 1 }
final class Decoder: DecoderType { private let version = 1 }
final class Connection: ConnectionType { private let host = "example.org" }
final class RetryPolicy: RetryPolicyType { private let attempts = 3 }
final class Log: LogType { private let label = "widgets" }
