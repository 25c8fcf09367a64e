// Tests that show what Swift Testing and XCTest do: see `TestRunTests`.

import Collet
import ColletTesting
import Testing
import XCTest

// Shows static Test.__function, static Test.__type, static SourceLocation.__here
// Shows SourceLocation.init

struct Problem: Error {}

func fail() throws { throw Problem() }

// Shows static Trait.serialized.getter

@Suite(.serialized, .dependencies { Module { 1 } }) struct KnownTraits {
    @Test func knownSuiteTrait() { _ = Resolver.resolve(Int.self) }

    @Test(.overrides { Module { "a" } }) func knownOwnTrait() {
        _ = Resolver.resolve(Int.self)
        _ = Resolver.resolve(String.self)
    }

    @Test func knownMissing() { _ = Resolver.resolve(String.self) }
}

// Shows static Trait.disabled, static Trait.enabled, static Trait.bug, static Trait.tags
// Shows static Trait.timeLimit

// Shows static Trait.__block, static Trait.__documentationBlock
// Shows static Trait.__documentationLine, static Trait.__line

/** A block of documentation. */
/* A block. */
/// A line of documentation.
// A line.
@Test(.dependencies { Module { 1 } }) func knownComments() { _ = Resolver.resolve(Int.self) }

// Shows __defaultSynchronousIsolationContext.getter

@Test(.dependencies { Module { 1 } }) func knownOffMainActor() {
    #expect(#isolation == nil && !Thread.isMainThread)
    _ = Resolver.resolve(Int.self)
}

// Shows static Test.cancel

@Test func knownCancel() throws {
    try Test.cancel("not now")
    _ = Resolver.resolve(Int.self)
}

extension Tag { @Tag static var known: Self }

@Test(.disabled("not now")) func knownDisabled() { _ = Resolver.resolve(Int.self) }

@Test(.enabled(if: CommandLine.arguments.isEmpty), .bug("https://example.com"))
func knownEnabled() { _ = Resolver.resolve(Int.self) }

@Test(.tags(.known), .timeLimit(.minutes(1)), .dependencies { Module { 1 } })
func knownOtherTraits() { _ = Resolver.resolve(Int.self) }

// Shows SuiteTrait.isRecursive.getter, Test.isSuite.getter

struct KnownValue: Sendable {}

/// Runs the cases of a test, as most traits do.
struct KnownCases: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        if testCase == nil || test.isSuite { return try await function() }
        try await Dependencies { Module { KnownValue() } }.override { try await function() }
    }
}

/// Runs a whole suite once, if it is given to one.
struct KnownWhole: TestTrait, SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard test.isSuite, testCase == nil else { return try await function() }
        try await Dependencies { Module { KnownValue() } }.override { try await function() }
    }
}

@Suite(KnownCases()) struct KnownSuiteOfCases {
    @Test func knownCaseInSuite() { _ = Resolver.resolve(KnownValue.self) }

    @Suite struct Inner {
        @Test func knownCaseInInnerSuite() { _ = Resolver.resolve(KnownValue.self) }
    }
}

@Suite(KnownWhole()) struct KnownWholeSuite {
    @Test func knownTestInWholeSuite() { _ = Resolver.resolve(KnownValue.self) }

    @Test(KnownCases()) func knownCaseInWholeSuite() { _ = Resolver.resolve(KnownValue.self) }
}

@Test(KnownCases()) func knownCase() { _ = Resolver.resolve(KnownValue.self) }

@Test(KnownWhole()) func knownCaseIsNoSuite() { _ = Resolver.resolve(KnownValue.self) }

// Shows __checkBinaryOperation, __checkFunctionCall, __checkPropertyAccess, __checkValue
// Shows Result.__expected, __checkClosureCall, __checkCast

@Test(.dependencies { Module { 1 } }) func knownExpectations() {
    #expect(Resolver.resolve(Int.self) == 1)
    #expect([1].contains(Resolver.resolve(Int.self)))
    #expect(!Resolver.resolve(Int.self).description.isEmpty)
    #expect(Bool(Resolver.resolve(Int.self) == 1), "\(Resolver.resolve(Int.self))")
    #expect(throws: Problem.self) { try fail() }
    var numbers: Set = [2]
    #expect(numbers.insert(Resolver.resolve(Int.self)).inserted)
    #expect((Resolver.resolve(Int.self) as Any) is Int)
    _ = Resolver.resolve(Int.self)
}

