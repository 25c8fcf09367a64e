import Collet

public protocol Clock: Sendable {}

/// Whether the framework finds the app's registration.
public func findsClock() -> Bool { Resolver.resolve((any Clock)?.self) != nil }
