// An injected property is lazy by itself, and a property's first value knows no other property.
import Collet
import Observation

protocol Clock: Sendable { func text() -> String }

final class Model {
    @Inject
    lazy  // error: lazy properties must have an initializer
        var lazy: any Clock  // error: property 'lazy' with a wrapper cannot also be lazy
    @Inject var clock: any Clock
    let text = clock.text()  // error: cannot use instance member 'clock' within property
    lazy var right = clock.text()
    static func now() -> String { clock.text() }  // error: instance member 'clock' cannot
    init() {}
}

@Observable final class Observed {
    @ObservationIgnored @Inject private var clock: any Clock
    lazy var text = clock.text()  // error: 'lazy' cannot be used on a computed property
    @ObservationIgnored lazy var right = clock.text()
    init() {}
}
