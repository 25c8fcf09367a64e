import Collet
import ColletTesting
import Kit
import Testing
import XCTest

struct FakeClock: Clock { func now() -> Int { 1 } }
struct FakeAnalytics: Analytics { func track(_ event: String) {} }

func isolated<R>(_ block: Dependencies, _ body: () throws -> R) rethrows -> R {
    try block.isolate { try body() }
}
func clocked(
    by block: Dependencies = Dependencies { Module { FakeClock() as any Clock } },
    _ body: () -> Void
) { block.isolate { body() } }
final class Box: Sendable {
    let container = Dependencies { Module { FakeClock() as any Clock } }.makeContainer()
    func run<R>(_ body: () -> R) -> R { container.perform { body() } }
}
extension Dependencies {
    static let clock = Dependencies { Module { FakeClock() as any Clock } }
}
final class Silent: Screen { override func text() -> String { "" } }

/// Its container is set, and the next braces are not its value.
actor Desk {
    private let container: Dependencies.Container

    init(_ container: Dependencies.Container) { self.container = container }
    func title() -> String { container.perform { Feed().title() } }
}

struct RightTests {
    @Test(.dependencies {}) func nothingIsRead() { _ = Feed() }
    @Test(.dependencies {}) func behindAnotherCondition() { _ = Feed().isLate(false) }
    @Test(.dependencies {}) func optionalsAndArraysMayLack() { _ = Feed().names() }
    @Test(.dependencies {}) func madeByHand() { _ = Feed(clock: FakeClock()).title() }
    @Test(.dependencies {}) func overridden() { _ = Silent().show() }
    @Test(.dependencies(.clock)) func membersOfTheLibrary() { _ = Feed().title() }
    @Test(.disabled(), .dependencies {}) func notRun() { _ = Feed().title() }
    @Test func eachCallerHasItsOwnClosure() {
        isolated(Dependencies { Module { FakeClock() as any Clock } }) {
            _ = Feed().title()
        }
    }
    @Test func andItsOwnBlock() {
        isolated(Dependencies { Module { FakeAnalytics() as any Analytics } }) {
            Feed().open()
        }
    }
    @Test func defaultBlocksCount() { clocked { _ = Feed().title() } }
    @Test func containersByWayOfHelpers() { _ = Box().run { Feed().title() } }
    @Test(.dependencies { Module { FakeAnalytics() as any Analytics } })
    func fakesStay() {
        live.build()
        _ = Resolver.resolve((any Server).self).greeting()
    }
    @Test(.dependencies {}) func registeredWithin() {
        Resolver.register { FakeClock() as any Clock }
        _ = Feed().title()
    }
    @Test func forTheProcess() {
        Dependencies { Module("all") { FakeClock() as any Clock } }.build()
    }
    @Test func fromTheProcess() { _ = Resolver.resolve((any Clock).self, name: "all") }
    @Test(arguments: [Dependencies.clock]) func unreadBlocks(_ block: Dependencies) {
        block.isolate { _ = Feed().title() }
    }
    @Test func containersInProperties() async {
        let container = Dependencies.clock.makeContainer()
        _ = await Desk(container).title()
    }
    @Test(.dependencies(.clock)) func containersLieOverTheTest() {
        let container = Dependencies { Module { FakeAnalytics() as any Analytics } }
            .makeContainer()
        container.perform { _ = Feed().title() }
    }
    @Test func containersLieOverOthers() {
        let outer = Dependencies.clock.makeContainer()
        let inner = outer.perform {
            Dependencies { Module { FakeAnalytics() as any Analytics } }.makeContainer()
        }
        inner.perform { _ = Feed().title() }
    }
    @Test func whatIsRegisteredInAContainerStays() {
        let container = Dependencies {}.makeContainer()
        container.perform { Resolver.register { FakeClock() as any Clock } }
        container.perform { _ = Feed().title() }
    }
}

final class SkippedCase: XCTestCase {
    override func setUpWithError() throws { throw XCTSkip() }
    func testNothing() { _ = Feed().title() }
}
final class SkippingCase: XCTestCase {
    private func skip() throws { try XCTSkipIf(true) }
    func testNothing() throws {
        try skip()
        _ = Feed().title()
    }
}
final class RegisteringCase: XCTestCase {
    override func invokeTest() {
        Dependencies {}.isolate {
            Resolver.register { FakeClock() as any Clock }
            super.invokeTest()
        }
    }
    func testRegistered() { _ = Feed().title() }
}
@Test func whatALocalFunctionGives() {
    @DependenciesBuilder func common() -> [Module] {
        Module { FakeClock() as any Clock }
    }
    Dependencies { common() }.isolate { _ = Feed().title() }
}
