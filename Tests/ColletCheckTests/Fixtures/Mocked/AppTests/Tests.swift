import Testing

@testable import App

/// What a test replaces, the app still lacks.
final class MockModel: Model {
    private let mock = Clock(time: 1)
    override var clock: Clock { mock }
}

final class LaterModel: Model {
    override var clock: Clock { Clock(time: super.clock.time + 1) }
}

@Test func mocks() { #expect(MockModel().time() == 1) }
@Test func asks() { #expect(Model().time() == 1) }
@Test func asksByItsSuperclass() { #expect(LaterModel().time() == 1) }
