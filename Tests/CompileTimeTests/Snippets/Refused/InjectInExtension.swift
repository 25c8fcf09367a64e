// An extension has no stored properties. The wrapper is called `_clock`, and projects nothing.
import Collet

protocol Clock: Sendable {}

final class Watch {
    @Inject var clock: any Clock
    func wrapper() -> Inject<any Clock> { _clock }
    func projection() -> Inject<any Clock> {
        $clock  // error: cannot find '$clock' in scope
    }
}

final class Screen {}
extension Screen {
    @Inject
    var clock: any Clock  // error: extensions must not // error: non-static property
}
extension Screen {
    var asked: any Clock { Resolver.resolve() }
}
