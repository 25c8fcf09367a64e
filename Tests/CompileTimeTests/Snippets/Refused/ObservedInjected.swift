// `@Observable` makes each property its own, unless it says `@ObservationIgnored`.
import Collet
import Observation

protocol Clock: Sendable {}

@Observable
final class Model {
    @Inject var clock: any Clock  // error: wrapper cannot be applied to a computed property
}
