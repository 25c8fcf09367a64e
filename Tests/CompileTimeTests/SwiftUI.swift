// Stand-ins for SwiftUI, WidgetKit and SwiftData, which don't exist here, for the samples
// of pages.

import Observation

@MainActor protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}
@MainActor protocol Scene {}
@MainActor protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}
@resultBuilder enum ViewBuilder {
    static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}
extension Never: View { var body: Never { fatalError() } }
struct WindowGroup<Content: View>: Scene { init(content: () -> Content) {} }
struct Text: View {
    let text: String
    init(_ text: String) { self.text = text }
    var body: Never { fatalError() }
}
struct Button: View {
    init(_ title: String, action: @escaping @MainActor () -> Void) {}
    var body: Never { fatalError() }
}
struct Slider: View {
    init(value: Binding<Double>) {}
    var body: Never { fatalError() }
}
struct TaskView<Content: View>: View {
    let content: Content
    let action: () async -> Void
    var body: Never { fatalError() }
}
extension View {
    func task<ID: Equatable>(id: ID, _ action: @escaping () async -> Void) -> TaskView<
        Self
    > {
        TaskView(content: self, action: action)
    }
}
@propertyWrapper struct State<Value> {
    private final class Storage {
        var value: Value
        init(_ value: Value) { self.value = value }
    }
    private let storage: Storage
    var wrappedValue: Value {
        get { storage.value }
        nonmutating set { storage.value = newValue }
    }
    init(wrappedValue: Value) { storage = Storage(wrappedValue) }
    init(initialValue: Value) { storage = Storage(initialValue) }
}
extension State where Value: ExpressibleByNilLiteral {
    @MainActor init() { self.init(wrappedValue: nil) }
}
struct EnvironmentValues { var session: Dependencies.Container? }
@propertyWrapper struct Environment<Value> {
    private let path: KeyPath<EnvironmentValues, Value>
    var wrappedValue: Value { EnvironmentValues()[keyPath: path] }
    init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
}
struct EnvironmentView<Content: View>: View {
    let content: Content
    let values: EnvironmentValues
    var body: Never { fatalError() }
}
extension View {
    func environment<Value>(
        _ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> EnvironmentView<Self> {
        var values = EnvironmentValues()
        values[keyPath: path] = value
        return EnvironmentView(content: self, values: values)
    }
    func task(_ action: @escaping () async -> Void) -> TaskView<Self> {
        TaskView(content: self, action: action)
    }
}
@MainActor protocol PreviewModifier {
    associatedtype Context
    associatedtype Body: View
    typealias Content = Text
    static func makeSharedContext() async throws -> Context
    @ViewBuilder func body(content: Content, context: Context) -> Body
}
struct Binding<Value> {}
@dynamicMemberLookup @propertyWrapper struct Bindable<Value: AnyObject> {
    var wrappedValue: Value
    var projectedValue: Bindable<Value> { self }
    subscript<Subject>(dynamicMember path: ReferenceWritableKeyPath<Value, Subject>)
        -> Binding<Subject>
    { Binding() }
}

@MainActor protocol Widget {}
@MainActor protocol WidgetBundle {
    associatedtype Body: Widget
    var body: Body { get }
    init()
}

final class ModelContainer: Sendable {
    @MainActor let mainContext = ModelContext()
    init(for model: any AnyObject.Type) throws {}
}
@MainActor final class ModelContext {
    func insert(_ model: Book) {}
}
final class Book {
    let title: String
    init(title: String) { self.title = title }
}
