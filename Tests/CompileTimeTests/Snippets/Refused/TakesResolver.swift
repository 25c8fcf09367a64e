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
    Module(.shared) { r in Service(api: r.resolve()) }  // error: the closure takes nothing
}
let typed = Dependencies {
    Module(API.self) { r in Service(api: r.resolve(API.self)!) }  // error: the closure takes
    Module(.shared, API.self) { r in Service(api: r.resolve()) }  // error: the closure takes
    Module { _ in Service(api: Resolver.resolve()) }  // error: the closure takes nothing
}

struct Receipt { let customer: String }
let argument = Dependencies {
    Module { (customer: String) in Receipt(customer: customer) }  // error: let a component take
    Module("one") { (customer: String) in Receipt(customer: customer) }  // error: let a component
}
let two = Dependencies {
    Module { (title: String, size: Int) in Receipt(customer: title) }  // error: let a component
}

func ask() -> Receipt {
    _ = Resolver.resolve(Receipt.self, "Ann")  // error: a component takes arguments, not resolve
    _ = Resolver.resolve(Receipt.self, argument: "Ann")  // error: a component takes arguments
    _ = Resolver.resolve(Receipt.self, arguments: "Ann", 1)  // error: a component takes arguments
    return Resolver.resolve(args: "Ann")  // error: a component takes arguments, not resolve
}
