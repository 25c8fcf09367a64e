import Collet

extension Row {
    /// Every operation that is timed, each with its limits.
    static func all() -> [Row] {
        let peers = Peer.all()
        let stored = StoredSession(module: Session.shared)
        let injected = InjectedSession()
        func widgetsByHand() -> any ViewModel { WidgetModule().component() }
        let widgets = Inject<any WidgetModuleType>()
        let scopedWidgets = ScopedWidgetModule()
        let sessions = SessionModule()
        let fake = Dependencies {
            Module { FakeAccountModule() as any AccountModuleType }
        }
        let request = Dependencies { Module { GuestSession() as any SessionType } }
        func hundredAccounts() {
            for _ in 0..<100 { _ = Resolver.resolve((any AccountModuleType).self) }
        }
        let transient =
            Row("resolve a transient module") {
                Resolver.resolve((any AccountModuleType).self)
            }
            .beside("initializer", atMost: 3.3) {
                AccountModule() as any AccountModuleType
            }
            .beside("dictionary", atMost: 0.9) {
                Handwritten.resolve((any AccountModuleType).self)
            }
            .beside(peers, \.transient)
        return [
            transient,
            transient.onTwoThreads("the same, on two threads at once"),
            Row("resolve a module of the main actor", mayAllocate: true) {
                Resolver.resolve((any HomeModuleType).self)
            }.beside("any actor's", atMost: 3) {
                Resolver.resolve((any AccountModuleType).self)
            },
            Row("100 transient modules within an override", mayAllocate: true) {
                request.override(hundredAccounts)
            }.beside("outside", atMost: 2.5, hundredAccounts),
            Row("resolve a shared module") { Resolver.resolve((any SessionType).self) }
                .beside("static let", atMost: 7.5) { Session.shared }
                .beside("dictionary", atMost: 0.85) {
                    Handwritten.resolve((any SessionType).self)
                }
                .beside(peers, \.shared),
            Row("new object, first access, transient", mayAllocate: true) {
                opened(InjectedAccount())
            }.beside("stored property", atMost: 4.2) {
                opened(StoredAccount(module: AccountModule()))
            },
            Row("new object, first access, shared", mayAllocate: true) {
                opened(InjectedSession())
            }.beside("stored property", atMost: 4) {
                opened(StoredSession(module: Session.shared))
            }.beside(peers, \.newObject),
            Row("read a resolved property") { injected.module }
                .beside("stored property", atMost: 1.8) { stored.module }
                .beside(peers, \.readAgain),
            Row("graph of 13 components") { widgets().component() }
                .beside("initializers", atMost: 1.15) { widgetsByHand() }
                .beside(peers, \.tree),
            Row("the same, each by scope.graph", mayAllocate: true) {
                scopedWidgets.component() as any ViewModel
            }.beside("initializers", atMost: 10.5) { widgetsByHand() }.beside(
                peers, \.graph),
            Row("component that scope.shared keeps") { sessions.component() }
                .beside("static let", atMost: 6) { Session.shared },
            Row("isolate with 20 shared modules, make all", mayAllocate: true) {
                Link.modules.isolate { Resolver.resolve(Link.self, name: "19") }
            }.beside("lazy var") {
                (1..<20).reduce(LazyLink(nil)) { previous, _ in LazyLink(previous) }.link
            },
            Row("override with a block, resolve, leave", mayAllocate: true) {
                fake.override { Resolver.resolve((any AccountModuleType).self) }
            }.beside("dictionary", atMost: 4.5) {
                Handwritten.override((any AccountModuleType).self) {
                    FakeAccountModule()
                } body: {
                    Handwritten.resolve((any AccountModuleType).self)
                }
            }.beside(peers, \.override),
            Row("register what is registered", mayAllocate: true) {
                Resolver.register { AccountModule() as any AccountModuleType }
            }.beside("dictionary") {
                Handwritten.register((any AccountModuleType).self) { AccountModule() }
            }.beside(peers, \.register),
        ]
    }
}
