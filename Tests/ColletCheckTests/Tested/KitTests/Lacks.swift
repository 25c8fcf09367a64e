import Collet
import ColletTesting
import Testing
import XCTest

@testable import Kit

struct S01Lacks {
    @Test(
        .dependencies {
        })
    func t01Lacks() { #expect(FeedModel().title() == "at 1") }
}

@Suite(
    .dependencies {
        Module { FakeAnalytics() as any Analytics }
    })
struct S02Lacks {
    let model = FeedModel()
    @Test func t02Lacks() { #expect(model.title() == "at 1") }
    @Test func t02openLacks() { model.open() }
}

struct S03Lacks {
    let title: String
    init() { title = FeedModel().title() }
    @Test(
        .dependencies {
        }) func t03Lacks()
    { #expect(title == "at 1") }
}

@Suite(.dependencies { Module { FakeAnalytics() as any Analytics } })
struct S04Lacks {
    @Test func t04openLacks() { FeedModel().open() }
    @Test(
        .overrides {
        })
    func t04Lacks() { let model = FeedModel(); model.open(); #expect(model.title() == "at 1") }
}

struct S05Lacks {
    static let fakes = Dependencies {
        Module { FakeAnalytics() as any Analytics }
    }
    @Test(.dependencies(Self.fakes)) func t05aLacks() { _ = FeedModel().title() }
    @Test(.dependencies(fakes)) func t05bLacks() { _ = FeedModel().title() }
    @Test(.dependencies { S05Lacks.fakes }) func t05cLacks() { _ = FeedModel().title() }
}

@Suite(
    .dependencies {
    })
struct S06Lacks {
    struct Inner {
        @Suite struct Innermost { @Test func t06Lacks() { _ = FeedModel().title() } }
    }
}

struct S07Lacks {
    @Test(
        .dependencies {
        }, arguments: 1...2)
    func t07Lacks(count: Int) { for _ in 0..<count { _ = LazyClock().value() } }
}

@Test(
    .dependencies {
        Module { LiveServer() as any Server }
    })
func t08Lacks() async throws {
    let server: any Server = Resolver.resolve()
    #expect(try await server.load() == "live")
    await Task.yield()
    #expect(LazyClock().value() == 1)
}

final class X09Lacks: XCTestCase {
    func testX09Lacks() {
        let block = Dependencies {
        }
        block.isolate { XCTAssertEqual(FeedModel().title(), "at 1") }
    }
}

final class X10Lacks: XCTestCase {
    let fakes = Dependencies {
    }
    var model: FeedModel!
    override func invokeTest() { fakes.isolate { super.invokeTest() } }
    override func setUp() { model = FeedModel() }
    func testX10Lacks() { XCTAssertEqual(model.title(), "at 1") }
}

class Base11Lacks: XCTestCase {
    override func invokeTest() {
        Dependencies {
        }.isolate { super.invokeTest() }
    }
}
final class X11Lacks: Base11Lacks {
    func testX11Lacks() throws { XCTAssertEqual(LazyClock().value(), 1) }
}

func withFakesLacks(_ body: () throws -> Void) rethrows {
    let fakes = Dependencies {
    }
    try fakes.isolate { try body() }
}
@Test func t12Lacks() { withFakesLacks { _ = FeedModel().title() } }

func makeModelLacks() -> FeedModel { FeedModel() }
@Test(
    .dependencies {
    }) func t13Lacks()
{ _ = makeModelLacks().title() }

@Test(
    .dependencies {
    }) func t14Lacks()
{ FeedModel().child().show() }

@Test(
    .dependencies {
    }) func t15Lacks() async
{ let counter = Counter(); #expect(await counter.tick() == 1) }

@Test(
    .dependencies {
    }) func t16Lacks() async
{ await FeedModel().begin() }

@Test(
    .dependencies {
        Module { FeedModule() as any FeedModuleType }
        Module { NetworkModule() as any NetworkModuleType }
    }) func t17Lacks()
{ FeedScreen().run() }

@Test(
    .dependencies {
        Module { FeedModule() as any FeedModuleType }
        Module { FakeLogger() as any Logger }
    }) func t18Lacks()
{ FeedScreen().run() }

struct TimedPluginLacks: Plugin {
    @Inject var clock: any Clock; var name: String { "\(clock.now())" }
}
@Test(
    .dependencies {
        Module("a") { TimedPluginLacks() as any Plugin }
    }) func t20Lacks()
{ _ = Host().names }

@Test(
    .dependencies {
    }) func t21Lacks()
{ _ = ByHand().time() }

@Test func t23Lacks() {
    let container = Dependencies {
    }.makeContainer()
    let model = container.perform { FeedModel() }
    #expect(model.title() == "at 1")
}

@Test(
    .dependencies {
        kitLive
    }) func t24Lacks()
{ let server: any Server = Resolver.resolve(); #expect(server.greeting() == "hello") }

@Suite(.dependencies(kitLive)) struct S25Lacks {
    @Test(
        .overrides {
        }) func t25Lacks()
    { _ = FeedModel().title() }
}

struct Local26Lacks { @Inject var clock: any Clock; var time: Int { clock.now() } }
@Test(
    .dependencies {
    }) func t26Lacks()
{ #expect(Local26Lacks().time == 1) }

@Test(
    .dependencies {
    }) func t27Lacks()
{ #expect(Hidden().time() == 1) }

@Test(
    .dependencies {
        Module { Eager(clock: Resolver.resolve()) }
    }) func t28Lacks()
{ #expect((Resolver.resolve() as Eager).time() == 1) }

@Test(
    .dependencies {
        Module(.shared) { LiveServer() as any Server }
    }) func t29Lacks()
{ #expect(Resolver.resolve((any Server).self).greeting() == "hello") }

@Test(
    .dependencies {
        Module { FakeClock() as any Clock }
    }) func t30Lacks()
{ #expect(Named().time() == 1) }

@Test(
    .dependencies {
        Module { Repo<String>() }
    }) func t31Lacks()
{ #expect(RepoUser().count == 0) }

@Test(
    .dependencies {
    }) func t32Lacks()
{ Button().tap() }

@Test(
    .dependencies {
    }) func t33Lacks()
{ _ = StaticLacks.model.value() }
enum StaticLacks { nonisolated(unsafe) static let model = LazyClock() }

@Test(
    .dependencies {
    }) func t34Lacks()
{ #expect(stamp() == 1) }

@Test(
    .dependencies {
    }) func t35Lacks()
{ #expect(stampLocal() == 1) }

@Test(
    .dependencies {
    }) func t36Lacks()
{ #expect(Derived().value() == 1) }

@Test(
    .dependencies {
    }) func t37Lacks()
{ #expect(Called().time() == 1) }

func fakes38Lacks(_ now: Int) -> Dependencies {
    Dependencies {
        Module { FakeAnalytics() as any Analytics }
    }
}
@Test(.dependencies { fakes38Lacks(1) }) func t38Lacks() { #expect(FeedModel().title() == "at 1") }

@Test(.dependencies { Module { FakeAnalytics() as any Analytics } }) func t39Lacks() {
    #expect(FeedModel().title() == "at 1")
}

@Test(.dependencies { Module { FakeAnalytics() as any Analytics } }) func t40Lacks() {
    let block = Dependencies { Module { FakeLogger() as any Logger } }
    block.build()
    #expect(FeedModel().title() == "at 1")
}

extension Trait where Self == DependenciesTrait {
    static var fakes41Lacks: Self {
        .dependencies {
            Module { FakeAnalytics() as any Analytics }
        }
    }
}
@Test(.fakes41Lacks) func t41Lacks() { _ = FeedModel().title() }

@Test(
    .dependencies {
    }) func t42Lacks()
{ let it = Completion(); it.add(); it.fire() }

struct Fake43Lacks: Analytics {
    @Inject var clock: any Clock; func track(_ event: String) { _ = clock.now() }
}
@Test(
    .dependencies {
        Module { Fake43Lacks() as any Analytics }
    }) func t43Lacks()
{ FeedModel().open() }

@Test(
    .dependencies {
    }) func t44Lacks() async
{ #expect(await Groups().all() == 1) }

@Test(
    .dependencies {
    }) func t45Lacks() async
{ #expect(await Groups().pair() == 1) }

@Test(
    .dependencies {
    }) func t46Lacks()
{ #expect(stamp(by: Resolver.resolve()) == 1); #expect(stamp() == 1) }

@Test() func t47Lacks() { #expect(FeedModel().title() == "at 1") }

@Test func t48Lacks() {
    let fakes = Dependencies {
    }
    let model = fakes.isolate { FeedModel() }
    #expect(model.title() == "at 1")
}

let is49Lacks = true
@Test(
    .dependencies {
    }) func t49Lacks()
{ #expect(FeedModel().title() == "at 1") }

struct FakeNetworkLacks: NetworkModuleType {
    @Inject var logger: any Logger; func component() -> Http { Http(logger: logger) }
}
@Test(
    .dependencies {
        Module { FeedModule() as any FeedModuleType }
        Module { FakeNetworkLacks() as any NetworkModuleType }
    }) func t50Lacks()
{ FeedScreen().run() }

@Test(
    .dependencies {
    }) func t51Lacks()
{ #expect(Flow([PlainStep(), TimedStep()]).run() > 0) }

@Test(
    .dependencies {
    }) func t52Lacks()
{ #expect(FeedModel().maybe(true) == 1) }

@Test(
    .dependencies {
    }) func t53Lacks()
{ #expect(FeedModel().guarded(1) == 2) }

@Test(
    .dependencies {
    }) func t54Lacks() throws
{ #expect(try FeedModel().validated("x") == 1) }

@Test(
    .dependencies {
    }) func t55Lacks()
{ #expect(FeedModel().mapped([1]) == [2]) }

@Test(
    .dependencies {
    }) func t56Lacks() async throws
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
    }) struct S57Lacks
{
    let model = FeedModel()
    @Test func t57Lacks() async throws { #expect(model.title() == "at 1") }
}

@Test(
    .dependencies {
    }) func t58Lacks()
{ #expect(Session().open() == 4) }

final class S59Lacks {
    func make() -> FeedModel { FeedModel() }
}
extension S59Lacks {
    @Test(
        .dependencies {
        }) func t59Lacks()
    { #expect(make().title() == "at 1") }
}

@Test(
    .dependencies {
    }) func t60Lacks()
{ #expect(makeStep(true).run() == 1) }

@Test(.dependencies { Module { FakeAnalytics() as any Analytics } }) func t61Lacks() {
    let more = Dependencies {
    }
    more.override {
        let model = FeedModel(); model.open(); _ = model.title()
    }
}

final class X62Lacks: XCTestCase {
    private var container: Dependencies.Container!
    override func setUp() {
        container = Dependencies {
        }.makeContainer()
    }
    func testX62Lacks() { container.perform { _ = FeedModel().title() } }
}

var list63Lacks: [Module] {
    [
        Module { FakeAnalytics() as any Analytics }
    ]
}
@Test(.dependencies { list63Lacks }) func t63Lacks() { _ = FeedModel().title() }

@DependenciesBuilder func build64Lacks() -> [Module] {
    Module { FakeAnalytics() as any Analytics }
}
@Test(.dependencies { build64Lacks() }) func t64Lacks() { _ = FeedModel().title() }
