import Collet

public protocol Log: Sendable { func write(_ text: String) }
public protocol Net: Sendable { func load() -> String }
public struct LiveLog: Log {
    public init() {}
    public func write(_ text: String) { print(text) }
}
public struct LiveNet: Net {
    public init() {}
    public func load() -> String { "page" }
}
struct SilentLog: Log { func write(_ text: String) {} }

func logModules() -> Dependencies { Dependencies { Module { LiveLog() as any Log } } }
let netModules = Dependencies { Module { LiveNet() as any Net } }

/// Nobody builds it, and the tests isolate with it: that is the mistake, and the only one.
public let appModules = Dependencies {
    logModules()
    netModules
}

public final class Model {
    @Inject var log: any Log
    @Inject var net: any Net
    public init() {}
    public func load() { log.write(net.load()) }
}
