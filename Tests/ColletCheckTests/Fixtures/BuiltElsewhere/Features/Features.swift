import Collet

public protocol Offers: Sendable {}
struct LiveOffers: Offers {}

// It can't nest what the app has, which it doesn't import.
let offerModules = Dependencies { Module { LiveOffers() as any Offers } }
public func start() { offerModules.build() }
