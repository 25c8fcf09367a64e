import Collet

public protocol Offers: Sendable {}
struct LiveOffers: Offers {}

// The app knows it, and forgets it.
public let offerModules = Dependencies { Module { LiveOffers() as any Offers } }
