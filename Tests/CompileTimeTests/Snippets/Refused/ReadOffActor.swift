// What an actor injects for all threads is a constant.
import Collet

protocol Clock: Sendable { func text() -> String }

actor Model {
    @Inject var clock: any Clock
    let other = Inject<any Clock>()
    nonisolated var text: String {
        clock.text()  // error: actor-isolated property 'clock' can not be referenced from
    }
    nonisolated var right: String { other().text() }
}
