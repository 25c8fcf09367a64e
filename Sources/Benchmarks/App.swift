import Collet

protocol AccountModuleType: Sendable {}

final class AccountModule: AccountModuleType {
    private let host = "example.org"
    private let pageSize = 20
}

/// The account module of a test.
final class FakeAccountModule: AccountModuleType { private let pageSize = 1 }

@MainActor protocol HomeModuleType {}

@MainActor final class HomeModule: HomeModuleType {
    private let host = "example.org"
    private let pageSize = 20
}

protocol SessionType: Sendable { var token: String { get } }

final class Session: SessionType {
    static let shared: any SessionType = Session()
    let token = "token"
}

/// Another possible session, so that the compiler can't tell which one it is.
final class GuestSession: SessionType { let token = "" }

/// A module with one instance of its component.
struct SessionModule {
    private let scope = Scope()

    @inline(never)
    func component() -> any SessionType { scope.shared { Session() } }
}

/// One of twenty shared objects, each of which takes the one before.
final class Link: Sendable {
    static let modules = Dependencies {
        for id in 0..<20 {
            let (name, previous) = ("\(id)", "\(id - 1)")
            Module(.shared, name) {
                Link(id == 0 ? nil : Resolver.resolve(Link.self, name: previous))
            }
        }
    }
    private let previous: Link?

    init(_ previous: Link?) { self.previous = previous }
}

/// Keeps one of the twenty by hand.
final class LazyLink {
    private let previous: LazyLink?
    private(set) lazy var link: Link = Link(previous?.link)

    init(_ previous: LazyLink?) { self.previous = previous }
}

/// Registers the app's modules, in Collet and in the dictionary, beside a hundred others.
func registerModules() {
    let others = Feature.all(for: Never.self).prefix(100)

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

/// An object whose module is injected, or passed to its initializer.
protocol Screen: AnyObject {
    associatedtype Module
    var module: Module { get }
}

final class InjectedAccount: Screen { @Inject var module: any AccountModuleType }
final class InjectedSession: Screen { @Inject var module: any SessionType }

final class StoredAccount: Screen {
    let module: any AccountModuleType
    init(module: any AccountModuleType) { self.module = module }
}

final class StoredSession: Screen {
    let module: any SessionType
    init(module: any SessionType) { self.module = module }
}

/// Reads a screen's module, and hands the screen out so that it is allocated.
func opened<S: Screen>(_ screen: S) -> (AnyObject, S.Module) { (screen, screen.module) }
