import Collet

protocol Clock: Sendable {}
struct Fake: Clock {}

final class Model {
    @Inject var clock: any Clock
}

func replace(in model: Model) {
    model.clock = Fake()  // error: 'clock' is a get-only property
}
