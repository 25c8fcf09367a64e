import Collet
import ColletTesting
import Kit
import Testing
import XCTest

let tracked = Dependencies { Module { FakeAnalytics() as any Analytics } }
func withTracking(_ body: () -> Void) { tracked.isolate(body) }

// Test cases that decide where their tests run: these have what they ask for.
final class InvokedByAHelper: XCTestCase {
    override func invokeTest() { clocked { super.invokeTest() } }
    func testByAHelper() { _ = Feed().title() }
}
final class InvokedByName: XCTestCase {
    override func invokeTest() { Dependencies.clock.isolate(super.invokeTest) }
    func testByName() { _ = Feed().title() }
}
final class InvokedElsewhere: XCTestCase {
    override func invokeTest() { Dependencies.clock.isolate { invoke() } }
    private func invoke() { super.invokeTest() }
    func testElsewhere() { _ = Feed().title() }
}
class ClockedCase: XCTestCase {
    override func invokeTest() { Dependencies.clock.isolate { super.invokeTest() } }
}
final class InvokedTwice: ClockedCase {
    override func invokeTest() { tracked.isolate { super.invokeTest() } }
    func testTwice() { _ = Feed().title() }
}
final class NeverInvoked: XCTestCase {
    override func invokeTest() {}
    func testNever() { _ = Feed().title() }
}
class RegisteringBase: XCTestCase {
    override func setUp() { Resolver.register { FakeClock() as any Clock } }
    override func invokeTest() { withTracking { super.invokeTest() } }
}
final class SetUpAgain: RegisteringBase {
    override func setUp() { super.setUp() }
    func testWithTheBase() { _ = Feed().title() }
}

// And these lack something.
final class SetUpAlone: RegisteringBase {
    override func setUp() {}
    func testWithoutTheBase() { _ = Feed().title() }
}
final class InvokedInAnotherOrder: ClockedCase {
    override func invokeTest() { tracked.override { super.invokeTest() } }
    func testInAnotherOrder() { Feed().open() }
}
// What it registers for the process, an isolation would leave out.
final class SetUpForTheProcess: XCTestCase {
    override func setUp() { Resolver.register(name: "case") { FakeClock() as any Clock } }
    func testBesideTheProcess() {
        _ = Resolver.resolve((any Clock).self, name: "case")
        _ = Resolver.resolve((any Clock).self, name: "other")
    }
}
final class ComparingCase: XCTestCase {
    func testByTheSecondOperand() { XCTAssertLessThan("", Feed().title()) }
}
final class PerhapsInvoked: XCTestCase {
    override func invokeTest() { if isOn() { super.invokeTest() } }
    func testPerhaps() { _ = Feed().title() }
}
