import Collet

public protocol Clock: Sendable { func now() -> Int }
public protocol Analytics: Sendable { func track(_ event: String) }
public protocol Server: Sendable { func greeting() -> String }

public struct LiveAnalytics: Analytics {
    @Inject var clock: any Clock
    public init() {}
    public func track(_ event: String) { _ = clock.now() }
}
public struct LiveServer: Server {
    @Inject var analytics: any Analytics
    public init() {}
    public func greeting() -> String {
        analytics.track("greeting")
        return "hello"
    }
}
public let live = Dependencies {
    Module { LiveAnalytics() as any Analytics }
    Module(.shared) { LiveServer() as any Server }
}

/// Each property is needed by who reads it.
public final class Feed: @unchecked Sendable {
    @Inject private var clock: any Clock
    @Inject private var analytics: any Analytics
    @Inject("utc") private var utc: any Clock
    @Inject private var plugins: [any Server]
    @Inject private var server: (any Server)?
    public init() {}
    public init(clock: any Clock) { _clock = Inject(value: clock) }
    public func title() -> String { "at \(clock.now())" }
    public func open() { analytics.track("open") }
    public func sure() -> String {
        try! check()
        return title()
    }
    public func isLate(_ isAsked: Bool) -> Bool {
        if isAsked, clock.now() > 1 { return true }
        return false
    }
    public func offset() -> Int { clock.now() - utc.now() }
    public func names() -> Int { plugins.count + (server == nil ? 0 : 1) }
    public func load(_ isFast: Bool) throws -> Int {
        if isFast { return clock.now() }
        try check()
        analytics.track("load")
        return 0
    }
}
func check() throws {}

open class Screen {
    public init() {}
    open func text() -> String { Feed().title() }
    public func show() -> String { text() }
}

extension Feed {
    public convenience init(perhaps clock: (any Clock)?) {
        self.init()
        if let clock { _clock = Inject(value: clock) }
    }
}

/// What it keeps asks in its own container.
public final class FeedModule: @unchecked Sendable {
    private let scope = Scope()
    public init() {}
    public func component() -> Feed { scope.shared { Feed() } }
}

/// What its graph makes asks where the component is called.
public final class GraphModule: @unchecked Sendable {
    private let scope = Scope()
    public init() {}
    public func component() -> Feed { scope.graph { Feed() } }
}

/// Tests give its properties to an initializer that nobody writes.
struct Card {
    @Inject var clock: any Clock
    var title = "card"
    func time() -> Int { clock.now() }
}

extension Feed {
    public convenience init(fixed clock: any Clock) { self.init(clock: clock) }
}

/// Each kind of it asks for another type.
public final class Holder<Value: Sendable> {
    @Inject public var value: Value
    public init() {}
}

open class Stamped {
    public let stamp = Resolver.resolve((any Clock).self).now()
    public init() {}
}

/// It goes on where the check fails.
public final class Guard {
    public init() {}
    public func title() -> String {
        do {
            try refuse()
            return Feed().title()
        } catch {
            return ""
        }
    }
    public func refused() throws -> String {
        try refuse()
        return Feed().title()
    }
}
func refuse() throws { throw CancellationError() }

public final class Keeper {
    public private(set) var make: (() -> Feed)?
    public init() {}
    public func madeAndKept(_ make: @escaping () -> Feed) -> Feed {
        self.make = make
        return make()
    }
}
