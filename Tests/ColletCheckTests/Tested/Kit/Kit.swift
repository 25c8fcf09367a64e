import Collet

public protocol Clock: Sendable { func now() -> Int }
public protocol Analytics: Sendable { func track(_ event: String) }
public protocol Server: Sendable { func greeting() -> String; func load() async throws -> String }
public protocol Plugin: Sendable { var name: String { get } }
public protocol Logger: Sendable { func log(_ text: String) }

public struct LiveClock: Clock { public init() {}; public func now() -> Int { 7 } }
public struct LiveAnalytics: Analytics {
    @Inject var clock: any Clock
    public init() {}
    public func track(_ event: String) { _ = clock.now() }
}
public struct LiveServer: Server {
    @Inject var analytics: any Analytics
    public init() {}
    public func greeting() -> String { analytics.track("greeting"); return "hello" }
    public func load() async throws -> String { "live" }
}
public struct LiveLogger: Logger { public init() {}; public func log(_ text: String) {} }

public let kitLive = Dependencies {
    Module { LiveAnalytics() as any Analytics }
    Module { LiveServer() as any Server }
    Module(.shared) { LiveLogger() as any Logger }
    Module { NetworkModule() as any NetworkModuleType }
    Module { FeedModule() as any FeedModuleType }
}

// A view model, with a property that only one method reads.
public final class FeedModel {
    @Inject private var clock: any Clock
    @Inject private var analytics: any Analytics
    public init() {}
    public func title() -> String { "at \(clock.now())" }
    public func open() { analytics.track("open") }
    public func openLater() -> Task<Void, Never> {
        let analytics = self.analytics
        return Task {
            analytics.track("later"); _ = FeedModel().title()
        }
    }
    public func begin() async { await Task { Detail().show() }.value }
    public func child() -> Detail { Detail() }
    public func maybe(_ flag: Bool) -> Int {
        if flag { return clock.now() }
        return 0
    }
    public func guarded(_ id: Int?) -> Int {
        guard let id else { return 0 }
        return id + clock.now()
    }
    public func failing(_ fails: Bool) throws -> Int {
        if fails { throw Failure() }
        return clock.now()
    }
    public func validated(_ text: String) throws -> Int {
        try check(text)
        return clock.now()
    }
    public func recovered() -> Int {
        do { try check("good"); return 1 } catch { return clock.now() }
    }
    public func both(_ flag: Bool) -> Bool { flag && clock.now() > 0 }
    public func orElse(_ value: Int?) -> Int { value ?? clock.now() }
    public func each(_ list: [Int]) -> Int {
        var sum = 0
        for it in list { sum += it + clock.now() }
        return sum
    }
    public func mapped(_ list: [Int]) -> [Int] { list.map { $0 + clock.now() } }
    public func kind(_ kind: Kind) -> Int {
        switch kind {
        case .none: 0;
        case .now: clock.now()
        }
    }
    public var onTap: () -> Void = {}
    public func prepare() { onTap = { [clock = LazyClock()] in _ = clock.value() } }
}
public enum Kind: Sendable { case none, now }
public struct Failure: Error {}
func check(_ text: String) throws { if text.isEmpty { throw Failure() } }

public final class LazyClock {
    @Inject private var clock: any Clock
    public init() {}
    public func value() -> Int { clock.now() }
}
public struct Detail: Sendable {
    @Inject private var analytics: any Analytics
    public init() {}
    public func show() { analytics.track("detail") }
}

// Modules in modules, components.
public protocol NetworkModuleType: ComponentFactory, Sendable { func component() -> Http }
public struct NetworkModule: NetworkModuleType {
    @Inject private var logger: any Logger
    public init() {}
    public func component() -> Http { Http(logger: logger) }
}
public struct Http: Sendable { let logger: any Logger; public func send() { logger.log("send") } }
public protocol FeedModuleType: ComponentFactory, Sendable { func component(id: Int) -> Worker }
public struct FeedModule: FeedModuleType {
    @Inject private var network: any NetworkModuleType
    public init() {}
    public func component(id: Int) -> Worker { Worker(id: id, http: network.component()) }
}
public struct Worker: Sendable { let id: Int; let http: Http; public func work() { http.send() } }
public final class FeedScreen {
    @Inject private var feed: any FeedModuleType
    private lazy var worker = feed.component(id: 1)
    public init() {}
    public func run() { worker.work() }
}

