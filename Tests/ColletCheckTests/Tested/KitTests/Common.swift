import Collet
import ColletTesting
import Testing
import XCTest

@testable import Kit

struct FakeClock: Clock { func now() -> Int { 1 } }
struct FakeAnalytics: Analytics { func track(_ event: String) {} }
struct FakeServer: Server {
    func greeting() -> String { "hi" }; func load() async throws -> String { "fake" }
}
struct FakeLogger: Logger { func log(_ text: String) {} }
struct FakePlugin: Plugin { var name: String { "fake" } }
