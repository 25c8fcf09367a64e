import Collet
import ColletTesting
import Kit
import Testing

// A session holds a container, and lets it go; what is made in it makes more there.
final class Session {
    private var container: Dependencies.Container?
    func logIn() {
        container = Dependencies { Module(.shared) { FakeClock() as any Clock } }
            .makeContainer()
    }
    func logOut() { container = nil }
    func dashboard() -> Dashboard { container!.perform { Dashboard() } }
}
final class Dashboard {
    private let container = Dependencies.Container.current
    func feed() -> Feed { container.perform { Feed() } }
}
// Which of two blocks it holds can't be told.
final class ChangedSession {
    private var container = Dependencies {}.makeContainer()
    func logIn() {
        container = Dependencies { Module(.shared) { FakeClock() as any Clock } }
            .makeContainer()
    }
    func feed() -> Feed { container.perform { Feed() } }
}

@Suite(.dependencies {}) struct SessionTests {
    @Test func madeLater() {
        let session = Session()
        session.logIn()
        _ = session.dashboard().feed().title()
        session.logOut()
    }
    @Test func changed() {
        let session = ChangedSession()
        session.logIn()
        _ = session.feed().title()
    }
    // And this stops.
    @Test func lacking() {
        let session = Session()
        session.logIn()
        session.dashboard().feed().open()
    }
}

@Suite(.dependencies { Module { FakeClock() as any Clock } }) struct DetachedTests {
    // An override ends where a detached task begins.
    @Test func inADetachedTask() async {
        await Task.detached { _ = Feed().title() }.value
    }
    @Test func inAnExitTest() async {
        await #expect(processExitsWith: .failure) { _ = Feed().title() }
    }
    @Test func inATask() async { await Task { _ = Feed().title() }.value }
}
