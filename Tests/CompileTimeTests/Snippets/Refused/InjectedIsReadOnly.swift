// An initializer gives the wrapper: `_clock = Inject(value: clock)`.
import Collet

protocol Clock: Sendable {}
struct Fake: Clock {}

final class Model {
    @Inject var clock: any Clock

    init(clock: any Clock) {
        self.clock = clock  // error: cannot assign to property: 'clock' is a get-only property
    }
}

func replace(in model: Model) {
    model.clock = Fake()  // error: cannot assign to property: 'clock' is a get-only property
}
