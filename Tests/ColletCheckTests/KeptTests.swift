import Testing

@testable import ColletCheck

/// Instances kept outside of an override that replaces what they ask for.
struct KeptTests {
    @Test func whatIsKeptHasWhatIsOutside() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable { let name: String }
            final class Greeter: Sendable { let user: User = Resolver.resolve() }
            struct Mailer: Sendable { let user: User = Resolver.resolve() }
            final class Orders: Sendable { let mailer: Mailer = Resolver.resolve() }
            final class Cart: @unchecked Sendable { @Inject var user: User }
            final class Report: Sendable { let cart: Cart = Resolver.resolve() }
            final class Fresh: Sendable { func name() -> String { Resolver.resolve(User.self).name } }
            final class Unasked: Sendable { let user: User = Resolver.resolve() }
            final class Plain: Sendable { let user: User = Resolver.resolve() }
            final class Holder: Sendable { let plain: Plain = Resolver.resolve() }
            let app = Dependencies {
                Module { User(name: "nobody") }
                Module { Mailer() }
                Module(.shared) { Greeter() } //: warning: Greeter is kept, and has the User from outside of the override that replaces it; to fix, ask for User at each use, or make Greeter anew each time, with Module { … }
                Module(.shared) { Orders() } //: warning: Orders is kept, and has the User through Mailer from outside of the override that replaces it; to fix, ask for Mailer at each use, or make Orders anew each time, with Module { … }
                Module(.shared) { Cart() } //: warning: Cart is kept, and has the User from outside of the override that replaces it; to fix, ask for User at each use, or make Cart and Report anew each time, with Module { … }
                Module(.shared) { Report() }
                Module(.shared) { Fresh() }
                Module(.shared) { Unasked() }
                Module(.shared) { Plain() } //: warning: Plain is kept, and has the User from outside of the override that replaces it; to fix, ask for User at each use, or make Plain and Holder anew each time, with Module { … }
                Module(.shared) { Holder() }
            }
            func serve(_ name: String) {
                Dependencies { Module { User(name: name) } }.override {
                    print(Resolver.resolve(Greeter.self).user.name)
                    print(Resolver.resolve(Orders.self).mailer.user.name)
                    print(Resolver.resolve(Report.self).cart.user.name)
                    print(Resolver.resolve(Fresh.self).name())
                    print(Resolver.resolve(Plain.self).user.name)
                }
            }
            app.build()
            print(Resolver.resolve(Unasked.self).user.name)
            Dependencies { Module("other") { 1 } }.override {
                print(Resolver.resolve(Holder.self).plain)
            }
            serve("Ada")
            """
        ])
        await package.expect(\.keptObjects)
    }

    /// Its property has asked for what is replaced; the others only lead to it.
    @Test func thePropertiesThatLeadToAKeptObjectAreNoPartOfItsWay() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable { let name: String }
            final class Cart: @unchecked Sendable { @Inject var user: User }
            final class Report: @unchecked Sendable { @Inject var cart: Cart }
            Dependencies {
                Module { User(name: "nobody") }
                Module(.shared) { Cart() } //: warning: Cart is kept, and has the User from outside of the override that replaces it; to fix, ask for User at each use, or make Cart and Report anew each time, with Module { … }
                Module(.shared) { Report() }
            }.build()
            print(Resolver.resolve(Report.self).cart.user)
            Dependencies { Module { User(name: "Ada") } }.override {
                print(Resolver.resolve(Report.self).cart.user)
            }
            """
        ])
        await package.expect(\.keptObjects)
    }

    @Test func whatALoopMakesFirstIsKept() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable { let name: String }
            final class Greeter: Sendable { let user = Inject<User>() }
            final class Printer: Sendable { let user = Inject<User>() }
            struct Printers: Sendable {
                let scope = Scope()
                func printer() -> Printer { scope.shared { Printer() } } //: warning: Printer is kept, and has the User from outside of the override that replaces it; to fix, ask for User at each use
            }
            Dependencies {
                Module { User(name: "nobody") }
                Module(.shared) { Greeter() } //: warning: Greeter is kept, and has the User from outside of the override that replaces it; to fix, ask for User at each use, or make Greeter anew each time, with Module { … }
                Module(.shared) { Printers() }
            }.build()
            while let line = readLine() {
                Dependencies { Module { User(name: line) } }.override {
                    print(Resolver.resolve(Greeter.self).user().name)
                    print(Resolver.resolve(Printers.self).printer().user().name)
                }
            }
            """
        ])
        await package.expect(\.keptObjects)
    }

    @Test func containersAndGlobalsKeepToo() async throws {
        let package = try await RulePackage([
            "App/App.swift": """
            struct User: Sendable { let name: String }
            final class Session: Sendable { let user: User = Resolver.resolve() }
            final class Totals: Sendable {
                static let all = Totals() //: warning: 'all' is kept for everybody, and has the User of the first override; to fix, ask for User at each use
                let user: User = Resolver.resolve()
            }
            final class Store: Sendable { let user: User = Resolver.resolve() }
            final class Stores: ComponentFactory, Sendable {
                let scope = Scope()
                func component() -> Store { scope.shared { Store() } } //: warning: Store is kept, and has the User from outside of the override that replaces it; to fix, ask for User at each use
            }
            let app = Dependencies {
                Module { User(name: "nobody") }
                Module(.shared) { Session() } //: warning: Session is kept, and has the User from outside of the override that replaces it; to fix, ask for User at each use, or make Session anew each time, with Module { … }
                Module(.shared) { Stores() }
            }
            func serve(_ name: String) {
                let user = Dependencies { Module { User(name: name) } }
                let container = user.makeContainer()
                container.perform { print(Resolver.resolve(Session.self).user) }
                user.override {
                    print(Totals.all.user, Resolver.resolve(Stores.self).component().user)
                }
            }
            @main struct Main {
                static func main() {
                    app.build()
                    serve("Ada")
                }
            }
            """
        ])
        await package.expect(\.keptObjects)
    }

    /// What asks is mended, and not what has it.
    @Test func aGlobalThatHasAnotherHasItsMistake() async throws {
        let package = try await RulePackage([
            "App/App.swift": """
            struct User: Sendable { let name: String }
            final class Totals: Sendable {
                static let all = Totals() //: warning: 'all' is kept for everybody, and has the User of the first override; to fix, ask for User at each use
                let user: User = Resolver.resolve()
            }
            final class Report: Sendable {
                static let last = Report()
                let totals = Totals.all
            }
            let app = Dependencies { Module { User(name: "nobody") } }
            func serve(_ name: String) {
                Dependencies { Module { User(name: name) } }.override {
                    print(Report.last.totals.user)
                }
            }
            @main struct Main {
                static func main() {
                    app.build()
                    serve("Ada")
                }
            }
            """
        ])
        await package.expect(\.keptObjects)
    }

    /// A statement ends where the next one begins, even if it calls code that may throw.
    @Test func whatAVariableIsGivenIsItsOwn() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            protocol Clock: Sendable {}
            struct Exact: Clock {}
            func parse() throws -> any Clock { Exact() }
            Dependencies { Module { Exact() as any Clock } }.build()
            let clock = try parse()
            _ = Resolver.resolve((any Clock).self)
            let limit = 1
            @MainActor func tick() {
                Dependencies { Module { Exact() as any Clock } }.override {
                    print(clock, limit, Resolver.resolve((any Clock).self))
                }
            }
            tick()
            """
        ])
        await package.expect(\.keptObjects)
    }

    @Test func whatAnOverrideHasItselfIsItsOwn() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable { let name: String }
            final class Greeter: Sendable { let user: User = Resolver.resolve() }
            let app = Dependencies {
                Module { User(name: "nobody") }
                Module(.shared) { Greeter() }
            }
            protocol PreviewProvider { static var previews: String { get } }
            struct Previews: PreviewProvider {
                static var previews: String {
                    Dependencies { Module { User(name: "shown") } }.override {
                        Resolver.resolve(Greeter.self).user.name
                    }
                }
            }
            enum Registry {
                static func makePreview() -> String {
                    Dependencies { Module { User(name: "drawn") } }.override {
                        Resolver.resolve(Greeter.self).user.name
                    }
                }
            }
            func serve(_ name: String) {
                Dependencies {
                    Module { User(name: name) }
                    Module(.shared) { Greeter() }
                }.override { print(Resolver.resolve(Greeter.self).user.name) }
                Dependencies { app; Module { User(name: name) } }.isolate {
                    print(Resolver.resolve(Greeter.self).user.name)
                }
            }
            app.build()
            serve("Ada")
            print(Previews.previews, Registry.makePreview())
            """,
            "AppTests/Tests.swift": """
            import ColletTesting
            import Testing
            struct Name: Sendable { let text: String }
            final class Label: Sendable { let name: Name = Resolver.resolve() }
            @Test(.dependencies {
                Module { Name(text: "a") }
                Module(.shared) { Label() }
            })
            func labels() {
                Dependencies { Module { Name(text: "b") } }.override {
                    print(Resolver.resolve(Label.self).name.text)
                }
            }
            """,
        ])
        await package.expect(\.keptObjects)
    }

    /// The override that first made the answering global is over.
    @Test func whatHasAGlobalIsNotKeptForIt() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable { let name: String }
            enum Session { static let user: User = Resolver.resolve() }
            final class Greeter: Sendable {
                let name: String
                init() { name = Session.user.name }
            }
            Dependencies {
                Module { User(name: "nobody") }
                Module(.shared) { Greeter() }
            }.build()
            let ada = Dependencies { Module { User(name: "Ada") } }
            ada.override { print(Session.user.name) }
            print(Resolver.resolve(Greeter.self).name)
            Dependencies { Module { User(name: "Eve") } }.override {
                print(Resolver.resolve(Greeter.self).name)
            }
            """
        ])
        await package.expect(\.keptObjects)
    }

    /// The inner one has nothing from the override.
    @Test func aComponentWithinAnotherOneIsNotKeptForIt() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable {}
            final class Clerk: Sendable {}
            struct Title { @Inject var user: User? }
            final class Window: Sendable {
                let title = Inject<Title>()
                init(_ clerk: Clerk) {}
            }
            final class Desk: Sendable {
                private let scope = Scope()
                func component() -> Clerk { scope.shared { Clerk() } }
                func component() -> Window {
                    scope.shared { Window(component()) } //: warning: Window is kept, and has the User through Title, User? from outside of the override that replaces it; to fix, ask for Title at each use
                }
            }
            Dependencies {
                Module { Title() }
                Module(.shared) { Desk() }
            }.build()
            let desk = Resolver.resolve(Desk.self)
            Dependencies { Module { User() } }.override {
                let window: Window = desk.component()
                _ = window.title().user
            }
            """
        ])
        await package.expect(\.keptObjects)
    }

    /// It is missing, and the cure is never to register one for everybody.
    @Test func whatIsKeptAndLacksItHasACureOfItsOwn() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable { let name: String }
            final class Greeter: Sendable { let user: User = Resolver.resolve() }
            Dependencies { Module(.shared) { Greeter() } }.build()
            Dependencies { Module { User(name: "Ada") } }.override {
                print(Resolver.resolve(Greeter.self).user.name)
            }
            """
        ])
        let runs = await package.runs()
        let found = runs.findings(of: \.missingKeys).map(\.message)
        #expect(found.count == 1)
        #expect(found.allSatisfy { $0.contains("ask for User at each use") })
    }

    /// It waits for something, so that its code is a function of its own.
    @Test func theVariableOfAnAsynchronousMainIsKept() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable { let name: String }
            struct Cart: Sendable { let user: User = Resolver.resolve() }
            Dependencies { Module { User(name: "nobody") } }.build()
            await Task.yield()
            let cart = Cart() //: warning: 'cart' is kept, and has the User from outside of the override that replaces it; to fix, ask for User at each use
            @MainActor func show() {
                Dependencies { Module { User(name: "Ada") } }.override {
                    print(cart.user, Resolver.resolve(User.self))
                }
            }
            show()
            """
        ])
        await package.expect(\.keptObjects)
    }

    /// The override that has it is the test's, although the library's is for requests.
    @Test func whatATestReplacesAroundALibrarysOverrideIsMeant() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public struct User: Sendable { public init() {} }
            public final class Greeter: Sendable {
                let user: User = Resolver.resolve()
                public init() {}
            }
            public func serve() {
                Dependencies { Module { 1 } }.override {
                    print(Resolver.resolve(Greeter.self).user, Resolver.resolve(Int.self))
                }
            }
            """,
            "KitTests/KitTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies {
                Module { User() }
                Module(.shared) { Greeter() }
            })
            func greets() {
                print(Resolver.resolve(Greeter.self))
                Dependencies { Module { User() } }.override { serve() }
            }
            """,
        ])
        await package.expect(\.keptObjects)
    }

    /// Others read it before the override does.
    @Test func aVariableStandsWhereItsValueIsMade() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable { let name: String }
            final class Cart: Sendable { let user: User = Resolver.resolve() }
            Dependencies { Module { User(name: "nobody") } }.build()
            let cart =
                Cart() //: warning: 'cart' is kept, and has the User from outside of the override that replaces it; to fix, ask for User at each use
            @MainActor func show() {
                Dependencies { Module { User(name: "Ada") } }.override {
                    print(cart.user, Resolver.resolve(User.self))
                }
            }
            show()
            """
        ])
        await package.expect(\.keptObjects)
    }

    /// The override adds to the array, under whatever name.
    @Test func anOverrideMayAddToAnArrayThatIsKept() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable { let name: String }
            final class Cart: Sendable { let users: [User] = Resolver.resolve() }
            Dependencies {
                Module("nobody") { User(name: "nobody") }
                Module(.shared) { Cart() } //: warning: Cart is kept, and has the [User] from outside of the override that replaces it; to fix, ask for [User] at each use, or make Cart anew each time, with Module { … }
            }.build()
            @MainActor func show() {
                Dependencies { Module("Ada") { User(name: "Ada") } }.override {
                    print(Resolver.resolve(Cart.self).users, Resolver.resolve([User].self))
                }
            }
            _ = Resolver.resolve(Cart.self)
            show()
            """
        ])
        await package.expect(\.keptObjects)
    }

    /// What the override makes first is meant, but it may come second.
    @Test func aGlobalMayHaveOneOfTwoAnswers() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable { let name: String }
            final class Cart: Sendable { let user: User = Resolver.resolve() }
            enum Shop {
                static let cart = Cart() //: warning: 'cart' is kept, and has the User from outside of the override that replaces it; to fix, ask for User at each use
            }
            Dependencies { Module { User(name: "nobody") } }.build()
            let block = Dependencies { Module { User(name: "Ada") } }
            if CommandLine.arguments.count > 1 {
                block.override { print(Shop.cart.user) }
            } else {
                print(Shop.cart.user)
            }
            block.override { print(Shop.cart.user, Resolver.resolve(User.self)) }
            """
        ])
        await package.expect(\.keptObjects)
    }

    @Test func eachObjectThatAnObjectKeepsMayHaveWhatIsReplaced() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable { let name: String }
            final class Log: Sendable { let user: User = Resolver.resolve() }
            final class Clock: Sendable {}
            final class Cart: Sendable {
                let log: Log = Resolver.resolve()
                let clock: Clock = Resolver.resolve()
            }
            Dependencies {
                Module { User(name: "nobody") }
                Module(.shared) { Log() } //: warning: Log is kept, and has the User from outside of the override that replaces it; to fix, ask for User at each use, or make Log and Cart anew each time, with Module { … }
                Module(.shared) { Clock() }
                Module(.shared) { Cart() }
            }.build()
            @MainActor func show() {
                Dependencies { Module { User(name: "Ada") } }.override {
                    print(Resolver.resolve(Cart.self).log.user, Resolver.resolve(User.self))
                }
            }
            _ = Resolver.resolve(Cart.self)
            show()
            """
        ])
        await package.expect(\.keptObjects)
    }

    /// A variable of `main` is made before the override, which `main` opens itself.
    @Test func whatMainKeepsForItselfIsMeant() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable { let name: String }
            final class Cart: Sendable { let user: User = Resolver.resolve() }
            Dependencies { Module { User(name: "nobody") } }.build()
            let cart = Cart()
            Dependencies { Module { User(name: "Ada") } }.override {
                print(cart.user, Resolver.resolve(User.self))
            }
            """
        ])
        await package.expect(\.keptObjects)
    }
}