@Test(.dependencies { Module { 1 } }) func knownExpectedMissing() {
    #expect(1 == Resolver.resolve(Int.self))
    #expect(Resolver.resolve(String.self) == "")
}

// Shows Result.__required, __requiringTry, __requiringAwait, __requiringUnsafe

@Test(.dependencies { Module { 1 } }) func knownRequired() throws {
    _ = try #require(Optional(Resolver.resolve(Int.self)))
    let none: String? = nil
    _ = try #require(none)
    _ = Resolver.resolve(String.self)
}

// Shows confirmation, withKnownIssue

@Test(.dependencies { Module { 1 } }) func knownConfirmation() async {
    await confirmation { confirm in
        _ = Resolver.resolve(Int.self)
        confirm()
    }
    withKnownIssue {
        try fail()
        _ = Resolver.resolve(String.self)
    }
    _ = Resolver.resolve(Int.self)
}

// Shows XCTAssert, XCTAssertEqual, XCTAssertFalse, XCTAssertGreaterThan
// Shows XCTAssertGreaterThanOrEqual, XCTAssertIdentical, XCTAssertLessThan
// Shows XCTAssertLessThanOrEqual, XCTAssertNil, XCTAssertNoThrow, XCTAssertNotEqual
// Shows XCTAssertNotIdentical, XCTAssertNotNil, XCTAssertThrowsError, XCTAssertTrue
// Shows XCTSkipIf, XCTSkipUnless, XCTUnwrap

final class KnownCase: XCTestCase {
    override func setUp() { Resolver.register(value: 1) }

    func testKnownAssertions() {
        func one() -> Int { Resolver.resolve(Int.self) }
        func unused() -> String { Resolver.resolve(String.self) }
        XCTAssert(one() == 1, unused())
        XCTAssertTrue(one() == 1, unused())
        XCTAssertFalse(one() == 2, unused())
        XCTAssertNil(one() == 1 ? nil : 1, unused())
        XCTAssertNotNil(Optional(one()), unused())
        XCTAssertEqual(one(), one(), unused())
        XCTAssertNotEqual(one(), 2, unused())
        XCTAssertLessThan(one(), 2, unused())
        XCTAssertLessThanOrEqual(one(), 1, unused())
        XCTAssertGreaterThan(one(), 0, unused())
        XCTAssertGreaterThanOrEqual(one(), 1, unused())
        XCTAssertIdentical(self, self, unused())
        XCTAssertNotIdentical(self, nil, unused())
        XCTAssertNoThrow(one(), unused())
        XCTAssertThrowsError(try fail(), unused()) { _ in _ = one() }
    }

    func testKnownFailure() { XCTAssertEqual(Resolver.resolve(Int.self), 2) }

    func testKnownMissing() { XCTAssertEqual(1, Resolver.resolve(String.self).count) }

    func testKnownUnwrapped() throws {
        _ = try XCTUnwrap(Optional(Resolver.resolve(Int.self)))
        let none: String? = nil
        _ = try XCTUnwrap(none)
        _ = Resolver.resolve(String.self)
    }

    func testKnownSkipped() throws {
        try XCTSkipIf(Resolver.resolve(Int.self) == 2)
        try XCTSkipUnless(Resolver.resolve(Int.self) == 2)
        _ = Resolver.resolve(String.self)
    }

    func testKnownNotSkipped() throws {
        try XCTSkipIf(false)
        try XCTSkipUnless(true)
        _ = Resolver.resolve(Int.self)
    }
}

// Shows XCTestCase.init, XCTestCase.invokeTest

final class KnownInvokingCase: XCTestCase {
    let fakes = Dependencies { Module { "fake" } }

    override class func setUp() { Resolver.register(value: 2) }

    override func invokeTest() { fakes.override { super.invokeTest() } }

    func testKnownInvoked() {
        _ = Resolver.resolve(String.self)
        _ = Resolver.resolve(Int.self)
    }
}

// Shows XCTestCase.addTeardownBlock

final class KnownTeardownCase: XCTestCase {
    override func invokeTest() {
        Dependencies { Module(.shared) { "invoked" } }.isolate { super.invokeTest() }
    }

    override func tearDown() { Resolver.reset() }

    func testTeardownBlocks() {
        addTeardownBlock { print(Resolver.resolve(String.self)) }
        addTeardownBlock { Resolver.register(name: "last") { 1 } }
    }

    func testTeardownBlockLacks() async {
        addTeardownBlock { print(Resolver.resolve(Int.self, name: "none")) }
    }
}
