import Collet
import ColletTesting
import Kit
import Testing
import XCTest

// What lies over what, and what is made where.
final class Pocket: Sendable {
    let clock = Inject<any Clock>()
    func time() -> Int { clock().now() }
}
class Tape {
    init() { _ = Feed().title() }
}
final class NamedTape: Tape {
    let name: String
    init(name: String) { self.name = name }
}
func twice(_ body: () -> Void) {
    body()
    if isOn() { body() }
}
struct LayerTests {
    let isFirst = false

    // These stop.
    @Test func aHeldContainerLiesOverWhereItWasMade() {
        let held = Dependencies {}.makeContainer()
        Dependencies.clock.override { held.perform { _ = Feed().title() } }
    }
    @Test(.dependencies { Module(.weak) { Pocket() } })
    func whatIsWeakIsMadeWhereItIsRegistered() {
        Dependencies.clock.override { _ = Resolver.resolve(Pocket.self).time() }
    }
    @Test(.dependencies {}) func aSuperclassIsMadeWithoutBeingNamed() {
        _ = NamedTape(name: "a")
    }

    @Test(.dependencies {}) func inAClosureThatMayRunAgain() {
        twice { _ = Feed().title() }
    }
    @Test(.dependencies {}) func behindWhatCannotFail() { _ = Feed().sure() }

    // These stop, and their cures say more.
    @Test func twoModulesInOneBlock() {
        _ = Feed().title()
        Feed().open()
    }
    @Test(.dependencies { Module { FakeAnalytics() } })
    func aFakeAsWhatItIs() { Feed().open() }

    // Of this one it can't be told.
    @Test func anOverrideOverOneOfTwoBlocks() {
        (isFirst ? fakes : Dependencies.clock).isolate {
            Dependencies { Module { FakeAnalytics() as any Analytics } }
                .override {
                    Feed().open()
                    _ = Feed().title()
                }
        }
    }
}

final class ClassSetUpCase: XCTestCase {
    override class func setUp() { _ = Feed().title() }
    override func invokeTest() { Dependencies.clock.isolate { super.invokeTest() } }
    func testAfterSetUp() {}
}
