import Collet

class Model {
    @Inject var clock: Clock
    func time() -> Int { clock.time }
}
class Watch {
    @Inject var clock: Clock
    func time() -> Int { clock.time }
}
final class StoppedWatch: Watch {
    private let stopped = Clock(time: 0)
    override var clock: Clock { stopped }
}
public struct Clock: Sendable {
    public let time: Int
    public init(time: Int) { self.time = time }
}

Dependencies {}.build()
print(Model().time(), StoppedWatch().time())
