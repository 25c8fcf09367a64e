// A protocol of what lives on the main actor belongs to the main actor, too.
import Collet

protocol Navigating { func open() }

@MainActor
final class Coordinator: @MainActor Navigating {
    func open() {}
}

let dependencies = Dependencies {
    Module.mainActor { Coordinator() as any Navigating }  // error: risks causing data races
}

// What the page says to write instead.
@MainActor
protocol Routing: Sendable { func open() }

@MainActor
final class Router: Routing {
    let start: String
    init(start: String) { self.start = start }
    func open() {}
}

let routing = Dependencies {
    Module.mainActor(.shared) { Router(start: "home") as any Routing }
}
