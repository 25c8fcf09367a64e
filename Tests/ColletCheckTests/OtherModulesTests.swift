import Testing

@testable import ColletCheck

/// What other modules hand back and call, shown with stand-ins for SwiftUI.
@Suite struct OtherModulesTests {
    private static let app = """
        import SwiftUI
        protocol Log: Sendable { func write(_ text: String) }
        struct Console: Log { func write(_ text: String) { print(text) } }
        final class User: Sendable { let name = "Ann" }
        @MainActor final class Router { var path: [String] = [] }
        let app = Dependencies {
            Module { Console() as any Log }
            Module.mainActor(.shared) { Router() }
        }
        let session = Dependencies { Module(.shared) { User() } }
        extension EnvironmentValues {
            var session: Dependencies.Container? {
                get { self[SessionKey.self] }
                set { self[SessionKey.self] = newValue }
            }
        }
        struct SessionKey: EnvironmentKey {
            static var defaultValue: Dependencies.Container? { nil }
        }

        @MainActor final class AppDelegate: Object, ApplicationDelegate {
            @Inject private var log: any Log
            func didFinishLaunching() { log.write("launched") }
        }
        @main struct ShopApp: App {
            @DelegateAdaptor(AppDelegate.self) var delegate
            @State private var model: Model = ShopModel()
            init() { app.build() }
            var body: some Scene { WindowGroup { HomeView(model: model) } }
        }
        final class ShopModel: Model {}
        @MainActor class Model: Observable {
            @Inject private var log: any Log
            @Inject private var router: Router
            var session: Dependencies.Container?
            var account: Account?
            let rows = [Row(), Row()]
            func signIn() {
                let container = shopSession.makeContainer()
                session = container
                account = container.perform { Account() }
            }
            func open() { router.path.append("item") }
            func close() { log.write("closed") }
        }
        var shopSession: Dependencies { session }
        @MainActor final class Row {
            @Inject private var log: any Log
            func select() { log.write("row") }
        }
        @MainActor final class Account {
            @Inject private var user: User
            var name: String { user.name }
        }
        struct HomeView: View {
            let model: Model
            var body: some View {
                Button("Sign in") { model.signIn() }
                Button("Open") { model.open() }
                List(model.rows) { row in Button("Select") { row.select() } }
                if let account = model.account {
                    AccountView(account: account).environment(\\.session, model.session)
                }
                DetailView().environment(model)
            }
        }
        struct AccountView: View {
            let account: Account
            @Environment(\\.session) private var session
            @State private var other: Account?
            var body: some View {
                Text(account.name)
                Button("Again") { other = session?.perform { Account() } }
                Button("Show") { print(other?.name ?? "") }
            }
        }
        struct DetailView: View {
            @Environment(Model.self) private var model
            @StateObject private var detail = Detail()
            var body: some View {
                Button("Close") { model.close() }
                Button("Print") { detail.show() }
            }
        }
        final class Detail: ObservableObject {
            @Inject private var log: any Log
            func show() { log.write("detail") }
        }
        let fakes = Dependencies { Module { Console() as any Log } }
        struct AppPreviews: PreviewProvider {
            static var previews: some View {
                let _ = fakes.build()
                return DetailView()
            }
        }
        """

    /// - Parameter module: The module of the stand-ins.
    private static func package(_ app: String, _ module: String = "SwiftUI") async throws
        -> RulePackage
    {
        let app = app.replacing("import SwiftUI", with: "import \(module)")
        return try await RulePackage(
            ["\(module)/SwiftUI.swift": swiftUI, "App/App.swift": app], foreign: module)
    }

    /// On a Mac, SwiftUI's newer parts are in a module of their own.
    @Test(arguments: ["SwiftUI", "SwiftUICore"])
    func anAppOfSwiftUIIsProved(module: String) async throws {
        let proof = try await Proof(Self.package(Self.app, module).runs())
        #expect(proof.unproved.map { "\($0.id) \($0.answer)" } == [])
        #expect(proof.total == 6)
    }

    /// What it does with the object later isn't in the override.
    @Test func aSuperclasssInitializerCallsNothing() async throws {
        let package = try await RulePackage(
            [
                "SwiftUI/SwiftUI.swift": Self.swiftUI,
                "AppTests/AppTests.swift": """
                import SwiftUI
                import Testing
                struct Log: Sendable {}
                @MainActor final class AppDelegate: Object, ApplicationDelegate {
                    func didFinishLaunching() { print(Resolver.resolve(Log.self)) }
                }
                let modules = Dependencies { Module { Log() } }
                @MainActor @Test func delegates() {
                    modules.isolate { AppDelegate().didFinishLaunching() }
                }
                """,
            ], foreign: "SwiftUI")
        let report = await Report(package.runs())
        #expect(report.findings.map(\.message) == [])
    }

    @Test func aButtonMayNeverBePressed() async throws {
        let start = """
            init() {
                app.build()
                _ = Button("Lost") { print(Resolver.resolve(Int.self, name: "lost")) }
            }
            """
        let app = Self.app.replacing("init() { app.build() }", with: start)
        let report = try await Report(Self.package(app).runs())
        #expect(report.findings.map(\.severity) == [.warning])
    }

    @Test func manyObjectsOfOneKindAreAsOne() async throws {
        let rows = Array(repeating: "Row()", count: 20).joined(separator: ", ")
        let view = """
            struct DetailView: View {
                @Environment(Row.self) private var row
            """
        let app = Self.app.replacing("[Row(), Row()]", with: "[\(rows)]")
            .replacing("final class Row {", with: "final class Row: Observable {")
            .replacing("struct DetailView: View {", with: view)
            .replacing("model.close() }", with: "model.close(); row.select() }")
        let proof = try await Proof(Self.package(app).runs())
        #expect(proof.unproved.map { "\($0.id) \($0.answer)" } == [])
    }

