import Dependencies

extension Peer {
    /// It keeps every value, so a closure that is kept makes transient values. It has no
    /// graphs.
    static func dependencies() -> Peer {
        var peer = Peer(
            name: "swift-dependencies",
            transient: Side { Dependency(\.account).wrappedValue() },
            shared: Side { Dependency(\.session).wrappedValue },
            override: Side {
                withDependencies {
                    $0[AccountKey.self] = { FakeAccountModule() }
                } operation: {
                    Dependency(\.account).wrappedValue()
                }
            }
        )
        peer.open(InjectedScreen.init)
        return peer
    }

    private final class InjectedScreen: Screen { @Dependency(\.session) var module }
}

private enum AccountKey: DependencyKey {
    static let liveValue: @Sendable () -> any AccountModuleType = { AccountModule() }
}

private enum SessionKey: DependencyKey {
    static let liveValue: any SessionType = Session()
}

extension DependencyValues {
    var account: @Sendable () -> any AccountModuleType { self[AccountKey.self] }
    var session: any SessionType { self[SessionKey.self] }
}
