// Construction by hand, without any registration.
import Collet

protocol ByHandClock: Sendable {
    func now() -> Int
}

nonisolated struct ByHandFake: ByHandClock {
    func now() -> Int { 1 }
}

final class ByHandModel {
    @Inject private var clock: any ByHandClock

    init() {}
    init(clock: any ByHandClock) { _clock = Inject(value: clock) }

    func now() -> Int { clock.now() }
}

func byHand() -> Int {
    ByHandModel(clock: ByHandFake()).now()
}
