import Catalog
import Collet

protocol Log: Sendable {}
struct ShopLog: Log {}
protocol Net: Sendable {}
struct LiveNet: Net {}
struct LoggedNet: Net {
    let inner: any Net
}

Dependencies {
    Module { ShopLog() as any Log }
    Module { LiveNet() as any Net }
    // Without the name it would ask for itself.
    Module { LoggedNet(inner: Resolver.resolve(name: "plain")) as any Net }
}.build()
Index().load()
print(Resolver.resolve((any Net).self), Resolver.resolve((any Log).self))
