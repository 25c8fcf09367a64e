// A static property is everybody's, and a wrapper is a variable.
import Collet

protocol Clock: Sendable {}

enum Services {
    @Inject static var clock: any Clock  // error: it is nonisolated global shared mutable state
}

// What the page says to write instead.
enum Asked {
    static var clock: any Clock { Resolver.resolve() }
}