    @Test func aBindingMayChangeAStruct() async throws {
        let view = """
            struct Settings { var isLoud = false }
            struct SettingsView: View {
                @State private var settings = Settings()
                var body: some View {
                    if settings.isLoud { Text(Resolver.resolve(name: "loud")) }
                }
            }
            struct HomeView: View {
            """
        let app = Self.app.replacing("struct HomeView: View {", with: view)
            .replacing("DetailView().e", with: "SettingsView()\nDetailView().e")
        let report = try await Report(Self.package(app).runs())
        #expect(report.findings.map(\.severity) == [.warning])
    }

    @Test(arguments: [
        (
            "Module.mainActor(.shared) { Router() }", "",
            "warning: nothing is registered for Router, if it gets here, needed by Model"
        ),
        (
            "container.perform { Account() }", "Account()",
            "warning: User is registered only in a container"
        ),
        (
            "session?.perform { Account() }", "Account()",
            "warning: User is registered only in a container"
        ),
        (
            "Module(.shared) { User() }", "",
            "warning: nothing is registered for User, if it gets here, needed by Account"
        ),
        (
            "    Module { Console() as any Log }\n    Module.m", "    Module.m",
            "error: nothing is registered for Log, needed by AppDelegate"
        ),
        (
            "init() { app.build() }", "init() {}",
            "error: only a block that the program doesn't build registers Log"
        ),
    ])
    func whatSwiftUIHandsBackIsFollowed(old: String, new: String, text: String)
        async throws
    {
        let app = Self.app.replacing(old, with: new)
        #expect(app != Self.app)
        let report = try await Report(Self.package(app).runs())
        let found = report.findings.map { "\($0.severity): \($0.message)" }
        #expect(found.contains { $0.hasPrefix(text) }, "\(found)")
    }

    /// The stand-ins, of which the check knows only the names.
    private static let swiftUI = """
        @_exported import Observation
        @MainActor public protocol App {
            associatedtype Body: Scene
            var body: Body { get }
            init()
        }
        extension App { public static func main() { print(Self().body) } }
        @MainActor public protocol Scene {}
        @MainActor public protocol View {
            associatedtype Body: View
            @ViewBuilder var body: Body { get }
        }
        extension Never: View { public var body: Never { fatalError() } }
        public struct Group: View {
            let views: [Any]
            public var body: Never { fatalError() }
        }
        @MainActor @resultBuilder public enum ViewBuilder {
            public static func buildExpression<V: View>(_ view: V) -> V { view }
            public static func buildBlock<V: View>(_ view: V) -> V { view }
            public static func buildBlock<each V: View>(_ views: repeat each V) -> Group {
                var all: [Any] = []
                for view in repeat each views { all.append(view) }
                return Group(views: all)
            }
            public static func buildOptional(_ view: (any View)?) -> Group {
                Group(views: [view as Any])
            }
        }
        public struct WindowGroup<V: View>: Scene {
            public init(@ViewBuilder content: () -> V) { _ = content() }
        }
        public struct Text: View {
            public init(_ text: String) {}
            public var body: Never { fatalError() }
        }
        public struct Button: View {
            public init(_ title: String, action: @escaping @MainActor () -> Void) {}
            public var body: Never { fatalError() }
        }
        public struct List: View {
            public init<Data: RandomAccessCollection, V: View>(
                _ data: Data, @ViewBuilder row: @escaping (Data.Element) -> V
            ) {}
            public var body: Never { fatalError() }
        }
        @MainActor @propertyWrapper public struct State<Value> {
            final class Box { var value: Value; init(_ value: Value) { self.value = value } }
            let box: Box
            public init(wrappedValue: Value) { box = Box(wrappedValue) }
            public var wrappedValue: Value {
                get { box.value }
                nonmutating set { box.value = newValue }
            }
        }
        extension State where Value: ExpressibleByNilLiteral {
            public init() { self.init(wrappedValue: nil) }
        }
        public protocol ObservableObject: AnyObject {}
        @MainActor @propertyWrapper public struct StateObject<Value: ObservableObject> {
            let make: () -> Value
            public init(wrappedValue: @autoclosure @escaping () -> Value) {
                make = wrappedValue
            }
            public var wrappedValue: Value { make() }
        }
        public protocol EnvironmentKey {
            associatedtype Value
            static var defaultValue: Value { get }
        }
        public struct EnvironmentValues {
            public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
                get { Key.defaultValue }
                set {}
            }
        }
        @MainActor @propertyWrapper public struct Environment<Value> {
            public init(_ path: KeyPath<EnvironmentValues, Value>) {}
            public init(_ type: Value.Type) where Value: AnyObject & Observable {}
            public var wrappedValue: Value { fatalError() }
        }
        extension View {
            public func environment<Value>(
                _ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
            ) -> Group { Group(views: [self]) }
            public func environment<Value: AnyObject & Observable>(_ value: Value?) -> Group {
                Group(views: [self])
            }
        }
        @MainActor open class Object { public required init() {} }
        @MainActor public protocol ApplicationDelegate: Object {
            func didFinishLaunching()
        }
        @MainActor @propertyWrapper
        public struct DelegateAdaptor<Delegate: ApplicationDelegate> {
            public let wrappedValue: Delegate
            public init(_ type: Delegate.Type) { wrappedValue = type.init() }
        }
        @MainActor public protocol PreviewProvider {
            associatedtype Previews: View
            @ViewBuilder static var previews: Previews { get }
        }
        """
}
