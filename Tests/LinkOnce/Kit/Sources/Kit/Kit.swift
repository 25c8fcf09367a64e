import Collet

public protocol Clock: Sendable {}

/// Whether the framework finds what the app has registered.
public func findsClock() -> Bool { Resolver.resolve((any Clock)?.self) != nil }
