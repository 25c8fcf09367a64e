import Collet

// The app that is measured: an account module, a session that all share, and widgets.

protocol AccountModuleType: Sendable {}

final class AccountModule: AccountModuleType {
    private let host = "example.org"
    private let pageSize = 20
}

/// The account module of a test.
final class FakeAccountModule: AccountModuleType {
    private let pageSize = 1
}

@MainActor protocol HomeModuleType {}

@MainActor final class HomeModule: HomeModuleType {
    private let host = "example.org"
    private let pageSize = 20
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

/// A module with one instance of its component, and the same without a scope.
struct SessionModule {
    private let scope = Scope()

    @inline(never)
    func component() -> any SessionType { scope.shared { Session() } }

    @inline(never)
    func constant() -> any SessionType { Session.shared }
}

/// Registers the app's modules, in Collet and in the dictionary, beside a hundred others.
func registerModules() {
    let others = Feature.all().prefix(100)

    Resolver.reset()
    Dependencies {
        for feature in others { feature.module() }
        Module { AccountModule() as any AccountModuleType }
        Module { WidgetModule() as any WidgetModuleType }
        Module(.shared) { Session() as any SessionType }
        Module.mainActor { HomeModule() as any HomeModuleType }
    }.build()

    Handwritten.reset()
    for feature in others { feature.register() }
    Handwritten.register((any AccountModuleType).self) { AccountModule() }
    Handwritten.register((any SessionType).self) { Session.shared }
}

// MARK: - Screens

// A screen's module is injected, handed to its initializer, or looked up in the dictionary on first
// access.

final class InjectedAccount {
    @Inject var account: any AccountModuleType
}

final class StoredAccount {
    let account: any AccountModuleType

    init(account: any AccountModuleType) { self.account = account }
}

final class LazyAccount {
    lazy var account: any AccountModuleType = Handwritten.resolve()
}

final class InjectedSession {
    @Inject var session: any SessionType
}

final class StoredSession {
    let session: any SessionType

    init(session: any SessionType) { self.session = session }
}

final class LazySession {
    lazy var session: any SessionType = Handwritten.resolve()
}
