// A block and a container don't resolve, and there is no resolver to get hold of.
import Collet

protocol Clock: Sendable {}

let app = Dependencies {}
let container = app.makeContainer()

func ask() {
    _ = container.resolve((any Clock).self)  // error: write perform { Resolver
    _ = app.resolve((any Clock).self)  // error: build the block, then ask
    _ = Resolver.shared.resolve((any Clock).self)  // error: there is one resolver
    _ = Resolver.main.resolve((any Clock).self)  // error: there is one resolver
}

// What the page says to write instead.
func askRightly() {
    _ = container.perform { Resolver.resolve((any Clock).self) }
    _ = Resolver.resolve((any Clock).self)
}
