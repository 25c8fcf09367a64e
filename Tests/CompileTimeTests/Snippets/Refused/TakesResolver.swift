// modes: 5, 6
// A closure takes no resolver, as that of Resolver, Swinject and others does.
import Collet

protocol API: Sendable {}
struct Service: Sendable { let api: any API }

let dependencies = Dependencies {
    Module { r in Service(api: r.resolve()) }  // error: the closure takes nothing
    Module("one") { r in Service(api: r.resolve()) }  // error: write Resolver.resolve() in it
}
let shared = Dependencies {
    Module(.shared) { r in Service(api: r.resolve()) }  // error: expects 0 arguments, but 1 was
}
