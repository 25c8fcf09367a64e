// What a `Sendable` type injects is `Sendable`, too.
import Collet

protocol Clock {}

struct ClockModule: Sendable {
    @Inject var clock: any Clock  // error: contains non-Sendable type 'any Clock'
}
