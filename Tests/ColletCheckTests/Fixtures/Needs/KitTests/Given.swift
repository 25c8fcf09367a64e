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
func greet(_ server: any Server) -> String { server.greeting() }

struct GivenTests {
    @Test func ofAFunctionThatIsGivenTheClock() {
        block(adding: Module { FakeClock() as any Clock }).isolate { _ = Feed().title() }
    }
    @Test(.dependencies {}) func byAFakeThatDoesNotAsk() { _ = greet(QuietServer()) }
    @Test(.dependencies {}) func behindWhatTheAppCatches() { _ = Guard().title() }

    // These stop.
    @Test func ofTheSameFunctionThatIsGivenAnother() {
        block(adding: Module { FakeAnalytics() as any Analytics }).isolate {
            _ = Feed().title()
        }
    }
    @Test(.dependencies {}) func byWhatAFakeInherits() { _ = greet(FakeServer()) }
}
