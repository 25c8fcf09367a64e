import Collet
import ColletTesting
import Kit
import Testing
import XCTest

// Which block is meant can't be told: these are counted.
class BlockCase: XCTestCase {
    var block: Dependencies { Dependencies {} }
    func title() { block.isolate { _ = Feed().title() } }
}
final class OverridingCase: BlockCase {
    override var block: Dependencies { .clock }
    func testOverridden() { title() }
}
protocol HasBlock { var block: Dependencies { get } }
extension HasBlock {
    var block: Dependencies { fakes }
    func title() { block.isolate { _ = Feed().title() } }
}
struct DefaultBlock: HasBlock { @Test func theProtocolsBlock() { title() } }
struct OwnBlock: HasBlock {
    let block = Dependencies.clock
    @Test func ownBlock() { title() }
}
struct SeveralTests {
    let pair = (fakes, Dependencies.clock), list = [fakes, .clock], isFirst = false

    func block() -> Dependencies {
        if isFirst { return fakes }
        return .clock
    }
    @Test func ofATuple() { pair.1.isolate { _ = Feed().title() } }
    @Test func ofAList() { list[1].isolate { _ = Feed().title() } }
    @Test func ofACondition() {
        (isFirst ? fakes : Dependencies.clock).isolate { _ = Feed().title() }
    }
    @Test func ofAFunction() { block().isolate { _ = Feed().title() } }
    @Test func inABranch() {
        Dependencies { if !isFirst { Module { FakeClock() as any Clock } } }
            .isolate { _ = Feed().title() }
    }
}

// What may ask, or asks elsewhere.
func titles() -> [String] { [Feed().title()] }
struct AttributeTests {
    @Test(.dependencies(.clock), arguments: titles()) func arguments(_ title: String) {}
    @Test(.enabled(if: Feed().title().isEmpty)) func conditions() {}
}
@Test(.dependencies {}) func givenOnSomeWays() { _ = Feed(perhaps: nil).title() }
@Test func ofTwoContainers() {
    let first = Dependencies.clock.isolate { Feed() }
    let second = fakes.isolate { Feed() }
    _ = first.title()
    second.open()
}
@Suite(
    .dependencies {
        Module(.shared) { FeedModule() }
        Module(.shared) { GraphModule() }
    })
struct ScopeTests {
    @Inject var feeds: FeedModule
    @Inject var graphs: GraphModule
    @Test(.overrides(.clock)) func whatAGraphMakes() { _ = graphs.component().title() }
    @Test(.overrides(.clock)) func whatAScopeKeeps() { _ = feeds.component().title() }
}
class Face {
    required init() {}
    static func made() -> Self { Self() }
}
final class ClockFace: Face {
    @Inject var clock: any Clock
}
@Test(.dependencies {}) func madeByItsSuperclass() {
    let face = Dependencies.clock.isolate { ClockFace.made() }
    _ = face.clock.now()
}
@Test(.dependencies {}) func blocksInVariables() {
    var block = fakes
    block = .clock
    block.isolate { _ = Feed().title() }
}
@Test func heldContainers() {
    let box = fakes.makeContainer()
    box.perform { _ = Feed().title() }
}
final class MadeBefore: XCTestCase {
    let feed = Feed()
    override func invokeTest() { Dependencies.clock.isolate { super.invokeTest() } }
    func testMadeBefore() { _ = feed.title() }
}
