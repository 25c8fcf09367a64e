import Collet
import ColletTesting
import Kit
import Testing
import XCTest

let fakes = Dependencies { Module { FakeAnalytics() as any Analytics } }

@Suite(.dependencies { Module { FakeAnalytics() as any Analytics } })
struct LackingTests {
    let feed = Feed()

    @Test func inTheSuitesContainer() { _ = feed.title() }
    @Test(.overrides { Module { FakeClock() as any Clock } })
    func named() { _ = feed.offset() }

    struct Inner {
        @Test(.dependencies(fakes)) func sharedBlock() { _ = Feed().title() }
        @Test(.dependencies(fakes)) func theSameBlock() { _ = Feed().title() }
    }
}

@Test func withoutBlock() { Feed().open() }
@Test(.dependencies {}) func byAnotherType() { _ = Screen().show() }
@Test(.dependencies(live)) func byWhatIsRegistered() {
    _ = Resolver.resolve((any Server).self).greeting()
}
@Test(.dependencies {}) func perhaps() throws { _ = try Feed().load(true) }
@Test(.dependencies { Module { FakeAnalytics() as any Analytics } })
func inAHelpersClosure() { clocked { Feed().open() } }

final class LackingCase: XCTestCase {
    func testFeed() { _ = Feed().title() }
    func testIsolated() { fakes.isolate { _ = Feed().title() } }
}

func isOn() -> Bool { false }
@Test(.dependencies {}) func perhapsByAClosure() {
    #expect(!(isOn() && { Feed().title().isEmpty }()))
}
