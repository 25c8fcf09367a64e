import Collet

public protocol Log: Sendable {}
/// Who follows the cure in the app must not register the app's own log.
public final class Index {
    @Inject var log: any Log
    public init() {}
    public func load() { print(log) }
}
