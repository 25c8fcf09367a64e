import Collet
import ColletTesting
import Testing

@testable import Kit

// A wrapper that somebody makes asks for nothing until it is read.
struct Watch {
    let clock: Inject<any Clock>
    init(_ clock: Inject<any Clock> = Inject()) { self.clock = clock }
    func time() -> Int { clock().now() }
}
struct Alarm {
    let clock: Inject<any Clock>
    let spares: [Inject<any Clock>]
    init() {
        clock = Inject()
        spares = [Inject("utc")]
    }
}
@Suite(.dependencies {}) struct WrapperTests {
    @Test func wrappersAreGiven() { _ = Watch(Inject(value: FakeClock())).time() }
    @Test func wrappersAreMade() { _ = Watch() }
    @Test func wrappersAreMadeAndRead() { _ = Watch().time() }
    @Test func wrappersAreMadeByInitializers() { _ = Alarm() }
    @Test func localWrappersAreNotRead() {
        @Inject var clock: any Clock
        let other = Inject<any Clock>()
        withExtendedLifetime(other) {}
    }
    @Test func localWrappersAreRead() {
        let clock = Inject<any Clock>()
        _ = clock().now()
    }
    @Test func localWrappersMayBeRead() {
        let clock = Inject<any Clock>()
        if Bool.random() { _ = clock().now() }
    }
    @Test func wrappersAreReadAtOnce() { _ = Inject<any Clock>()().now() }
    @Test func wrappersAreParametersOfTheCompilers() {
        _ = Card(clock: Inject(value: FakeClock())).time()
    }
    @Test func wrappersAreNotGiven() { _ = Card(title: "own").time() }
}

// What is only set is not read.
struct Gauge {
    static var total: Int {
        get { Feed().title().count }
        set {}
    }
    var mark: Int {
        get { Feed().title().count }
        nonmutating set {}
    }
    var noted = 0 { didSet { _ = Feed().title() } }
    subscript(index: Int) -> Int {
        get { Feed().title().count }
        nonmutating set {}
    }
    subscript(name: String, or other: @autoclosure () -> String) -> String {
        name.isEmpty ? other() : name
    }
}
@Suite(.dependencies {}) struct SettingTests {
    @Test func variablesAreSet() {
        Gauge.total = 1
        Gauge().mark = 1
        Gauge()[0] = 1
        Gauge()[keyPath: \.mark] = 1
    }
    @Test func variablesAreRaised() { Gauge().mark += 1 }
    @Test func elementsAreRead() { _ = Gauge()[0] }
    @Test func pathsAreNamed() { _ = \Gauge.mark }
    @Test func pathsOfNothing() { _ = [Gauge]().map(\.mark) }
    @Test func pathsAreApplied() { _ = Gauge()[keyPath: \.mark] }
    @Test func observersMayRun() {
        var gauge = Gauge()
        gauge.noted = 1
    }
}

// What is put off may never run.
@propertyWrapper struct Later<Value> {
    private let make: () -> Value
    init(wrappedValue: @autoclosure @escaping () -> Value) { make = wrappedValue }
    var wrappedValue: Value { make() }
}
@propertyWrapper struct Now<Value> { var wrappedValue: Value }
struct Wall { @Later var title = Feed().title() }
struct OpenWall { @Now var title = Feed().title() }
@Suite(.dependencies {}) struct PuttingOffTests {
    @Test func bySubscripts() {
        let names = ["a": "x"]
        _ = names["a", default: Feed().title()]
        _ = ["a": "x"]["a", default: Feed().title()]
        _ = Gauge()["a", or: Feed().title()]
    }
    @Test func byAssertions() {
        assert(true, "\(Feed().title())")
        precondition(true, Feed().title())
    }
    @Test func conditionsOfAssertions() { assert(!Feed().title().isEmpty) }
    @Test func byWrappers() {
        @Later var title = Feed().title()
        _ = Wall()
    }
    @Test func wrappersThatPutNothingOff() { _ = OpenWall() }
}

// What no name stands for may run once its type is made.
@propertyWrapper struct Setting {
    let key: String
    init(_ key: String) { self.key = key }
    var wrappedValue: String { Feed().title() }
    var projectedValue: Int { Feed().offset() }
}
struct Preferences { @Setting("language") var language }
@dynamicCallable struct Shout {
    func dynamicallyCall(withArguments words: [String]) { Feed().open() }
}
@Suite(.dependencies {}) struct UnnamedTests {
    @Test func wrappersOfOnesOwn() { _ = Preferences().language }
    @Test func projections() { _ = Preferences().$language }
    @Test func calls() { Shout()("a") }
}
