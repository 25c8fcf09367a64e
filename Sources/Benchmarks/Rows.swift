import Collet

extension Row {
    /// Every row that compares times, in the order of the table.
    static var all: [Row] {
        let sizes = [10, 100, 1_000]
        return sizes.map(transient) + sizes.map(shared)
            + sizes.map(firstAccessTransient) + sizes.map(firstAccessShared)
            + [resolvedProperty, graph] + scopes
            + sizes.map(override)
            + sizes.map(build) + sizes.map(makeAndBuild) + sizes.map(register)
            + besideOthers
    }

    private static func transient(others: Int) -> Row {
        Row("resolve a transient module", others: others, against: "initializer", atMost: 1.4) {
            AccountModule() as any AccountModuleType
        } collet: {
            Resolver.resolve((any AccountModuleType).self)
        }
    }

    private static func shared(others: Int) -> Row {
        Row("resolve a shared module", others: others, against: "static let", atMost: 3) {
            Session.shared
        } collet: {
            Resolver.resolve((any SessionType).self)
        }
    }

    private static func firstAccessTransient(others: Int) -> Row {
        Row(
            "new object, first access, transient",
            others: others,
            against: "stored property",
            atMost: 2.3
        ) {
            let screen = Screen.StoredAccount(account: AccountModule())
            return (screen as AnyObject, screen.account)
        } collet: {
            let screen = Screen.InjectedAccount()
            return (screen as AnyObject, screen.account)
        }
    }

    private static func firstAccessShared(others: Int) -> Row {
        Row(
            "new object, first access, shared",
            others: others,
            against: "stored property",
            atMost: 2.6
        ) {
            let screen = Screen.StoredSession(session: Session.shared)
            return (screen as AnyObject, screen.session)
        } collet: {
            let screen = Screen.InjectedSession()
            return (screen as AnyObject, screen.session)
        }
    }

    private static var resolvedProperty: Row {
        let stored = Screen.StoredSession(session: Session.shared)
        let injected = Screen.InjectedSession()
        return Row("read a resolved property", against: "stored property", atMost: 1.6) {
            stored.session
        } collet: {
            injected.session
        }
    }

    private static var graph: Row {
        let screen = Screen.InjectedWidgets()
        return Row("graph of 13 components", against: "initializers", atMost: 1.15) {
            WidgetViewModel.byHand(id: 1)
        } collet: {
            screen.widgets.component(id: 1)
        }
    }

    private static func override(others: Int) -> Row {
        let fake = Dependencies { Module { FakeAccountModule() as any AccountModuleType } }
        return Row(
            "override a module, resolve, leave",
            others: others,
            against: "dictionary",
            atMost: 2
        ) {
            Container.shared.override((any AccountModuleType).self) {
                FakeAccountModule()
            } body: {
                Container.shared.resolve((any AccountModuleType).self)
            }
        } collet: {
            fake.override { Resolver.resolve((any AccountModuleType).self) }
        }
    }

    private static func build(count: Int) -> Row {
        let features = Feature.all.prefix(count)
        let dependencies = Dependencies { for feature in features { feature.module() } }
        return Row(
            "build, for each module",
            others: count,
            against: "dictionary",
            atMost: 2.5,
            parts: count
        ) {
            Container.shared.reset()
            for feature in features { feature.register(.shared) }
        } collet: {
            Resolver.reset()
            dependencies.build()
        }
    }

    private static func makeAndBuild(count: Int) -> Row {
        let features = Feature.all.prefix(count)
        return Row(
            "make a block and build, for each module",
            others: count,
            against: "dictionary",
            parts: count
        ) {
            Container.shared.reset()
            for feature in features { feature.register(.shared) }
        } collet: {
            Resolver.reset()
            Dependencies { for feature in features { feature.module() } }.build()
        }
    }

    private static func register(others: Int) -> Row {
        Row("register a module", others: others, against: "dictionary") {
            Container.shared.register((any AccountModuleType).self) { AccountModule() }
        } collet: {
            Resolver.register(Module { AccountModule() as any AccountModuleType })
        }
    }

    /// The same operations of Collet beside the other things that one might write.
    private static var besideOthers: [Row] {
        let lazily = Screen.LazySession()
        let injected = Screen.InjectedSession()
        return [
            Row("resolve a transient module", against: "dictionary") {
                Container.shared.resolve((any AccountModuleType).self)
            } collet: {
                Resolver.resolve((any AccountModuleType).self)
            },
            Row("resolve a shared module", against: "dictionary") {
                Container.shared.resolve((any SessionType).self)
            } collet: {
                Resolver.resolve((any SessionType).self)
            },
            Row("new object, first access, transient", against: "lazy var") {
                let screen = Screen.LazyAccount()
                return (screen as AnyObject, screen.account)
            } collet: {
                let screen = Screen.InjectedAccount()
                return (screen as AnyObject, screen.account)
            },
            Row("new object, first access, shared", against: "lazy var") {
                let screen = Screen.LazySession()
                return (screen as AnyObject, screen.session)
            } collet: {
                let screen = Screen.InjectedSession()
                return (screen as AnyObject, screen.session)
            },
            Row("read a resolved property", against: "lazy var") {
                lazily.session
            } collet: {
                injected.session
            },
            Row("make a block, override, resolve, leave", against: "dictionary") {
                Container.shared.override((any AccountModuleType).self) {
                    FakeAccountModule()
                } body: {
                    Container.shared.resolve((any AccountModuleType).self)
                }
            } collet: {
                Dependencies { Module { FakeAccountModule() as any AccountModuleType } }
                    .override { Resolver.resolve((any AccountModuleType).self) }
            },
        ]
    }
}

/// Registers the app's modules anew, in Collet and in the dictionary, beside so many others.
func register(others: Int) {
    let features = Feature.all.prefix(others)

    Resolver.reset()
    Dependencies {
        for feature in features { feature.module() }
        Module { AccountModule() as any AccountModuleType }
        Module { WidgetModule() as any WidgetModuleType }
        Module(.shared) { Session() as any SessionType }
    }.build()

    Container.shared.reset()
    for feature in features { feature.register(.shared) }
    Container.shared.register((any AccountModuleType).self) { AccountModule() }
    Container.shared.register((any WidgetModuleType).self) { WidgetModule() }
    Container.shared.register((any SessionType).self) { Session.shared }
}
