// What can only be made on the main actor is registered with `Module.mainActor`.
import Collet

@MainActor
final class Controller {
    let title: String
    init(title: String) { self.title = title }
}

let dependencies = Dependencies {
    Module { Controller(title: "Home") }  // error: call to main actor-isolated initializer
    Module("marked") {  // error: loses global actor 'MainActor'
        @MainActor in Controller(title: "Home")
    }
    Module.mainActor("right") { Controller(title: "Home") }
}
