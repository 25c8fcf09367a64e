import Collet
import ColletTesting
import Kit
import Testing
import XCTest

struct Failure: Error {}
let isOffline = true
func failIfOffline() throws { if isOffline { throw Failure() } }
func failingTitle() throws -> String {
    try failIfOffline()
    return Feed().title()
}
func outerTitle() throws -> String { try failingTitle() }

/// Errors that end no test, before what they keep from running.
@Suite(.dependencies {}) struct CaughtTests {
    @Test func expected() { #expect(throws: Failure.self) { try outerTitle() } }
    @Test func required() throws { try #require(throws: Failure.self) { try outerTitle() } }
    @Test func optional() { _ = try? outerTitle() }
    @Test func caught() { do { _ = try outerTitle() } catch {} }
    @Test func known() { withKnownIssue { _ = try outerTitle() } }
    /// Nothing catches this one: it fails, or gets there.
    @Test func uncaught() throws { _ = try outerTitle() }
}
final class CaughtCase: XCTestCase {
    func testThrows() { XCTAssertThrowsError(try outerTitle()) }
}

// Tests that end before they ask.
func skip() throws { try XCTSkipIf(true) }
func skipByAHelper() throws { try skip() }
func cancelByAHelper() throws { try cancel() }
func cancel() throws { try Test.cancel() }

final class SkippedBySetUp: XCTestCase {
    override func setUpWithError() throws { try skipByAHelper() }
    func testSkippedBySetUp() { _ = Feed().title() }
}
@Test(.dependencies {}) func cancelled() throws {
    try cancelByAHelper()
    _ = Feed().title()
}
@Suite(.dependencies {}) struct CancelledByInit {
    init() throws { try cancelByAHelper() }
    @Test func cancelledByInit() { _ = Feed().title() }
}
@Suite(.dependencies {}) struct EndedByInit {
    init() throws { if isOffline { throw Failure() } }
    @Test func endedByInit() { _ = Feed().title() }
}

extension ConditionTrait { static let online: Self = .enabled(if: !isOffline) }
@Suite(ConditionTrait.online) struct OnlineTests {
    @Test(.dependencies {}) func online() { _ = Feed().title() }
}
@Suite(.enabled(if: !isOffline)) struct EnabledTests {
    @Test(.dependencies {}) func enabledByTheSuite() { _ = Feed().title() }
}
