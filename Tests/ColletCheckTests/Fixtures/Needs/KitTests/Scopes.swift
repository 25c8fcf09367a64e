import Collet
import ColletTesting
import Kit
import Testing
import XCTest

// Helpers that run closures with what blocks register.
func clockedAndTracked(_ body: () -> Void) {
    Dependencies.clock.override { tracked.override { body() } }
}
func trackedAfterClocked(_ body: () -> Void) {
    Dependencies.clock.override { withTracking { body() } }
}
func onlyTracked(_ body: () -> Void) { Dependencies.clock.override { withTracking(body) } }
func clockedThenTracked(_ first: () -> Void, _ second: () -> Void) {
    Dependencies.clock.isolate(first)
    tracked.isolate(second)
}
func clockedAtLast(_ first: () -> Void = {}, then last: () -> Void) {
    tracked.isolate(first)
    Dependencies.clock.isolate(last)
}
func firstAndPerhaps(_ first: () -> Void, _ second: () -> Void) {
    first()
    if isOn() { second() }
}
func clockedValue<T>(_ make: @autoclosure () -> T) -> T { Dependencies.clock.isolate { make() } }
func clockedOrTracked(_ body: () -> Void) {
    if isOn() { isolated(.clock, body) } else { isolated(tracked, body) }
}
func perhapsClocked(_ body: () -> Void) {
    if isOn() { return Dependencies.clock.isolate(body) }
    body()
}
class Surrounded: XCTestCase {
    func around(_ body: () -> Void) { body() }
    func title() { around { _ = Feed().title() } }
}
final class SurroundedByAClock: Surrounded {
    override func around(_ body: () -> Void) { super.around { Dependencies.clock.isolate(body) } }
    func testSurrounded() { title() }
}

@Suite(.dependencies {}) struct RightInScopes {
    @Test func ofBothBlocks() {
        clockedAndTracked { _ = Feed().title() }
        clockedAndTracked { Feed().open() }
    }
    @Test func theOuterBlockIsIsolatedFrom() { trackedAfterClocked { Feed().open() } }
    @Test func eachClosureHasItsOwn() {
        clockedThenTracked(
            { _ = Resolver.resolve((any Clock).self) },
            { _ = Resolver.resolve((any Analytics).self) })
    }
    @Test func behindADefault() { clockedAtLast { _ = Feed().title() } }
    @Test func theSameHelperAgain() {
        isolated(tracked) { isolated(.clock) { _ = Feed().title() } }
    }
    @Test func valuesThatArePutOff() { _ = clockedValue(Feed().title()) }
    @Test func closuresWithNames() {
        let make = { Feed() }
        _ = Dependencies.clock.isolate(make).title()
    }
    @Test func initializers() { _ = Dependencies.clock.isolate(Feed.init as () -> Feed).title() }
    @Test func localFunctions() {
        func title() { _ = Feed().title() }
        Dependencies.clock.isolate { title() }
    }
}

@Suite(.dependencies {}) struct LackingInScopes {
    @Test func theInnerIsolationHidesTheOuter() { onlyTracked { _ = Feed().title() } }
    @Test func inTheSecondClosure() {
        clockedThenTracked({}, { _ = Feed().title() })
    }
    @Test func inTheInnerHelper() { isolated(.clock) { isolated(tracked) { _ = Feed().title() } } }
    @Test func inAValueThatIsPutOff() { clockedValue(Feed().open()) }
    @Test func inALocalFunction() {
        func title() { _ = Feed().title() }
        tracked.isolate { title() }
    }
}

// What may run elsewhere, or not at all.
@Suite(.dependencies {}) struct UnclearInScopes {
    @Test func ofOneOfTwoBlocks() { clockedOrTracked { _ = Feed().title() } }
    @Test func ofABlockOrNone() { perhapsClocked { _ = Feed().title() } }
    @Test func inAClosureThatMayNotRun() { firstAndPerhaps({}, { _ = Feed().title() }) }
    @Test func inALazyVariable() { lazy var title = Feed().title() }
}
