import Collet

public struct Kit: Sendable {}
struct Part: Sendable {}

// Other modules may call the first, and an extension may be public.
public func registerKit() { Resolver.register { Kit() } }
func registerPart() { Resolver.register { Part() } }
public extension Kit { func register() { Resolver.register { self } } }