public actor Counter {
    @Inject private var clock: any Clock
    public init() {}
    public func tick() -> Int { clock.now() }
}
public final class Host {
    @Inject private var plugins: [any Plugin]
    @Inject private var logger: (any Logger)?
    public init() {}
    public var names: [String] { logger?.log("names"); return plugins.map(\.name) }
}
public final class ByHand {
    @Inject private var clock: any Clock
    public init() {}
    public init(clock: any Clock) { _clock = Inject(value: clock) }
    public func time() -> Int { clock.now() }
}
public final class Named {
    @Inject("utc") private var clock: any Clock
    public init() {}
    public func time() -> Int { clock.now() }
}
open class Base {
    @Inject var clock: any Clock
    public init() {}
    open func value() -> Int { clock.now() }
}
public final class Derived: Base {}
public final class Quiet: Base { public override func value() -> Int { 0 } }
public func makeBase(_ quiet: Bool) -> Base { quiet ? Quiet() : Derived() }

public final class Called {
    private let clock = Inject<any Clock>()
    public init() {}
    public func time() -> Int { clock().now() }
}
public struct Repo<Element: Sendable>: Sendable { public init() {}; public var count: Int { 0 } }
public final class RepoUser {
    @Inject private var repo: Repo<Int>
    public init() {}
    public var count: Int { repo.count }
}
public protocol Tracking {}
extension Tracking {
    public func track(_ event: String) { Resolver.resolve((any Analytics).self).track(event) }
}
public struct Button: Tracking { public init() {}; public func tap() { track("tap") } }
public func stamp() -> Int { let clock: any Clock = Resolver.resolve(); return clock.now() }
public func stampLocal() -> Int { @Inject var clock: any Clock; return clock.now() }
public func stamp(by clock: any Clock = Resolver.resolve()) -> Int { clock.now() }
@MainActor public enum Shared { public static let model = FeedModel() }

// Two kinds of a protocol, one of which needs something.
public protocol Step: Sendable { func run() -> Int }
public struct PlainStep: Step { public init() {}; public func run() -> Int { 1 } }
public struct TimedStep: Step {
    @Inject private var clock: any Clock
    public init() {}
    public func run() -> Int { clock.now() }
}
public struct Flow {
    let steps: [any Step]
    public init(_ steps: [any Step]) { self.steps = steps }
    public func run() -> Int { steps.reduce(0) { $0 + $1.run() } }
}
public func makeStep(_ timed: Bool) -> any Step { timed ? TimedStep() : PlainStep() }

public final class Session {
    private let container = Dependencies.Container.current
    public init() {}
    public func open() -> Int { container.perform { FeedModel().title().count } }
}
public final class Completion {
    @Inject private var clock: any Clock
    private var handlers: [() -> Void] = []
    public init() {}
    public func add() { handlers.append { _ = self.clock.now() } }
    public func fire() { handlers.forEach { $0() } }
}
struct Hidden {
    @Inject private var clock: any Clock
    func time() -> Int { clock.now() }
}
public final class Eager {
    private let clock: any Clock
    public init(clock: any Clock) { self.clock = clock }
    public func time() -> Int { clock.now() }
}
public final class Groups: Sendable {
    public init() {}
    public func all() async -> Int {
        await withTaskGroup(of: Int.self) { group in
            group.addTask { LazyClock().value() }
            return await group.reduce(0, +)
        }
    }
    public func pair() async -> Int { async let a = stamp(); return await a }
}
public final class Spawner {
    public init() {}
    public func spawn() async -> Int { await Task.detached { LazyClock().value() }.value }
}
