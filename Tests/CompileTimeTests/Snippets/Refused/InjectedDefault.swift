// modes: 5, 6
// A value given in the declaration would switch injection off.
import Collet

protocol Clock: Sendable {}
struct Real: Clock {}

final class Model {
    @Inject("x") var named: any Clock = Real()  // error: no value here: it would not be injected
    @Inject var perhaps: (any Clock)? = nil  // error: no value here: it would not be injected
    @Inject var clock: any Clock = Real()  // error: no value here: it would not be injected
}

func parameter(@Inject clock: any Clock) {}  // error: no value here: it would not be injected

func local() {
    @Inject var clock: any Clock = Real()  // error: no value here: it would not be injected
}

final class ByHand {
    @Inject var clock: any Clock

    init(_ clock: any Clock) {
        _clock = Inject(clock)  // error: write Inject(value: fake) for a value
    }
    init(wrapped: any Clock) {
        _clock = Inject(wrappedValue: wrapped)  // error: no value here: it would not be injected
    }
    init(concrete: Real) {
        _clock = Inject(concrete)  // error: write Inject(value: fake) for a value
    }
}

final class ByDefault {
    init(clock: any Clock = Inject<any Clock>()) {}  // error: default argument value of type
    init(asked clock: any Clock = Resolver.resolve()) {}
}
