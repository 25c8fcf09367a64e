import Base
import Collet

struct Till: Sendable {}

Dependencies { Module { Till() } }.build()
print(Resolver.resolve(Till.self), Resolver.resolve((any Catalog).self))
