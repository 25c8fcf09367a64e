// A task must not read what an object that isn't `Sendable` may read meanwhile.
import Collet

protocol Clock: Sendable { func tick() }

final class Model {
    @Inject var clock: any Clock
    func start() {
        Task { clock.tick() }  // error: passing closure as a 'sending' parameter risks
    }
    func startSoundly() {
        let clock = clock
        Task { clock.tick() }
    }
}

@MainActor final class Screen {
    @Inject var clock: any Clock
    func start() { Task { clock.tick() } }
}
