import Collet
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

final class TreeCase: XCTestCase {
    private var tree: Tree!
    override func setUp() { tree = Tree() }
    func testPaths() { XCTAssertEqual(tree.paint(), "/") }
    func testAsks() { XCTAssertEqual(Resolver.resolve(String.self, name: "root"), "/") }
}
