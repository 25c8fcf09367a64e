import Collet
import ColletTesting
import Kit
import Testing

// What one function or class gives to several tests.
func block(adding module: Module) -> Dependencies {
    Dependencies { module }
}
class AskingServer: @unchecked Sendable {
    func greeting() -> String { Feed().title() }
}
final class FakeServer: AskingServer, Server, @unchecked Sendable {}
final class QuietServer: AskingServer, Server, @unchecked Sendable {
    override func greeting() -> String { "" }
}
class ServerBase: Server, @unchecked Sendable {
    func greeting() -> String { Feed().title() }
}
final class InheritingServer: ServerBase, @unchecked Sendable {}
class QuietScreen: Screen { override func text() -> String { "" } }
final class EmptyScreen: QuietScreen {}
struct Greeter {
    @Inject var server: any Server
    func greet() -> String { server.greeting() }
}
func greet(_ server: any Server) -> String { server.greeting() }
protocol Timed { var clock: any Clock { get } }
final class TimedScreen: Timed { @Inject var clock: any Clock }
func time(of timed: any Timed) -> Int { timed.clock.now() }

struct GivenTests {
    @Test func ofAFunctionThatIsGivenTheClock() {
        block(adding: Module { FakeClock() as any Clock }).isolate { _ = Feed().title() }
    }
    @Test(.dependencies {}) func byAFakeThatDoesNotAsk() { _ = greet(QuietServer()) }
    @Test(.dependencies {}) func byAnInheritedOverride() { _ = EmptyScreen().show() }
    @Test(.dependencies {}) func behindWhatTheAppCatches() { _ = Guard().title() }

    @Test(.dependencies {}) func behindWhatTheAppThrows() throws {
        _ = try Guard().refused()
    }
    @Test(.dependencies { Module { FakeClock() as any Clock } }) func ofNamesakes() {
        @Inject var fake: any Clock
        @Inject var other: any Clock
        _ = (fake, other)
    }
    @Test(
        .dependencies {
            let analytics = FakeAnalytics(), fake = FakeClock()
            Module { analytics }
            Module { fake }
        })
    func ofASecondConstant() { _ = Resolver.resolve(FakeClock.self) }
    @Test(
        .dependencies {
            let (analytics, other) = (FakeAnalytics(), FakeClock())
            Module { analytics }
            Module { other }
        })
    func ofATuplesConstant() { _ = Resolver.resolve(FakeClock.self) }

    @Test(.dependencies { Module { QuietServer() as any Server } })
    func byTheRegisteredServer() {
        _ = InheritingServer()
        _ = Greeter().greet()
    }

    // These stop.
    @Test func ofTheSameFunctionThatIsGivenAnother() {
        block(adding: Module { FakeAnalytics() as any Analytics }).isolate {
            _ = Feed().title()
        }
    }
    @Test(.dependencies {}) func byWhatAFakeInherits() { _ = greet(FakeServer()) }
    @Test(.dependencies {}) func byAnInheritedConformance() {
        _ = greet(InheritingServer())
    }
    @Test(.dependencies {}) func byARequirement() { _ = time(of: TimedScreen()) }
}
