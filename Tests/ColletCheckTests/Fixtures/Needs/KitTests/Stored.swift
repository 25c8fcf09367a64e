import Collet
import ColletTesting
import Kit
import Testing

// Closures that are kept, and made or run elsewhere; variables that are set before they are read.
struct Maker {
    var make: () -> Feed = { Feed() }
    init() {}
    init(_ make: @escaping () -> Feed) { self.make = make }
}
func feedMaker() -> () -> Feed { { Feed() } }
final class Clocks {
    lazy var clock: any Clock = Resolver.resolve()
    lazy var second: any Clock = Resolver.resolve()
    var title: String {
        get { "" }
        set { Feed().open() }
    }
    func time() -> Int { clock.now() }
    func seconds() -> Int { second.now() }
}

/// None of these is an error: where an object is made isn't known, or what runs.
struct StoredTests {
    @Test func functionsInVariables() {
        let make: () -> Feed = Feed.init
        _ = Dependencies.clock.isolate(make).title()
    }
    @Test func closuresInLists() {
        let makes = [{ Feed() }]
        _ = Dependencies.clock.isolate { makes.map { $0() } }[0].title()
    }
    @Test func closuresThatAreReturned() { _ = Dependencies.clock.isolate(feedMaker()).title() }
    @Test func closuresThatAreGiven() {
        let maker = Maker { Feed() }
        _ = Dependencies.clock.isolate { maker.make() }.title()
    }
    @Test func closuresOfProperties() {
        let maker = Maker()
        _ = Dependencies.clock.isolate { maker.make() }.title()
    }
    @Test func closuresThatAreKept() {
        let keeper = Keeper()
        _ = fakes.isolate { keeper.madeAndKept { Feed() } }
        _ = Dependencies.clock.isolate { keeper.make!() }.title()
    }
    @Test func lazilyReadBefore() {
        let clocks = Dependencies.clock.isolate {
            let clocks = Clocks()
            _ = clocks.seconds()
            return clocks
        }
        _ = clocks.seconds()
    }
    @Test(.dependencies {}) func setBeforeItIsRead() {
        let clocks = Clocks()
        clocks.clock = FakeClock()
        _ = clocks.time()
    }
    @Test(.dependencies {}) func leftByALabel() {
        run: do {
            if isOn() { break run }
            _ = Feed().title()
        }
    }
}

/// And these stop.
@Suite(.dependencies {}) struct StoredLackingTests {
    @Test func inACaptureList() {
        let kept = { [title = Feed().title()] (count: Int) in print(title, count) }
        _ = kept
    }
    @Test func neverSet() { _ = Clocks().seconds() }
    @Test func bySetting() { Clocks().title = "" }
    @Test func behindALabel() {
        outer: for _ in [1] { for _ in [1] { break outer } }
        _ = Feed().title()
    }
    @Test func madeInAClosureOfAFunction() { _ = [1].map { _ in Feed() }[0].title() }
}
@Suite(.dependencies {}) final class EndingSuite {
    deinit { _ = Feed().title() }
    @Test func whenTheSuiteEnds() {}
}
// An earlier test may have made it.
nonisolated(unsafe) let globalFeed = Feed()
@Test(.dependencies {}) func ofAGlobal() { _ = globalFeed.title() }
let globalTitle = Feed().title()
@Test(.dependencies {}) func ofWhatAGlobalIsSetTo() { _ = globalTitle }
let globalClock: any Clock = Resolver.resolve()
@Test(.dependencies {}) func ofWhatAGlobalResolves() { _ = globalClock }
