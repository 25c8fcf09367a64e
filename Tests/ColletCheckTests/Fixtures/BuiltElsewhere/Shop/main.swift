import Collet
import Features

struct Token: Sendable {}
let forgotten = Dependencies { Module { Token() } }

start()
print(Resolver.resolve((any Offers).self), Resolver.resolve(Token.self))
