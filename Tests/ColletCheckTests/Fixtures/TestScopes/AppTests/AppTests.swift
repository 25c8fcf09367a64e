import Collet
import Testing

@testable import App

struct FakeMail: Mail, Fake {}
struct FakeClock: Clock {}
struct FakeLog: Log {}

let mail = Dependencies { Module { FakeMail() as any Mail } }
let clock = Dependencies { Module { FakeClock() as any Clock } }
let fakes = Dependencies { Module { FakeMail() as any Fake } }

/// What several isolations run has what any of them has.
func readClock() { print(Resolver.resolve((any Clock).self)) }
func readMail() { print(Resolver.resolve((any Mail).self)) }
func readLog() { print(Resolver.resolve((any Log).self)) }
func isolated(_ body: () -> Void) { mail.isolate { body() } }

struct Reader {
    @Inject var clock: any Clock
    @Inject var log: any Log
}

@Test func isolationsHaveOnlyTheirBlock() {
    mail.isolate {
        print(Resolver.resolve((any Mail).self))
        print(Resolver.resolve((any Clock).self))
        @Inject var log: any Log
        print(log)
        readClock()
        readMail()
        readLog()
        print(Reader())
    }
    clock.isolate {
        readClock()
        print(Reader())
        mail.override { readMail() }
        registerLog()
        mail.override { print(Resolver.resolve((any Log).self)) }
    }
    isolated { print(Resolver.resolve((any Clock).self)) }
    isolated(readMail)
}

@Test func othersHaveWhatTheProcessHas() {
    mail.override { print(Resolver.resolve((any Clock).self)) }
    let container = clock.makeContainer()
    mail.isolate {
        container.perform { print(Resolver.resolve((any Clock).self)) }
        Task.detached { print(Resolver.resolve((any Clock).self)) }
        mail.isolate { readMail() }
    }
    fakes.override { print(Resolver.resolve((any Fake).self)) }
    registerDraft()
    readMail()
}

/// A suite is made outside of what its tests isolate.
struct SuiteTests {
    @Inject var clock: any Clock
    static func helper() {}

    @Test func suitesAreMadeOutside() { mail.isolate { Self.helper() } }
    @Test func typesAreNamedInside() { mail.isolate { SuiteTests.helper() } }
}

struct FakeInk: Ink {}
@Test func inkIsGiven() {
    let given = Given()
    given.ink = FakeInk()
    print(given.ink)
}
