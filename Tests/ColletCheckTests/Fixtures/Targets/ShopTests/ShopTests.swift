import Collet
import Core
import Fakes
import XCTest

struct FakeStore: Store {}
struct FakeLog: Log {}

final class ShopTests: XCTestCase {
    @Inject("console") var log: any Log
    @Inject("nowhere") var missing: any Log

    func testStore() {
        let fakes = Dependencies {
            Module { FakeStore() as any Store }
            Module("console") { FakeLog() as any Log }
        }
        fakes.override { print(Resolver.resolve((any Store).self)) }
        offline.isolate { print(Resolver.resolve((any Network).self)) }
    }
}
