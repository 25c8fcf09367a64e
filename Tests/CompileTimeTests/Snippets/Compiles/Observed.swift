// An observable class: the macro leaves injected properties alone where it is told to.
import Collet
import Observation

protocol ObservedClock: Sendable {
    func now() -> Int
}

@Observable
final class ObservedModel {
    var now = 0
    @ObservationIgnored @Inject private var clock: any ObservedClock

    func refresh() { now = clock.now() }
}

@MainActor
@Observable
final class ObservedMainActorModel {
    var now = 0
    @ObservationIgnored @Inject private var clock: any ObservedClock

    func refresh() { now = clock.now() }
}
