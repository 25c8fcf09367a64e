// modes: 5, 6
// Where the type is inferred as an optional, nothing registered is `nil` without a message.
import Collet

protocol API: Sendable {}

final class Controller {
    var api: (any API)!
    var other: (any API)?
}

func fill(_ controller: Controller) {
    controller.api = Resolver.resolve()  // warning: name the type if nil is meant
    controller.other = Resolver.resolve(name: "other")  // warning: resolve((any P)?.self)
    if let api: any API = Resolver.resolve() {  // warning: name the type if nil
        controller.api = api
    }

    controller.api = Resolver.resolve((any API).self)
    controller.other = Resolver.resolve((any API)?.self)
}
