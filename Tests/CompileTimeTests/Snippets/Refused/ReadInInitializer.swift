// A property is read when all are set.
import Collet

protocol Clock: Sendable { var zone: String { get } }

final class Model {
    @Inject private var clock: any Clock
    let zone: String

    init() {
        zone = clock.zone  // error: 'self' used in property access 'clock' before all stored
    }
}

// What the page says to write instead.
final class Asking {
    let zone: String

    init() {
        @Inject var clock: any Clock
        zone = clock.zone
    }
}
