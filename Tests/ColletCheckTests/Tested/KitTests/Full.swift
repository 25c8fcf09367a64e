import Collet
import ColletTesting
import Testing
import XCTest

@testable import Kit

struct S01Full {
    @Test(
        .dependencies {
            Module { FakeClock() as any Clock }
        })
    func t01Full() { #expect(FeedModel().title() == "at 1") }
}

@Suite(
    .dependencies {
        Module { FakeClock() as any Clock }
        Module { FakeAnalytics() as any Analytics }
    })
struct S02Full {
    let model = FeedModel()
    @Test func t02Full() { #expect(model.title() == "at 1") }
    @Test func t02openFull() { model.open() }
}

struct S03Full {
    let title: String
    init() { title = FeedModel().title() }
    @Test(
        .dependencies {
            Module { FakeClock() as any Clock }
        }) func t03Full()
    { #expect(title == "at 1") }
}

@Suite(.dependencies { Module { FakeAnalytics() as any Analytics } })
struct S04Full {
    @Test func t04openFull() { FeedModel().open() }
    @Test(
        .overrides {
            Module { FakeClock() as any Clock }
        })
    func t04Full() { let model = FeedModel(); model.open(); #expect(model.title() == "at 1") }
}

struct S05Full {
    static let fakes = Dependencies {
        Module { FakeClock() as any Clock }
        Module { FakeAnalytics() as any Analytics }
    }
    @Test(.dependencies(Self.fakes)) func t05aFull() { _ = FeedModel().title() }
    @Test(.dependencies(fakes)) func t05bFull() { _ = FeedModel().title() }
    @Test(.dependencies { S05Full.fakes }) func t05cFull() { _ = FeedModel().title() }
}

@Suite(
    .dependencies {
        Module { FakeClock() as any Clock }
    })
struct S06Full {
    struct Inner {
        @Suite struct Innermost { @Test func t06Full() { _ = FeedModel().title() } }
    }
}

struct S07Full {
    @Test(
        .dependencies {
            Module { FakeClock() as any Clock }
        }, arguments: 1...2)
    func t07Full(count: Int) { for _ in 0..<count { _ = LazyClock().value() } }
}

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
        Module { LiveServer() as any Server }
    })
func t08Full() async throws {
    let server: any Server = Resolver.resolve()
    #expect(try await server.load() == "live")
    await Task.yield()
    #expect(LazyClock().value() == 1)
}

final class X09Full: XCTestCase {
    func testX09Full() {
        let block = Dependencies {
            Module { FakeClock() as any Clock }
        }
        block.isolate { XCTAssertEqual(FeedModel().title(), "at 1") }
    }
}

final class X10Full: XCTestCase {
    let fakes = Dependencies {
        Module { FakeClock() as any Clock }
    }
    var model: FeedModel!
    override func invokeTest() { fakes.isolate { super.invokeTest() } }
    override func setUp() { model = FeedModel() }
    func testX10Full() { XCTAssertEqual(model.title(), "at 1") }
}

class Base11Full: XCTestCase {
    override func invokeTest() {
        Dependencies {
            Module { FakeClock() as any Clock }
        }.isolate { super.invokeTest() }
    }
}
final class X11Full: Base11Full {
    func testX11Full() throws { XCTAssertEqual(LazyClock().value(), 1) }
}

func withFakesFull(_ body: () throws -> Void) rethrows {
    let fakes = Dependencies {
        Module { FakeClock() as any Clock }
    }
    try fakes.isolate { try body() }
}
@Test func t12Full() { withFakesFull { _ = FeedModel().title() } }

func makeModelFull() -> FeedModel { FeedModel() }
@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t13Full()
{ _ = makeModelFull().title() }

@Test(
    .dependencies {
        Module { FakeAnalytics() as any Analytics }
    }) func t14Full()
{ FeedModel().child().show() }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t15Full() async
{ let counter = Counter(); #expect(await counter.tick() == 1) }

@Test(
    .dependencies {
        Module { FakeAnalytics() as any Analytics }
    }) func t16Full() async
{ await FeedModel().begin() }

@Test(
    .dependencies {
        Module { FeedModule() as any FeedModuleType }
        Module { NetworkModule() as any NetworkModuleType }
        Module { FakeLogger() as any Logger }
    }) func t17Full()
{ FeedScreen().run() }

@Test(
    .dependencies {
        Module { FeedModule() as any FeedModuleType }
        Module { NetworkModule() as any NetworkModuleType }
        Module { FakeLogger() as any Logger }
    }) func t18Full()
{ FeedScreen().run() }

@Test(.dependencies {}) func t19Full() { #expect(Host().names == []) }

struct TimedPluginFull: Plugin {
    @Inject var clock: any Clock; var name: String { "\(clock.now())" }
}
@Test(
    .dependencies {
        Module("a") { TimedPluginFull() as any Plugin }
        Module { FakeClock() as any Clock }
    }) func t20Full()
{ _ = Host().names }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t21Full()
{ _ = ByHand().time() }

@Test(.dependencies {}) func t22Full() { #expect(ByHand(clock: FakeClock()).time() == 1) }

@Test func t23Full() {
    let container = Dependencies {
        Module { FakeClock() as any Clock }
    }.makeContainer()
    let model = container.perform { FeedModel() }
    #expect(model.title() == "at 1")
}

@Test(
    .dependencies {
        kitLive
        Module { FakeClock() as any Clock }
    }) func t24Full()
{ let server: any Server = Resolver.resolve(); #expect(server.greeting() == "hello") }

@Suite(.dependencies(kitLive)) struct S25Full {
    @Test(
        .overrides {
            Module { FakeClock() as any Clock }
        }) func t25Full()
    { _ = FeedModel().title() }
}

struct Local26Full { @Inject var clock: any Clock; var time: Int { clock.now() } }
@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t26Full()
{ #expect(Local26Full().time == 1) }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t27Full()
{ #expect(Hidden().time() == 1) }

@Test(
    .dependencies {
        Module { Eager(clock: Resolver.resolve()) }
        Module { FakeClock() as any Clock }
    }) func t28Full()
{ #expect((Resolver.resolve() as Eager).time() == 1) }

@Test(
    .dependencies {
        Module(.shared) { LiveServer() as any Server }
        Module { FakeAnalytics() as any Analytics }
    }) func t29Full()
{ #expect(Resolver.resolve((any Server).self).greeting() == "hello") }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
        Module("utc") { FakeClock() as any Clock }
    }) func t30Full()
{ #expect(Named().time() == 1) }

@Test(
    .dependencies {
        Module { Repo<String>() }
        Module { Repo<Int>() }
    }) func t31Full()
{ #expect(RepoUser().count == 0) }

@Test(
    .dependencies {
        Module { FakeAnalytics() as any Analytics }
    }) func t32Full()
{ Button().tap() }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t33Full()
{ _ = StaticFull.model.value() }
enum StaticFull { nonisolated(unsafe) static let model = LazyClock() }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t34Full()
{ #expect(stamp() == 1) }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t35Full()
{ #expect(stampLocal() == 1) }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t36Full()
{ #expect(Derived().value() == 1) }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t37Full()
{ #expect(Called().time() == 1) }

func fakes38Full(_ now: Int) -> Dependencies {
    Dependencies {
        Module { FakeClock() as any Clock }
        Module { FakeAnalytics() as any Analytics }
    }
}
@Test(.dependencies { fakes38Full(1) }) func t38Full() { #expect(FeedModel().title() == "at 1") }

@Test(.dependencies { Module { FakeAnalytics() as any Analytics } }) func t39Full() {
    Resolver.register { FakeClock() as any Clock }
    #expect(FeedModel().title() == "at 1")
}

@Test(.dependencies { Module { FakeAnalytics() as any Analytics } }) func t40Full() {
    let block = Dependencies { Module { FakeLogger() as any Logger } }
    block.build()
    Dependencies { Module { FakeClock() as any Clock } }.build()
    #expect(FeedModel().title() == "at 1")
}

extension Trait where Self == DependenciesTrait {
    static var fakes41Full: Self {
        .dependencies {
            Module { FakeClock() as any Clock }
            Module { FakeAnalytics() as any Analytics }
        }
    }
}
@Test(.fakes41Full) func t41Full() { _ = FeedModel().title() }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t42Full()
{ let it = Completion(); it.add(); it.fire() }

struct Fake43Full: Analytics {
    @Inject var clock: any Clock; func track(_ event: String) { _ = clock.now() }
}
@Test(
    .dependencies {
        Module { Fake43Full() as any Analytics }
        Module { FakeClock() as any Clock }
    }) func t43Full()
{ FeedModel().open() }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t44Full() async
{ #expect(await Groups().all() == 1) }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t45Full() async
{ #expect(await Groups().pair() == 1) }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t46Full()
{ #expect(stamp(by: Resolver.resolve()) == 1); #expect(stamp() == 1) }

@Test(
    .dependencies { Module { FakeClock() as any Clock } }
) func t47Full() { #expect(FeedModel().title() == "at 1") }

@Test func t48Full() {
    let fakes = Dependencies {
        Module { FakeClock() as any Clock }
    }
    let model = fakes.isolate { FeedModel() }
    #expect(model.title() == "at 1")
}

let is49Full = true
@Test(
    .dependencies {
        if is49Full { Module { FakeClock() as any Clock } }
    }) func t49Full()
{ #expect(FeedModel().title() == "at 1") }

struct FakeNetworkFull: NetworkModuleType {
    @Inject var logger: any Logger; func component() -> Http { Http(logger: logger) }
}
@Test(
    .dependencies {
        Module { FeedModule() as any FeedModuleType }
        Module { FakeNetworkFull() as any NetworkModuleType }
        Module { FakeLogger() as any Logger }
    }) func t50Full()
{ FeedScreen().run() }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t51Full()
{ #expect(Flow([PlainStep(), TimedStep()]).run() > 0) }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t52Full()
{ #expect(FeedModel().maybe(true) == 1) }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t53Full()
{ #expect(FeedModel().guarded(1) == 2) }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t54Full() throws
{ #expect(try FeedModel().validated("x") == 1) }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t55Full()
{ #expect(FeedModel().mapped([1]) == [2]) }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t56Full() async throws
{
    let value: Int? = 3
    let id = try #require(value)
    await confirmation { done in
        done(); #expect(FeedModel().guarded(id) == 4)
    }
}

@MainActor
@Suite(
    .dependencies {
        Module.mainActor { FakeClock() as any Clock }
    }) struct S57Full
{
    let model = FeedModel()
    @Test func t57Full() async throws { #expect(model.title() == "at 1") }
}

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t58Full()
{ #expect(Session().open() == 4) }

final class S59Full {
    func make() -> FeedModel { FeedModel() }
}
extension S59Full {
    @Test(
        .dependencies {
            Module { FakeClock() as any Clock }
        }) func t59Full()
    { #expect(make().title() == "at 1") }
}

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t60Full()
{ #expect(makeStep(true).run() == 1) }

@Test(.dependencies { Module { FakeAnalytics() as any Analytics } }) func t61Full() {
    let more = Dependencies {
        Module { FakeClock() as any Clock }
    }
    more.override {
        let model = FeedModel(); model.open(); _ = model.title()
    }
}

final class X62Full: XCTestCase {
    private var container: Dependencies.Container!
    override func setUp() {
        container = Dependencies {
            Module { FakeClock() as any Clock }
        }.makeContainer()
    }
    func testX62Full() { container.perform { _ = FeedModel().title() } }
}

var list63Full: [Module] {
    [
        Module { FakeClock() as any Clock },
        Module { FakeAnalytics() as any Analytics },
    ]
}
@Test(.dependencies { list63Full }) func t63Full() { _ = FeedModel().title() }

@DependenciesBuilder func build64Full() -> [Module] {
    Module { FakeClock() as any Clock }
    Module { FakeAnalytics() as any Analytics }
}
@Test(.dependencies { build64Full() }) func t64Full() { _ = FeedModel().title() }

@Test(.dependencies { Module { FakeAnalytics() as any Analytics } }) func t70Full() {
    FeedModel().open()
}

@Test(.dependencies {}) func t71Full() { #expect(FeedModel().maybe(false) == 0) }

@Test(.dependencies {}) func t72Full() { #expect(FeedModel().guarded(nil) == 0) }

@Test(.dependencies {}) func t73Full() {
    #expect(throws: Failure.self) { try FeedModel().failing(true) }
}

@Test(.dependencies {}) func t74Full() {
    #expect(throws: Failure.self) { try FeedModel().validated("") }
}

@Test(.dependencies {}) func t75Full() { #expect(FeedModel().recovered() == 1) }

@Test(.dependencies {}) func t76Full() {
    #expect(!FeedModel().both(false)); #expect(FeedModel().orElse(1) == 1)
}

@Test(.dependencies {}) func t77Full() {
    #expect(FeedModel().each([]) == 0); #expect(FeedModel().mapped([]) == [])
}

@Test(.dependencies {}) func t78Full() { #expect(FeedModel().kind(.none) == 0) }

@Test(.dependencies {}) func t79Full() { let it = Completion(); it.add(); FeedModel().prepare() }

@Test(.dependencies {}) func t80Full() {
    #expect(Quiet().value() == 0); #expect(makeBase(true).value() == 0)
}

@Test(.dependencies {}) func t81Full() {
    #expect(Flow([PlainStep()]).run() == 1); #expect(makeStep(false).run() == 1)
}

@Test(.dependencies {}) func t82Full() {
    _ = Flow([TimedStep()]); _ = FeedModel(); _ = FeedScreen()
}

@Test(.dependencies {}) func t83Full() { #expect(stamp(by: FakeClock()) == 1) }

@Test(.dependencies {}) func t84Full() {
    let model = Dependencies { Module { FakeClock() as any Clock } }.isolate { FeedModel() }
    #expect(model.title() == "at 1")
}

@Test(.dependencies {}) func t85Full() {
    let clock = FakeClock(); #expect(ByHand(clock: clock).time() == 1); _ = ByHand()
}

@Test(.dependencies { Module { LiveServer() as any Server } }) func t86Full() {
    _ = Resolver.resolve((any Server).self)
}

@Test(
    .dependencies {
        kitLive; Module { FakeAnalytics() as any Analytics }
    }) func t87Full()
{
    #expect(Resolver.resolve((any Server).self).greeting() == "hello")
}

@Test(.disabled(), .dependencies {}) func t88Full() { _ = FeedModel().title() }

@Test func t89Full() {
    Dependencies { Module { FakeAnalytics() as any Analytics } }.isolate {
        Dependencies { Module { FakeClock() as any Clock } }.override {
            _ = FeedModel().title(); FeedModel().open()
        }
    }
}

@Test(.dependencies {}) func t90Full() {
    let model: FeedModel? = nil; #expect(model?.title() == nil)
}

@Test(.dependencies {}, arguments: [1]) func t91Full(n: Int) {
    if n == 1 { return }; _ = FeedModel().title()
}

func check92Full(_ block: Dependencies) { block.isolate { _ = FeedModel().title() } }
@Test func t92Full() { check92Full(Dependencies { Module { FakeClock() as any Clock } }) }

func with93Full<R>(_ block: Dependencies, _ body: () throws -> R) rethrows -> R {
    try block.isolate { try body() }
}
@Test func t93Full() {
    #expect(
        with93Full(Dependencies { Module { FakeClock() as any Clock } }) { FeedModel().title() }
            == "at 1")
}

func fake94Full<T: Sendable>(_ value: T) -> Module { Module { value } }
@Test(.dependencies { fake94Full(FakeClock() as any Clock) }) func t94Full() {
    _ = FeedModel().title()
}

@Test(.dependencies { for name in ["utc", "local"] { Module(name) { FakeClock() as any Clock } } })
func t95Full() { #expect(Named().time() == 1) }

final class FakeBase96Full: Base { override func value() -> Int { 9 } }
@Test(.dependencies { Module { FakeBase96Full() as Base } }) func t96Full() {
    #expect((Resolver.resolve() as Base).value() == 9)
}

@Test(.dependencies {}) func t97Full() throws {
    try #require(FeedModel().maybe(false) == 0); #expect(FeedModel().guarded(nil) == 0)
}

final class X98Full: XCTestCase {
    let model = ByHand(clock: FakeClock())
    func testX98Full() { XCTAssertEqual(model.time(), 1) }
}

@Suite(.dependencies { Module { FakeAnalytics() as any Analytics } }) struct S99Full {
    let model = FeedModel()
    func title() -> String { model.title() }
    @Test func t99Full() { model.open() }
    @Test(.overrides { Module { FakeClock() as any Clock } }) func t99titleFull() {
        #expect(title() == "at 1")
    }
}
