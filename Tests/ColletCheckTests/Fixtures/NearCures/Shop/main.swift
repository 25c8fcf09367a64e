import Catalog
import Collet

protocol Log: Sendable {}
struct ShopLog: Log {}
protocol Net: Sendable {}
struct LiveNet: Net {}
struct LoggedNet: Net {
    let inner: any Net
}
protocol Unpacker: Sendable {}
struct Zip: Unpacker {}
struct Tar: Unpacker {}
protocol Job: Sendable {}
struct Clean: Job {}

Dependencies {
    Module { ShopLog() as any Log }
    Module { LiveNet() as any Net }
    // Without the name it would ask for itself.
    Module { LoggedNet(inner: Resolver.resolve(name: "plain")) as any Net }
    // The one with its name is meant.
    Module("zip") { Zip() }
    Module("tar") { Tar() as any Unpacker }
    Module("clean") { Clean() as any Job }
}.build()
Index().load()
print(Resolver.resolve((any Net).self), Resolver.resolve((any Log).self))
print(Resolver.resolve((any Unpacker).self, name: "zip"))
print(Resolver.resolve([any Job].self, name: "jobs"))
