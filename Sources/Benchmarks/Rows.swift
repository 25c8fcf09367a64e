import Collet

extension Row {
    /// Every operation that is timed, each with its limits.
    static func all() -> [Row] {
        let stored = StoredSession(session: Session.shared)
        let lazily = LazySession()
        let injected = InjectedSession()
        let widgets = Inject<any WidgetModuleType>()
        let scopedWidgets = ScopedWidgetModule()
        let sessions = SessionModule()
        let fake = Dependencies { Module { FakeAccountModule() as any AccountModuleType } }
        let request = Dependencies { Module { GuestSession() as any SessionType } }
        func hundredAccounts() {
            for _ in 0..<100 { _ = Resolver.resolve((any AccountModuleType).self) }
        }
        return [
            Row("resolve a transient module") { Resolver.resolve((any AccountModuleType).self) }
                .beside("initializer", atMost: 3.3) { AccountModule() as any AccountModuleType }
                .beside("dictionary", atMost: 0.9) {
                    Handwritten.resolve((any AccountModuleType).self)
                },
            Row("resolve a module of the main actor", mayAllocate: true) {
                Resolver.resolve((any HomeModuleType).self)
            }.beside("any actor's", atMost: 3) { Resolver.resolve((any AccountModuleType).self) },
            Row("100 transient modules within an override", mayAllocate: true) {
                request.override(hundredAccounts)
            }.beside("outside", atMost: 2.5, hundredAccounts),
            Row("resolve a shared module") { Resolver.resolve((any SessionType).self) }
                .beside("static let", atMost: 7.5) { Session.shared }
                .beside("dictionary", atMost: 0.85) { Handwritten.resolve((any SessionType).self) },
            Row("new object, first access, transient", mayAllocate: true) {
                let screen = InjectedAccount()
                return (screen as AnyObject, screen.account)
            }.beside("stored property", atMost: 4.2) {
                let screen = StoredAccount(account: AccountModule())
                return (screen as AnyObject, screen.account)
            }.beside("dictionary") {
                let screen = LazyAccount()
                return (screen as AnyObject, screen.account)
            },
            Row("new object, first access, shared", mayAllocate: true) {
                let screen = InjectedSession()
                return (screen as AnyObject, screen.session)
            }.beside("stored property", atMost: 4) {
                let screen = StoredSession(session: Session.shared)
                return (screen as AnyObject, screen.session)
            }.beside("dictionary") {
                let screen = LazySession()
                return (screen as AnyObject, screen.session)
            },
            Row("read a resolved property") { injected.session }
                .beside("stored property", atMost: 1.8) { stored.session }
                .beside("dictionary") { lazily.session },
            Row("graph of 13 components") { widgets().component() }
                .beside("initializers", atMost: 1.15) { widgetsByHand() },
            Row("the same, each by scope.graph", mayAllocate: true) {
                scopedWidgets.component() as any ViewModel
            }.beside("initializers", atMost: 10.5) { widgetsByHand() },
            Row("component that scope.shared keeps") { sessions.component() }
                .beside("static let", atMost: 6) { sessions.constant() },
            Row("override with a block, resolve, leave", mayAllocate: true) {
                fake.override { Resolver.resolve((any AccountModuleType).self) }
            }.beside("dictionary", atMost: 4.5) {
                Handwritten.override((any AccountModuleType).self) {
                    FakeAccountModule()
                } body: {
                    Handwritten.resolve((any AccountModuleType).self)
                }
            },
        ]
    }
}
