import Collet

public protocol Clock {}

public struct Timer {
    @Inject var clock: any Clock
    @Inject("utc") var utc: any Clock

    public init() {}
}
