import Collet
import ColletTesting
import Kit
import Testing

// Where, when and with what something is made.
final class Letter: Stamped {}

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
    // Nobody waits for it.
    @Test(.dependencies {}) func inATask() { Task { _ = Feed().title() } }
    // And these stop.
    @Test(.dependencies {}) func inAnAwaitedTask() async {
        await Task { _ = Feed().title() }.value
    }
    @Test(.dependencies {}) func withTheSuperclass() { _ = Letter() }
}
