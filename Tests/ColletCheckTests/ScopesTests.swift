import Testing

@testable import ColletCheck

/// Scopes that keep too little, or too much.
struct ScopesTests {
    @Test func aModuleWithAScopeIsShared() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            final class Store: Sendable {}
            final class Cache: Sendable {
                private let scope = Scope()
                func component() -> Store { scope.shared { Store() } }
            }
            struct Outer: Sendable { let cache = Cache() }
            struct User: Sendable {}
            final class Desk: Sendable {
                let scope = Scope()
                let user: User = Resolver.resolve()
            }
            final class Given: Sendable {
                let scope: Scope
                init(_ scope: Scope) { self.scope = scope }
            }
            final class Using: Sendable { let cache: Cache = Resolver.resolve(name: "shared") }
            final class Printing: Sendable { init() { print(Scope()) } }
            let given = Scope()
            Dependencies {
                Module { User() }
                Module { Cache() } //: warning: Cache holds a Scope but is not registered .shared, so every injection site has a scope of its own; to fix, register it .shared
                Module(.weak, "weak") { Cache() } //: warning: Cache holds a Scope but is registered .weak, so its scope goes when nobody holds it; to fix, register it .shared
                Module(.shared, "shared") { Cache() }
                Module { Outer() } //: warning: Outer holds a Scope but is not registered .shared, so every injection site has a scope of its own; to fix, register it .shared
                Module { Desk() } //: warning: Desk holds a Scope but is not registered .shared, so every injection site has a scope of its own; to fix, register it .shared, and ask for User at each use
                Module { Given(given) }
                Module { Using() }
                Module { Printing() }
            }.build()
            Dependencies { Module { User() } }.override { print(Resolver.resolve(User.self)) }
            """
        ])
        await package.expect(\.scopeMistakes)
    }

    @Test func aScopeOutlivesACall() async throws {
        let package = try await RulePackage([
            "App/App.swift": """
            final class Store: Sendable {}
            final class Lost: Sendable {
                var scope: Scope { Scope() } //: warning: each call makes another Scope, so it keeps nothing for the next; to fix, let a module that is .shared store it: let scope = Scope()
                func component() -> Store { scope.shared { Store() } }
                func other() -> Store {
                    let own = Scope() //: warning: each call makes another Scope, so it keeps nothing for the next; to fix, let a module that is .shared store it: let scope = Scope()
                    return own.weak { Store() }
                }
                func several(_ ids: [Int]) -> [Store] {
                    let own = Scope()
                    return ids.map { id in own.shared(for: id) { Store() } }
                }
            }
            final class Kept: Sendable {
                static func make() -> Scope { Scope() }
                let scope = Kept.make()
                func component() -> Store { scope.shared { Store() } }
            }
            final class Static: Sendable {
                static let scope = Scope() //: warning: the process has this Scope alone, so it keeps what an override made; to fix, let a module that is .shared store it: let scope = Scope()
                static let harmless = Scope()
                func component() -> Store { Self.scope.shared { Store() } }
                func other() -> Store { Self.harmless.shared { Store() } }
            }
            let app = Dependencies {
                Module(.shared) { () -> Store in
                    let own = Scope()
                    return own.shared { Store() }
                }
                Module(.shared) { Lost() }
                Module(.shared) { Kept() }
                Module(.shared) { Static() }
            }
            @main struct Main {
                static func main() {
                    app.build()
                    print(Resolver.resolve(Store.self))
                    let lost: Lost = Resolver.resolve()
                    print(lost.component(), lost.other(), lost.several([1, 2]))
                    print(Resolver.resolve(Kept.self).component())
                    let fixed: Static = Resolver.resolve()
                    print(fixed.other())
                    Dependencies { Module("own") { 1 } }.override { print(fixed.component()) }
                }
            }
            """
        ])
        await package.expect(\.scopeMistakes)
    }

    @Test func whatIsKeptForAllIsNotOfOneParameter() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            final class Store: Sendable { init(_ id: Int = 0) {} }
            final class Stores: Sendable {
                let scope = Scope()
                func component(id: Int) -> Store {
                    scope.shared { Store(id) } //: warning: what is made with the first 'id' is given for all others, too; to have one for each, write (for: id), or a part of it if it isn't Hashable
                }
                func component(for id: Int) -> Store { scope.shared(for: id) { Store(id) } }
                func component(of id: Int) -> Store { scope.shared { Store() } }
                func component(new id: Int) -> Store { scope.graph { Store(id) } }
                func component(one id: Int) -> Store { scope.shared { Store(id) } }
                func component(_ size: Int = 1, name id: Int) -> Store {
                    scope.shared { Store(size + id) } //: warning: what is made with the first 'id' is given for all others, too; to have one for each, write (for: id), or a part of it if it isn't Hashable
                }
            }
            Dependencies { Module(.shared) { Stores() } }.build()
            let stores: Stores = Resolver.resolve()
            print(stores.component(id: 1), stores.component(id: 2), stores.component(for: 1))
            print(stores.component(one: 1), stores.component(one: 1))
            print(stores.component(name: 1), stores.component(name: 2))
            print(stores.component(of: 1), stores.component(new: 1))
            """
        ])
        await package.expect(\.scopeMistakes)
    }

    /// A graph has its own instances, whichever scope it uses.
    @Test func aScopeHasToLastUnlessItIsOnlyForGraphs() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            final class Screen: Sendable {}
            struct Screens: Sendable {
                let scope = Scope()
                func component() -> Screen { scope.graph { Screen() } }
            }
            struct Windows: Sendable {
                let scope = Scope()
                func component() -> Screen { scope.graph { Screen() } }
                func main() -> Screen { scope.shared { Screen() } }
            }
            Dependencies {
                Module { Screens() }
                Module { Windows() } //: warning: Windows holds a Scope but is not registered .shared, so every injection site has a scope of its own; to fix, register it .shared
            }.build()
            print(Resolver.resolve(Screens.self).component())
            let windows = Resolver.resolve(Windows.self)
            print(windows.component(), windows.main())
            """
        ])
        await package.expect(\.scopeMistakes)
    }

    @Test func aTestsScopeLastsAsLongAsTheTest() async throws {
        let package = try await RulePackage([
            "KitTests/KitTests.swift": """
            import Testing
            final class Store: Sendable {}
            @Test func stores() {
                let scope = Scope()
                print(scope.shared { Store() })
            }
            """
        ])
        await package.expect(\.scopeMistakes)
    }

    /// Instances in a static scope are told once, with one cure.
    @Test func keptAndScopeDontContradict() async throws {
        let package = try await RulePackage([
            "App/App.swift": """
            struct User: Sendable {}
            final class Store: Sendable { let user: User = Resolver.resolve() }
            final class Static: Sendable {
                static let scope = Scope() //: warning: the process has this Scope alone, so it keeps what an override made; to fix, let a module that is .shared store it: let scope = Scope(), and ask for User at each use
                func component() -> Store { Self.scope.shared { Store() } }
            }
            let app = Dependencies { Module { User() }; Module(.shared) { Static() } }
            @main struct Main {
                static func main() {
                    app.build()
                    let fixed: Static = Resolver.resolve()
                    print(fixed.component())
                    Dependencies { Module { User() } }.override { print(fixed.component()) }
                }
            }
            """
        ])
        await package.expect(\.scopeMistakes)
        #expect(await package.runs().findings(of: \.keptObjects).isEmpty)
    }
}
