import Collet
import ColletTesting
import Testing
import XCTest

@testable import App

@Test func modulesFindTheirModules() throws {
    try Dependencies {
        app
        session("test")
    }
    .verify()
}

@Test(.dependencies { Module("path") { "/" } }) func sessionsLieOverTheTest() { run("use") }
@Test func caching() {
    caches().makeContainer().perform { _ = Resolver.resolve(Cache.self) }
}
@Test func configuring() { configure() }

final class TreeCase: XCTestCase {
    private var tree: Tree!
    override func setUp() { tree = Tree() }
    func testPaths() { XCTAssertEqual(tree.paint(), "/") }
    func testAsks() { XCTAssertEqual(Resolver.resolve(String.self, name: "root"), "/") }
}
