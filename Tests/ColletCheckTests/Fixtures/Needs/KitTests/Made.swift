import Collet
import ColletTesting
import Kit
import Testing

// Where, when and with what something is made.
final class Letter: Stamped {}
class Report {
    @Inject private var clock: any Clock
    init() {}
    init(clock: any Clock) { _clock = Inject(value: clock) }
    func title() -> String { "at \(clock.now())" }
}
final class QuietReport: Report {}

struct MadeTests {
    // A transient value is made in the container that asks.
    @Test(.dependencies { Module { LiveServer() as any Server } }) func inTheOverride() {
        Dependencies { Module { FakeAnalytics() as any Analytics } }.override {
            _ = Resolver.resolve((any Server).self).greeting()
        }
    }
    @Test(.dependencies { Module { 1 } }) func ofOneType() { _ = Holder<Int>().value }
    @Test(.dependencies { Module { "" } }) func ofAnother() { _ = Holder<String>().value }
    @Test(.dependencies {}) func byAnotherInitializer() {
        _ = Feed(fixed: FakeClock()).title()
    }
    @Test(.dependencies { Module { Feed(fixed: FakeClock()) } }) func byWhatIsComplete() {
        _ = Resolver.resolve(Feed.self).title()
    }
    @Test func byAnInheritedInitializer() { _ = QuietReport(clock: FakeClock()).title() }
    // Who gets the type may make it anyhow.
    @Test(.dependencies { Module { Feed() } }) func byAFunctionThatGetsTheType() {
        func made(_ type: Feed.Type) -> Feed { type.init(fixed: FakeClock()) }
        _ = made(Feed.self).title()
    }
    // What a module gets from a constant, a function or a variable has a type.
    @Test(
        .dependencies {
            let clock = try await FakeClock.started()
            Module { clock }
        })
    func byAConstantOfTheBlock() { _ = Resolver.resolve(FakeClock.self) }
    @Test(.dependencies { Module { FakeClock.wound() } }) func byAFunction() {
        _ = Resolver.resolve(FakeClock.self)
    }
    @Test(.dependencies { Module { FakeClock.stopped } }) func byAVariable() {
        _ = Resolver.resolve(FakeClock.self)
    }
    @Test(.dependencies { Module { FakeClock.stopped } }) func byAnother() {
        _ = Feed().title()
    }
    // Nobody waits for it.
    @Test(.dependencies {}) func inATask() { Task { _ = Feed().title() } }
    // And these stop.
    @Test(.dependencies {}) func inAnAwaitedTask() async {
        await Task { _ = Feed().title() }.value
    }
    @Test(.dependencies {}) func withTheSuperclass() { _ = Letter() }
    @Test(.dependencies { Module { Feed() } }) func byWhatItAsksFor() {
        _ = Resolver.resolve(Feed.self).title()
    }
    @Test(.dependencies { Module(.shared) { FeedModule() } })
    func byAComponentOfWhatItAsksFor() {
        let feed: Feed = Resolver.resolve(FeedModule.self).component()
        feed.open()
    }
}

extension FakeClock {
    static let stopped = FakeClock()
    static func wound() -> FakeClock { FakeClock() }
    static func started() async throws -> FakeClock { FakeClock() }
}
