// Everything that may hold an injected value.
import Collet

nonisolated protocol InjectedClock: Sendable {
    func now() -> Int
}

nonisolated class InjectedClass {
    @Inject var clock: any InjectedClock
    @Inject("utc") private var utc: any InjectedClock

    func difference() -> Int { clock.now() - utc.now() }
}

nonisolated final class InjectedSubclass: InjectedClass {
    @Inject var own: any InjectedClock
}

final class InjectedSendableClass: Sendable {
    private let clock = Inject<any InjectedClock>()
    private let utc = Inject<any InjectedClock>("utc")

    func difference() -> Int { clock().now() - utc().now() }
}

actor InjectedActor {
    @Inject private var clock: any InjectedClock
    private let utc = Inject<any InjectedClock>("utc")

    func difference() -> Int { clock.now() - utc().now() }
    nonisolated func outside() -> Int { utc().now() }
}

@MainActor
final class InjectedMainActorClass {
    @Inject private var clock: any InjectedClock

    func now() -> Int { clock.now() }
}

struct InjectedStruct {
    @Inject var clock: any InjectedClock
    @Inject("utc") var utc: any InjectedClock

    func difference() -> Int { clock.now() - utc.now() }
}

struct InjectedSendableStruct: Sendable {
    @Inject private var clock: any InjectedClock

    func now() -> Int { clock.now() }
}

struct InjectedGeneric<Element: Sendable> {
    @Inject var element: Element
    @Inject var perhaps: Element?
    @Inject var all: [Element]
}

func injectedLocal() -> Int {
    @Inject var clock: any InjectedClock
    @Inject("utc") var utc: any InjectedClock
    return clock.now() - utc.now()
}
