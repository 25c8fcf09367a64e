public protocol PriceList: Sendable {}
struct ShopPrices: PriceList {}
let core = Dependencies { Module { ShopPrices() as any PriceList } }
public func start() { core.build() }
public func cheapest() { print(Resolver.resolve((any PriceList).self)) }
